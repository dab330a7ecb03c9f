// Parses the header of an HTTP request in a record's block: its method and the fields about its body.
import { FieldScanner } from '../head/fields.ts';

export interface RequestHead {
  /** Method as sent. */
  readonly method: string;
  /** Content-Type. Empty if absent. */
  readonly contentType: string;
  /** Content-Length as text. Undefined if absent. */
  readonly contentLength: string | undefined;
  readonly isChunked: boolean;
  /** Content-Encoding in lower case. Empty if absent. */
  readonly coding: string;
  /** Index of the first byte of the body. */
  readonly bodyStart: number;
}

const fields = new FieldScanner(['content-type', 'content-length', 'transfer-encoding', 'content-encoding']);
const CONTENT_TYPE = 0;
const CONTENT_LENGTH = 1;
const TRANSFER_ENCODING = 2;
const CONTENT_ENCODING = 3;

const LF = 10;
const MAX_METHOD_CHARACTERS = 32;
const METHOD = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+(?= )/;

/** Parses the header. Returns undefined if the block does not begin with a request line. */
export function parseRequestHead(block: Buffer): RequestHead | undefined {
  const [method] = METHOD.exec(block.toString('latin1', 0, MAX_METHOD_CHARACTERS + 1)) ?? [];
  if (method === undefined) return undefined;
  const lineEnd = block.indexOf(LF);
  const start = lineEnd < 0 ? block.length : lineEnd + 1;
  const bodyStart = fields.scan(block, start, block.length, true);
  return {
    method,
    contentType: fields.text(CONTENT_TYPE),
    contentLength: fields.has(CONTENT_LENGTH) ? fields.text(CONTENT_LENGTH) : undefined,
    isChunked: fields.text(TRANSFER_ENCODING) === 'chunked',
    coding: fields.text(CONTENT_ENCODING).toLowerCase(),
    bodyStart,
  };
}
