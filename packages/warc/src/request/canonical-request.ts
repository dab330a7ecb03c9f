// The request of a capture in the one form by which replay tools tell requests for the same URL apart: its method, and
// of a POST or PUT its body as the parameters of a query. What cdxj-indexer makes of a request is made of it here, so
// that our keys are those that the tools of the field ask for.

import { formQuery } from './form-text.ts';
import { jsonQuery } from './json-query.ts';
import { multipartQuery } from './multipart-query.ts';
import { type RequestBody, requestBody } from './request-body.ts';
import { requestHead } from './request-head.ts';

export interface CanonicalRequest {
  /** In upper case. */
  readonly method: string;
  /** The body as parameters, at most 4,096 characters; undefined when there are none. Never holds U+0000. */
  readonly body: string | undefined;
}

/** Of a longer block only so much is looked at; what cannot be read from its beginning then counts as without body. */
export const REQUEST_BYTES_READ = 1024 * 1024;

/** As many characters (code points) of a body are part of a key. */
export const MAX_REQUEST_BODY_CHARACTERS = 4_096;

/**
 * The request that a block begins with; undefined when it is none. `isWhole`: false when the block goes on behind these
 * bytes. Never throws; takes memory in proportion to REQUEST_BYTES_READ at most.
 */
export function canonicalRequest(block: Uint8Array, isWhole = true): CanonicalRequest | undefined {
  if (isGet(block)) return GET;
  const bytes = Buffer.from(block.buffer, block.byteOffset, Math.min(block.length, REQUEST_BYTES_READ));
  const head = requestHead(bytes);
  if (head === undefined) return undefined;
  const { method } = head;
  // As sent: `post` is no POST.
  if (method !== 'POST' && method !== 'PUT') return { method: method.toUpperCase(), body: undefined };
  const body = requestBody(head, bytes.subarray(head.bodyStart), isWhole && bytes.length === block.length);
  const query = body && bodyQuery(head.contentType, body);
  return { method, body: query ? keepable(query) : undefined };
}

const GET: CanonicalRequest = { method: 'GET', body: undefined };

/** Whether it begins with `GET `, which nearly every request does: nothing else of it matters then. */
function isGet(block: Uint8Array): boolean {
  return block[0] === 71 && block[1] === 69 && block[2] === 84 && block[3] === 32;
}

/** PostgreSQL keeps no U+0000; escaped, it gives the same key. */
function keepable(query: string): string {
  // No character is more than two units long.
  const text = query.slice(0, 2 * MAX_REQUEST_BODY_CHARACTERS);
  const kept =
    text.length > MAX_REQUEST_BODY_CHARACTERS
      ? [...text].slice(0, MAX_REQUEST_BODY_CHARACTERS).join('')
      : text;
  return kept.replaceAll('\0', '%00');
}

/** The body as parameters, by its media type. May be longer than a key takes; empty or undefined when there is nothing. */
function bodyQuery(contentType: string, body: RequestBody): string | undefined {
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return formQuery(body) ?? binaryQuery(body);
  if (contentType.startsWith('multipart/')) return multipartQuery(contentType, body) ?? binaryQuery(body);
  if (contentType.startsWith('application/json')) return jsonQuery(body);
  if (contentType.startsWith('text/plain')) return jsonQuery(body) ?? binaryQuery(body);
  // Of this binary form the tools have what it says, which is not read here, or nothing.
  if (contentType.startsWith('application/x-amf')) return undefined;
  return binaryQuery(body);
}

// What comes behind is cut off; a multiple of three, so that no padding comes in between.
const BINARY_BYTES = 3 * 1_024;

function binaryQuery({ bytes }: RequestBody): string {
  return `__wb_post_data=${bytes.toString('base64', 0, Math.min(bytes.length, BINARY_BYTES))}`;
}
