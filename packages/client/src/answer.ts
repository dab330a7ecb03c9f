// The body of an answer, read to its end.
import type { IncomingMessage } from 'node:http';
import { asHeard, ServiceError } from './service-error.ts';

/** More than any answer of a service that is not streamed. What is longer could not be held. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

/** Rejects with ServiceError when the answer breaks off or does not end, or with the signal's reason. */
export async function textOf(
  answer: IncomingMessage,
  operation: string,
  maxBytes = MAX_TEXT_BYTES,
): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) break;
      chunks.push(chunk);
    }
  } catch (error) {
    throw asHeard(error, operation);
  }
  if (sizeBytes <= maxBytes) return new TextDecoder().decode(Buffer.concat(chunks));
  const { statusCode, headers } = answer;
  const body = { detail: `the answer is longer than ${maxBytes} bytes` };
  throw new ServiceError(operation, {
    ...(statusCode !== undefined && { status: statusCode }),
    headers,
    body,
  });
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
