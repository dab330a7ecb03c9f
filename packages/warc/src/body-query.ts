// A request's body as the parameters of a query, by its media type.

import { formQuery } from './form-text.ts';
import { jsonQuery } from './json-query.ts';
import { multipartQuery } from './multipart-query.ts';
import type { RequestBody } from './request-body.ts';

/** Longer than a key takes it, for the caller to cut; empty or undefined when there is nothing. */
export function bodyQuery(contentType: string, body: RequestBody): string | undefined {
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
