// An answer that comes in lines, as it comes: one line at a time, and never more than a chunk and a line in memory.
import type { BytesAnswer } from './operation-types.ts';
import { asHeard, ServiceError } from './service-error.ts';

/** A line holds a URL of at most 65,536 characters and what is known of it: a longer one is no answer of a service. */
const MAX_LINE_CHARACTERS = 1024 * 1024;

/** Yields the lines that are not empty. Throws ServiceError when the answer breaks off or has no lines, or the signal's reason. */
export async function* linesOf({ body }: BytesAnswer, operation: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const text of body.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield line;
      if (rest.length > MAX_LINE_CHARACTERS) throw unexpected(operation, 'a line that is too long');
    }
  } catch (error) {
    throw asHeard(error, operation);
  }
  if (rest.trim() !== '') yield rest;
}

/** Throws ServiceError when the line is no JSON object. */
export function objectIn<T extends object>(line: string, operation: string): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw unexpected(operation, 'a line that is no JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as T;
  throw unexpected(operation, 'a line that is no JSON object');
}

/** `what`: what the answer has and should not. */
export function unexpected(operation: string, what: string): ServiceError {
  return new ServiceError(operation, {}, { cause: new Error(`the answer has ${what}`) });
}
