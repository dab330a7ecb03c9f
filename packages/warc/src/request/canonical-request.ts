// Converts the request of a capture to the canonical form by which replay tools distinguish requests for the same URL:
// its method and, for POST or PUT, its body as query parameters. Follows cdxj-indexer, so that our keys equal the keys
// of other tools.

import { parseFormQuery } from './form-text.ts';
import { parseJsonQuery } from './json-query.ts';
import { parseMultipartQuery } from './multipart-query.ts';
import { decodeRequestBody, type RequestBody } from './request-body.ts';
import { parseRequestHead } from './request-head.ts';

export interface CanonicalRequest {
  /** HTTP method in upper case. */
  readonly method: string;
  /** Body as parameters, at most 4,096 characters. Undefined if there are none. Never contains U+0000. */
  readonly body: string | undefined;
}

/**
 * Maximum number of bytes of a block that are read. If a body cannot be parsed from these bytes, it counts as no body.
 */
export const MAX_REQUEST_BYTES_READ = 1024 * 1024;

/** Maximum number of body characters (code points) in a key. */
export const MAX_REQUEST_BODY_CHARACTERS = 4_096;

/**
 * Parses the request at the beginning of a block. Returns undefined if there is none. `isWhole`: false if the block
 * continues after these bytes. Never throws. Uses memory in proportion to MAX_REQUEST_BYTES_READ at most.
 */
export function parseCanonicalRequest(block: Uint8Array, isWhole = true): CanonicalRequest | undefined {
  if (isGet(block)) return GET;
  const bytes = Buffer.from(block.buffer, block.byteOffset, Math.min(block.length, MAX_REQUEST_BYTES_READ));
  const head = parseRequestHead(bytes);
  if (head === undefined) return undefined;
  const { method } = head;
  // Methods are case-sensitive: `post` is not POST.
  if (method !== 'POST' && method !== 'PUT') return { method: method.toUpperCase(), body: undefined };
  const body = decodeRequestBody(
    head,
    bytes.subarray(head.bodyStart),
    isWhole && bytes.length === block.length,
  );
  const query = body && bodyQuery(head.contentType, body);
  return { method, body: query ? keepable(query) : undefined };
}

const GET: CanonicalRequest = { method: 'GET', body: undefined };

/**
 * Returns whether the block begins with `GET `, as nearly every request does. The rest of such a block does not matter.
 */
function isGet(block: Uint8Array): boolean {
  return block[0] === 71 && block[1] === 69 && block[2] === 84 && block[3] === 32;
}

/** Escapes U+0000, which PostgreSQL cannot store; the key stays the same. */
function keepable(query: string): string {
  // No character is longer than two UTF-16 units.
  const text = query.slice(0, 2 * MAX_REQUEST_BODY_CHARACTERS);
  const kept =
    text.length > MAX_REQUEST_BODY_CHARACTERS
      ? [...text].slice(0, MAX_REQUEST_BODY_CHARACTERS).join('')
      : text;
  return kept.replaceAll('\0', '%00');
}

/**
 * Converts the body to parameters according to its media type. The result may be longer than a key allows. Empty or
 * undefined if there are no parameters.
 */
function bodyQuery(contentType: string, body: RequestBody): string | undefined {
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return parseFormQuery(body) ?? binaryQuery(body);
  if (contentType.startsWith('multipart/'))
    return parseMultipartQuery(contentType, body) ?? binaryQuery(body);
  if (contentType.startsWith('application/json')) return parseJsonQuery(body);
  if (contentType.startsWith('text/plain')) return parseJsonQuery(body) ?? binaryQuery(body);
  // Some replay tools decode this binary format and others ignore it. Holdfast ignores it.
  if (contentType.startsWith('application/x-amf')) return undefined;
  return binaryQuery(body);
}

// Maximum number of bytes of a binary body; the key could not contain more. It is a multiple of three, so that base64
// needs no padding.
const BINARY_BYTES = 3 * 1_024;

function binaryQuery({ bytes }: RequestBody): string {
  return `__wb_post_data=${bytes.toString('base64', 0, Math.min(bytes.length, BINARY_BYTES))}`;
}
