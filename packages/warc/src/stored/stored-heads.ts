// The two heads of a stored record, its WARC header and its HTTP head: parsed from as many bytes as there are so far.
import { firstField } from '../head/fields.ts';
import { HEAD_INCOMPLETE, HttpHead, NOT_A_HEAD } from '../head/http-head.ts';
import { HEAD_NONE, headRule } from '../head/import-record.ts';
import { CONTENT_TYPE, INCOMPLETE, TARGET_URI, TYPE, WarcHeader } from '../head/warc-header.ts';

/** What is stored is not the record that was stored. */
export class DamagedRecordError extends Error {
  override readonly name = 'DamagedRecordError';
}

export interface StoredHttpHead {
  /** Undefined when the status line has none. */
  status: number | undefined;
  /** Verbatim, blank line included. */
  bytes: Buffer;
  /** The first field of that name, in any case. */
  get(name: string): string | undefined;
}

export interface RecordHeader {
  /** WARC-Type in lower case. */
  type: string;
  /** Verbatim, blank line included. */
  header: Buffer;
  /** Content-Type of the WARC header. */
  contentType: string | undefined;
  blockLength: number;
  targetUri: string;
}

const LF = 10;
export const MAX_HEADER_BYTES = 256 * 1024;
export const MAX_HTTP_HEAD_BYTES = 1024 * 1024;

/** Answers where the head ends, INCOMPLETE, or another number below 0 when there is none. */
export type ParseHead = (bytes: Buffer, endsHere: boolean) => number;
/** The first bytes of what was parsed. */
type Take = (length: number) => Buffer;

export function headerParser(): { parse: ParseHead; header(end: number, take: Take): RecordHeader } {
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
        type: parsed.text(TYPE).toLowerCase(),
        contentType: parsed.has(CONTENT_TYPE) ? parsed.text(CONTENT_TYPE) : undefined,
        targetUri: parsed.uri(TARGET_URI),
        blockLength,
        header: take(end),
      };
    },
  };
}

/**
 * Follows the rule of the import, so that the body is what was digested then. A payload as long as the block was imported
 * without a head, also where the block is read as having one today.
 */
export function hasHttpHead(
  { type, contentType, blockLength, targetUri }: RecordHeader,
  payloadLength?: number,
): boolean {
  if (blockLength === 0 || blockLength === payloadLength) return false;
  return headRule({ type, warcContentType: contentType ?? '', targetUri }) !== HEAD_NONE;
}

/** `parsed` can be used again once the head was taken. */
export function httpHeadParser(
  blockLength: number,
  parsed = new HttpHead(),
): {
  parse: ParseHead;
  head(end: number, take: Take): StoredHttpHead | undefined;
} {
  return {
    parse: (bytes, endsHere) => {
      const whole = endsHere || bytes.length >= blockLength;
      const behind = parsed.parse(bytes, 0, Math.min(bytes.length, blockLength), whole, true);
      return behind === HEAD_INCOMPLETE ? INCOMPLETE : behind;
    },
    head: (end, take) => {
      if (end === NOT_A_HEAD || end < 0) return undefined;
      const bytes = take(end);
      const fields = bytes.subarray(bytes.indexOf(LF) + 1);
      return { status: parsed.status, bytes, get: (name) => firstField(fields, name.toLowerCase()) };
    },
  };
}
