// Reads a response line by line in a browser, with at most a chunk and a line in memory.
import { ServiceError } from '../service-error.ts';

/** Yields the lines that are not empty. Throws ServiceError if the response is truncated, or the signal's reason. */
export async function* readResponseBodyLines(answer: Response, operation: string): AsyncGenerator<string> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield line;
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ServiceError(operation, {}, { cause: error });
  } finally {
    // Cancels the rest of the response if the consumer stops reading.
    await reader.cancel().catch(() => undefined);
  }
  if (rest.trim() !== '') yield rest;
}
