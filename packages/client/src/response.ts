// Reads response bodies.
import type { IncomingMessage } from 'node:http';
import { ServiceError, toConnectionError } from './service-error.ts';

/** Maximum size of a response that is read into memory. A larger response is an error. */
const MAX_TEXT_BYTES = 256 * 1024 * 1024;

/** Reads the body as text. Rejects with ServiceError if it is truncated or too large, or with the abort reason. */
export async function readResponseText(
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
    throw toConnectionError(error, operation);
  }
  if (sizeBytes <= maxBytes) return new TextDecoder().decode(Buffer.concat(chunks));
  const { statusCode, headers } = answer;
  const body = { detail: `the response is longer than ${maxBytes} bytes` };
  throw new ServiceError(operation, {
    ...(statusCode !== undefined && { status: statusCode }),
    headers,
    body,
  });
}

/** Parses a JSON response. Throws ServiceError if the text is not JSON. */
export function parseResponseJson(words: string, operation: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    throw new ServiceError(operation, {}, { cause: new Error('the response is not JSON') });
  }
}

const MAX_ERROR_BYTES = 64 * 1024;

/**
 * Returns the body of an error response: parsed JSON or text. Returns undefined if the body is too large or truncated.
 */
export async function readErrorBody(answer: IncomingMessage): Promise<unknown> {
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
