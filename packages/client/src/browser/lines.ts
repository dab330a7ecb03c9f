// Reads a response line by line in a browser. Holds at most one chunk and one line in memory.
import { ServiceError } from '../service-error.ts';

/** Yields the non-empty lines. Throws ServiceError if the response is truncated, or the signal's abort reason. */
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
    // Cancels the response if the consumer stops reading early.
    await reader.cancel().catch(() => undefined);
  }
  if (rest.trim() !== '') yield rest;
}
