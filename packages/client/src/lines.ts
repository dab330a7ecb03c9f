// Reads a response line by line, with at most a chunk and a line in memory.
import type { BytesResponse } from './operation-types.ts';
import { ServiceError, toConnectionError } from './service-error.ts';

/** Maximum length of a line. A line contains a URL of at most 65,536 characters with its metadata. */
const MAX_LINE_CHARACTERS = 1024 * 1024;

/**
 * Yields the lines that are not empty. Throws ServiceError if the response is truncated or a line is too long, or the
 * signal's reason.
 */
export async function* readResponseLines({ body }: BytesResponse, operation: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const text of body.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield line;
      if (rest.length > MAX_LINE_CHARACTERS) throw toUnexpectedError(operation, 'a line that is too long');
    }
  } catch (error) {
    throw toConnectionError(error, operation);
  }
  if (rest.trim() !== '') yield rest;
}

/** Parses a line. Throws ServiceError if it is not a JSON object. */
export function parseLineObject<T extends object>(line: string, operation: string): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw toUnexpectedError(operation, 'a line that is not JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as T;
  throw toUnexpectedError(operation, 'a line that is not a JSON object');
}

/** Makes the error for a response with unexpected content, which `what` names. */
export function toUnexpectedError(operation: string, what: string): ServiceError {
  return new ServiceError(operation, {}, { cause: new Error(`the response has ${what}`) });
}
