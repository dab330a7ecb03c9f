// Reads a response line by line. Holds at most one chunk and one line in memory.
import type { BytesResponse } from './operation-types.ts';
import { ServiceError, toConnectionError } from './service-error.ts';

/** Maximum length of a line. A line may contain a URL of 65,536 characters and metadata. */
const MAX_LINE_CHARACTERS = 1024 * 1024;

/**
 * Yields the non-empty lines. Throws ServiceError if the response is truncated or a line is too long, or the signal's
 * abort reason.
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

/** Parses a line as a JSON object. Throws ServiceError for any other line. */
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

/** Creates the error for a response with unexpected content. `what` describes the content. */
export function toUnexpectedError(operation: string, what: string): ServiceError {
  return new ServiceError(operation, {}, { cause: new Error(`the response has ${what}`) });
}
