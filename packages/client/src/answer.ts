// The body of an answer, read to its end.
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { asHeard, ServiceError } from './service-error.ts';

/** Rejects with ServiceError when the answer breaks off, or with the signal's reason. */
export async function textOf(answer: IncomingMessage, operation: string): Promise<string> {
  try {
    return await text(answer);
  } catch (error) {
    throw asHeard(error, operation);
  }
}

/** Throws ServiceError when it is none. */
export function jsonIn(words: string, operation: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    throw new ServiceError(operation, {}, { cause: new Error('the answer is no JSON') });
  }
}

const MAX_ERROR_BYTES = 64 * 1024;

/** What a refusal holds: its JSON, its text, or nothing when it is longer than any of the service's or breaks off. */
export async function errorBodyOf(answer: IncomingMessage): Promise<unknown> {
  let found = '';
  try {
    answer.setEncoding('utf8');
    for await (const chunk of answer) {
      found += chunk;
      if (found.length > MAX_ERROR_BYTES) return undefined;
    }
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(found);
  } catch {
    return found === '' ? undefined : found;
  }
}
