// Converts a captured request to the canonical form by which replay tools distinguish requests for one URL: its method
// and, for POST and PUT, its body as query parameters. Follows cdxj-indexer, so that the keys are the same as in other
// tools.

import { parseFormQuery } from './form-text.ts';
import { parseJsonQuery } from './json-query.ts';
import { parseMultipartQuery } from './multipart-query.ts';
import { decodeRequestBody, type RequestBody } from './request-body.ts';
import { parseRequestHead } from './request-head.ts';

export interface CanonicalRequest {
  /** HTTP method in upper case. */
  readonly method: string;
  /** Body as query parameters, at most 4,096 characters. Undefined if there is none. Never contains U+0000. */
  readonly body: string | undefined;
}

/**
 * Maximum number of bytes of a block that are read. If the body cannot be parsed from these bytes, the request is
 * considered to have no body.
 */
export const MAX_REQUEST_BYTES_READ = 1024 * 1024;

/** Maximum number of characters (code points) of the body in a key. */
export const MAX_REQUEST_BODY_CHARACTERS = 4_096;

/**
 * Parses the request at the start of a block, or returns undefined if there is none. `isWhole` is false if the block
 * continues after these bytes. Never throws. Memory is proportional to MAX_REQUEST_BYTES_READ.
 */
export function parseCanonicalRequest(block: Uint8Array, isWhole = true): CanonicalRequest | undefined {
  if (isGet(block)) return GET;
  const bytes = Buffer.from(block.buffer, block.byteOffset, Math.min(block.length, MAX_REQUEST_BYTES_READ));
  const head = parseRequestHead(bytes);
  if (head === undefined) return undefined;
  const { method } = head;
  // HTTP methods are case-sensitive, so `post` is not POST.
  if (method !== 'POST' && method !== 'PUT') return { method: method.toUpperCase(), body: undefined };
  const body = decodeRequestBody(
    head,
    bytes.subarray(head.bodyStart),
    isWhole && bytes.length === block.length,
  );
  const query = body && toBodyQuery(head.contentType, body);
  return { method, body: query ? truncateQuery(query) : undefined };
}

const GET: CanonicalRequest = { method: 'GET', body: undefined };

/**
 * Returns whether the block begins with `GET `, as nearly all requests do. The rest of the block is then irrelevant.
 */
function isGet(block: Uint8Array): boolean {
  return block[0] === 71 && block[1] === 69 && block[2] === 84 && block[3] === 32;
}

/** Truncates the query to the maximum length, and escapes U+0000, which PostgreSQL cannot store. */
function truncateQuery(query: string): string {
  // A code point has at most two UTF-16 code units.
  const text = query.slice(0, 2 * MAX_REQUEST_BODY_CHARACTERS);
  const kept =
    text.length > MAX_REQUEST_BODY_CHARACTERS
      ? [...text].slice(0, MAX_REQUEST_BODY_CHARACTERS).join('')
      : text;
  return kept.replaceAll('\0', '%00');
}

/**
 * Converts the body to query parameters according to its media type. The result may exceed the maximum length of a key.
 * Returns an empty string if the body has no parameters. Returns undefined if its format is not supported, or if the
 * JSON is invalid or truncated.
 */
function toBodyQuery(contentType: string, body: RequestBody): string | undefined {
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return parseFormQuery(body) ?? formatBinaryQuery(body);
  if (contentType.startsWith('multipart/'))
    return parseMultipartQuery(contentType, body) ?? formatBinaryQuery(body);
  if (contentType.startsWith('application/json')) return parseJsonQuery(body);
  if (contentType.startsWith('text/plain')) return parseJsonQuery(body) ?? formatBinaryQuery(body);
  // Ignores this binary format, which only some replay tools decode.
  if (contentType.startsWith('application/x-amf')) return undefined;
  return formatBinaryQuery(body);
}

// Maximum number of bytes of a binary body in a key. A multiple of three, so that base64 needs no padding.
const BINARY_BYTES = 3 * 1_024;

function formatBinaryQuery({ bytes }: RequestBody): string {
  return `__wb_post_data=${bytes.toString('base64', 0, Math.min(bytes.length, BINARY_BYTES))}`;
}
