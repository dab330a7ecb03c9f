// The header of a WARC record: version line and the fields an import needs. The block behind it is not looked at.
import { type LabelledDigest, parseDigest, parseSha1Base32 } from '../bytes/digest-text.ts';
import { trimEnd } from '../bytes/text.ts';
import { parseMeantDate, parseWarcDate } from '../bytes/warc-date.ts';
import { FieldScanner } from './fields.ts';

export const TYPE = 0;
export const RECORD_ID = 1;
export const DATE = 2;
export const TARGET_URI = 3;
export const CONTENT_LENGTH = 4;
export const CONTENT_TYPE = 5;
export const BLOCK_DIGEST = 6;
export const PAYLOAD_DIGEST = 7;
export const REFERS_TO = 8;
export const REFERS_TO_URI = 9;
export const REFERS_TO_DATE = 10;
export const PROFILE = 11;
export const TRUNCATED = 12;
export const SEGMENT_NUMBER = 13;
export const CONCURRENT_TO = 14;
export const WARCINFO_ID = 15;
export const SEGMENT_ORIGIN = 16;
// What a preservation node's own repository writes of the artifact that the record is.
export const HELD_NAMESPACE = 17;
export const HELD_COLLECTION = 18;
export const HELD_AUID = 19;
export const HELD_URI = 20;
export const HELD_VERSION = 21;
export const HELD_STORED_DATE = 22;
export const HELD_LENGTH = 23;
export const HELD_DIGEST = 24;

const NAMES = [
  'warc-type',
  'warc-record-id',
  'warc-date',
  'warc-target-uri',
  'content-length',
  'content-type',
  'warc-block-digest',
  'warc-payload-digest',
  'warc-refers-to',
  'warc-refers-to-target-uri',
  'warc-refers-to-date',
  'warc-profile',
  'warc-truncated',
  'warc-segment-number',
  'warc-concurrent-to',
  'warc-warcinfo-id',
  'warc-segment-origin-id',
  'x-lockssrepo-artifact-namespace',
  'x-lockssrepo-artifact-collection',
  'x-lockssrepo-artifact-auid',
  'x-lockssrepo-artifact-uri',
  'x-lockssrepo-artifact-version',
  'x-lockssrepo-artifact-storeddate',
  'x-lockssrepo-artifact-length',
  'x-lockssrepo-artifact-digest',
];

/** What the parse methods answer instead of an index. */
export const INCOMPLETE = -1;
export const NOT_A_HEADER = -2;

export const MAGIC = Buffer.from('WARC/', 'latin1');
export const MAGIC_BYTES = MAGIC.length;
const SLASH_AT = MAGIC.length - 1;
/** Lengths beyond this are not lengths: 15 digits are exact as a number and more than any file has. */
const MAX_LENGTH_DIGITS = 15;
/** No version line that is one is longer. */
export const VERSION_LINE_BYTES = 24;

/**
 * True when bytes[start, end) begin with `WARC/` or, being shorter, with the beginning of it. In any case: literals in the
 * grammar of the standard are case-insensitive, and JWAT has a valid file with `warc/1.0`.
 */
export function mayBeginRecord(bytes: Uint8Array, start: number, end: number): boolean {
  const length = Math.min(MAGIC.length, end - start);
  for (let at = 0; at < length; at++) {
    const byte = bytes[start + at]!;
    if (byte !== MAGIC[at] && (at === SLASH_AT || byte - 32 !== MAGIC[at])) return false;
  }
  return true;
}

/** A header: `parseVersion`, then `parseFields`. Valid until the bytes it was parsed from change. */
export class WarcHeader {
  version = '';
  #bytes: Buffer = Buffer.alloc(0);
  readonly #blockSha1: LabelledDigest = { algorithm: 'sha1', bytes: new Uint8Array(20) };
  readonly #payloadSha1: LabelledDigest = { algorithm: 'sha1', bytes: new Uint8Array(20) };
  readonly #fields = new FieldScanner(NAMES);

  /** Reads the version line only; the index behind it, INCOMPLETE or NOT_A_HEADER. Never needs more than VERSION_LINE_BYTES. */
  parseVersion(bytes: Buffer, start: number, end: number): number {
    if (!mayBeginRecord(bytes, start, end)) return NOT_A_HEADER;
    const limit = Math.min(end, start + VERSION_LINE_BYTES);
    let lineEnd = Math.min(start + MAGIC.length, limit);
    while (lineEnd < limit && bytes[lineEnd] !== 10) lineEnd++;
    if (lineEnd === limit)
      return limit === end && end - start < VERSION_LINE_BYTES ? INCOMPLETE : NOT_A_HEADER;
    const version = versionAt(bytes, start + MAGIC.length, trimEnd(bytes, start + MAGIC.length, lineEnd));
    if (version === undefined) return NOT_A_HEADER;
    this.version = version;
    return lineEnd + 1;
  }

  /** Reads the fields from `start` on; the index behind the blank line, or INCOMPLETE. */
  parseFields(bytes: Buffer, start: number, end: number): number {
    this.#bytes = bytes;
    return this.#fields.scan(bytes, start, end, false);
  }

  has(field: number): boolean {
    return this.#fields.has(field);
  }

  text(field: number): string {
    return this.#fields.text(field);
  }

  /** The values of a field that may be repeated. */
  texts(field: number): string[] {
    return this.#fields.texts(field);
  }

  /** Like `text`, for values that are the same in many records. */
  repeatedText(field: number): string {
    return this.#fields.repeatedText(field);
  }

  /** A digest field, valid until the next header is read; undefined when its algorithm or spelling is not known. */
  digest(field: number): LabelledDigest | undefined {
    const usual = field === BLOCK_DIGEST ? this.#blockSha1 : this.#payloadSha1;
    const start = this.#fields.valueStart(field);
    const found = parseSha1Base32(this.#bytes, start, this.#fields.valueEnd(field), usual.bytes);
    return found ? usual : parseDigest(this.text(field));
  }

  /** A URI field: enclosing `<>` removed. */
  uri(field: number): string {
    const text = this.text(field);
    return text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
  }

  /** Bytes of the block, or -1 when Content-Length is missing or no plain decimal number. */
  contentLength(): number {
    const start = this.#fields.valueStart(CONTENT_LENGTH);
    const end = this.#fields.valueEnd(CONTENT_LENGTH);
    if (start >= end || end - start > MAX_LENGTH_DIGITS) return -1;
    let length = 0;
    for (let at = start; at < end; at++) {
      const digit = this.#bytes[at]! - 48;
      if (digit < 0 || digit > 9) return -1;
      length = length * 10 + digit;
    }
    return length;
  }

  /** Milliseconds since the epoch, or undefined when missing or no date. */
  dateMs(field: number): number | undefined {
    const start = this.#fields.valueStart(field);
    const end = this.#fields.valueEnd(field);
    return start < end ? parseWarcDate(this.#bytes, start, end) : undefined;
  }

  /** The moment that a date means which is none of WARC/1.1. */
  meantDateMs(field: number): number | undefined {
    const start = this.#fields.valueStart(field);
    const end = this.#fields.valueEnd(field);
    return start < end ? parseMeantDate(this.#bytes, start, end) : undefined;
  }
}

function versionAt(bytes: Buffer, start: number, end: number): string | undefined {
  const text = bytes.toString('latin1', start, end);
  if (text === '1.0') return '1.0';
  return /^[0-9]{1,3}\.[0-9]{1,3}$/.test(text) ? text : undefined;
}
