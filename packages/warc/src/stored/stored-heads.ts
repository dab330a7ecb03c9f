// Parses the WARC header and the HTTP header block of a stored record, from the bytes available so far.
import { findFirstField } from '../head/fields.ts';
import { HTTP_HEAD_INCOMPLETE, HttpHead, NOT_AN_HTTP_HEAD } from '../head/http-head.ts';
import { findHttpHeadRule, HTTP_HEAD_NONE } from '../head/import-record.ts';
import {
  FIELD_CONTENT_TYPE,
  FIELD_TARGET_URI,
  FIELD_TYPE,
  WARC_HEADER_INCOMPLETE,
  WarcHeader,
} from '../head/warc-header.ts';

/** Thrown if the stored bytes are damaged. */
export class DamagedRecordError extends Error {
  override readonly name = 'DamagedRecordError';
}

export interface StoredHttpHead {
  /** Status code. Undefined if the status line has none. */
  status: number | undefined;
  /** Bytes of the HTTP header block, including the empty line. */
  bytes: Buffer;
  /** Returns the first value of the field with this name, ignoring case. */
  get(name: string): string | undefined;
}

export interface StoredRecordHeader {
  /** WARC-Type in lower case. */
  type: string;
  /** Bytes of the WARC header, including the empty line. */
  header: Buffer;
  /** Content-Type in the WARC header. */
  contentType: string | undefined;
  blockLength: number;
  targetUri: string;
}

const LF = 10;
export const MAX_HEADER_BYTES = 256 * 1024;
export const MAX_HTTP_HEAD_BYTES = 1024 * 1024;

/**
 * Parses a header. Returns the index after it or WARC_HEADER_INCOMPLETE. Returns another negative number if the bytes
 * do not begin with a header.
 */
export type HeadParser = (bytes: Buffer, endsHere: boolean) => number;
/** Returns a copy of the first `length` parsed bytes. */
type PrefixCopier = (length: number) => Buffer;

export function createHeaderParser(): {
  parse: HeadParser;
  header(end: number, take: PrefixCopier): StoredRecordHeader;
} {
  const parsed = new WarcHeader();
  return {
    parse: (bytes) => {
      const fields = parsed.parseVersion(bytes, 0, bytes.length);
      return fields < 0 ? fields : parsed.parseFields(bytes, fields, bytes.length);
    },
    header: (end, take) => {
      const blockLength = end > 0 ? parsed.contentLength() : -1;
      if (blockLength < 0) throw new DamagedRecordError('the stored record has no readable WARC header');
      return {
        type: parsed.text(FIELD_TYPE).toLowerCase(),
        contentType: parsed.has(FIELD_CONTENT_TYPE) ? parsed.text(FIELD_CONTENT_TYPE) : undefined,
        targetUri: parsed.uri(FIELD_TARGET_URI),
        blockLength,
        header: take(end),
      };
    },
  };
}

/**
 * Returns whether the block may begin with an HTTP header block. Uses the rule of the import, so that the body consists
 * of the bytes that the import hashed. If the payload is as long as the block, the import found no HTTP header block,
 * even if the current rule would find one.
 */
export function hasHttpHead(
  { type, contentType, blockLength, targetUri }: StoredRecordHeader,
  payloadLength?: number,
): boolean {
  if (blockLength === 0 || blockLength === payloadLength) return false;
  return findHttpHeadRule({ type, warcContentType: contentType ?? '', targetUri }) !== HTTP_HEAD_NONE;
}

/** Creates a parser of HTTP header blocks. `parsed` receives the result, and can be shared with other parsers. */
export function createHttpHeadParser(
  blockLength: number,
  parsed = new HttpHead(),
): {
  parse: HeadParser;
  head(end: number, take: PrefixCopier): StoredHttpHead | undefined;
} {
  return {
    parse: (bytes, endsHere) => {
      const whole = endsHere || bytes.length >= blockLength;
      const behind = parsed.parse(bytes, 0, Math.min(bytes.length, blockLength), whole, true);
      return behind === HTTP_HEAD_INCOMPLETE ? WARC_HEADER_INCOMPLETE : behind;
    },
    head: (end, take) => {
      if (end === NOT_AN_HTTP_HEAD || end < 0) return undefined;
      const bytes = take(end);
      const fields = bytes.subarray(bytes.indexOf(LF) + 1);
      return { status: parsed.status, bytes, get: (name) => findFirstField(fields, name.toLowerCase()) };
    },
  };
}
