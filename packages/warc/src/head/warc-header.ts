// Parses the header of a WARC record: its version line and the fields that an import needs. Does not read the block.
import {
  type LabelledDigest,
  parseDigest,
  parseLenientDate,
  parseSha1Base32,
  parseWarcDate,
} from '../bytes/header-values.ts';
import { trimEnd } from '../bytes/text.ts';
import { FieldScanner } from './fields.ts';

export const FIELD_TYPE = 0;
export const FIELD_RECORD_ID = 1;
export const FIELD_DATE = 2;
export const FIELD_TARGET_URI = 3;
export const FIELD_CONTENT_LENGTH = 4;
export const FIELD_CONTENT_TYPE = 5;
export const FIELD_BLOCK_DIGEST = 6;
export const FIELD_PAYLOAD_DIGEST = 7;
export const FIELD_REFERS_TO = 8;
export const FIELD_REFERS_TO_URI = 9;
export const FIELD_REFERS_TO_DATE = 10;
export const FIELD_PROFILE = 11;
export const FIELD_TRUNCATED = 12;
export const FIELD_SEGMENT_NUMBER = 13;
export const FIELD_CONCURRENT_TO = 14;
export const FIELD_WARCINFO_ID = 15;
export const FIELD_SEGMENT_ORIGIN = 16;
// Fields in which a LOCKSS repository describes an artifact.
export const FIELD_LOCKSS_NAMESPACE = 17;
export const FIELD_LOCKSS_COLLECTION = 18;
export const FIELD_LOCKSS_AUID = 19;
export const FIELD_LOCKSS_URI = 20;
export const FIELD_LOCKSS_VERSION = 21;
export const FIELD_LOCKSS_STORED_DATE = 22;
export const FIELD_LOCKSS_LENGTH = 23;
export const FIELD_LOCKSS_DIGEST = 24;

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

/** Negative results of the parse methods. All other results are indexes. */
export const WARC_HEADER_INCOMPLETE = -1;
export const NOT_A_WARC_HEADER = -2;

export const WARC_MAGIC = Buffer.from('WARC/', 'latin1');
export const WARC_MAGIC_BYTES = WARC_MAGIC.length;
const SLASH_AT = WARC_MAGIC.length - 1;
/**
 * Maximum number of digits of a length. JavaScript represents numbers of 15 digits exactly, and no file is so large.
 */
const MAX_LENGTH_DIGITS = 15;
/** Maximum length of a valid version line. */
export const MAX_VERSION_LINE_BYTES = 24;

/**
 * Returns whether bytes[start, end) begin with `WARC/` or are a prefix of it, in any case. The standard's grammar is
 * not case-sensitive, and the test files of JWAT include a valid file with `warc/1.0`.
 */
export function mayBeginRecord(bytes: Uint8Array, start: number, end: number): boolean {
  const length = Math.min(WARC_MAGIC.length, end - start);
  for (let at = 0; at < length; at++) {
    const byte = bytes[start + at]!;
    if (byte !== WARC_MAGIC[at] && (at === SLASH_AT || byte - 32 !== WARC_MAGIC[at])) return false;
  }
  return true;
}

/** Parsed WARC header. Call `parseVersion`, then `parseFields`. Valid until the parsed bytes change. */
export class WarcHeader {
  version = '';
  #bytes: Buffer = Buffer.alloc(0);
  readonly #blockSha1: LabelledDigest = { algorithm: 'sha1', bytes: new Uint8Array(20) };
  readonly #payloadSha1: LabelledDigest = { algorithm: 'sha1', bytes: new Uint8Array(20) };
  readonly #fields = new FieldScanner(NAMES);

  /**
   * Parses the version line. Returns the index after it, WARC_HEADER_INCOMPLETE or NOT_A_WARC_HEADER. Needs at most
   * MAX_VERSION_LINE_BYTES.
   */
  parseVersion(bytes: Buffer, start: number, end: number): number {
    if (!mayBeginRecord(bytes, start, end)) return NOT_A_WARC_HEADER;
    const limit = Math.min(end, start + MAX_VERSION_LINE_BYTES);
    let lineEnd = Math.min(start + WARC_MAGIC.length, limit);
    while (lineEnd < limit && bytes[lineEnd] !== 10) lineEnd++;
    if (lineEnd === limit)
      return limit === end && end - start < MAX_VERSION_LINE_BYTES
        ? WARC_HEADER_INCOMPLETE
        : NOT_A_WARC_HEADER;
    const version = parseVersionNumber(
      bytes,
      start + WARC_MAGIC.length,
      trimEnd(bytes, start + WARC_MAGIC.length, lineEnd),
    );
    if (version === undefined) return NOT_A_WARC_HEADER;
    this.version = version;
    return lineEnd + 1;
  }

  /** Parses the fields from `start` on. Returns the index after the empty line, or WARC_HEADER_INCOMPLETE. */
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

  /** Returns all values of a field that may be repeated. */
  texts(field: number): string[] {
    return this.#fields.texts(field);
  }

  /** Returns the same string as `text`, from a cache. Intended for values that many records have in common. */
  repeatedText(field: number): string {
    return this.#fields.repeatedText(field);
  }

  /**
   * Returns the digest in a field, or undefined if its algorithm or encoding is not supported. The result is valid
   * until the next header is parsed.
   */
  digest(field: number): LabelledDigest | undefined {
    const usual = field === FIELD_BLOCK_DIGEST ? this.#blockSha1 : this.#payloadSha1;
    const start = this.#fields.valueStart(field);
    const found = parseSha1Base32(this.#bytes, start, this.#fields.valueEnd(field), usual.bytes);
    return found ? usual : parseDigest(this.text(field));
  }

  /** Returns a URI field without enclosing `<>`. */
  uri(field: number): string {
    const text = this.text(field);
    return text.startsWith('<') && text.endsWith('>') ? text.slice(1, -1) : text;
  }

  /** Returns the length of the block in bytes, or -1 if Content-Length is missing or not a plain decimal number. */
  contentLength(): number {
    const start = this.#fields.valueStart(FIELD_CONTENT_LENGTH);
    const end = this.#fields.valueEnd(FIELD_CONTENT_LENGTH);
    if (start >= end || end - start > MAX_LENGTH_DIGITS) return -1;
    let length = 0;
    for (let at = start; at < end; at++) {
      const digit = this.#bytes[at]! - 48;
      if (digit < 0 || digit > 9) return -1;
      length = length * 10 + digit;
    }
    return length;
  }

  /** Returns the date as Unix time in milliseconds, or undefined if the field is missing or not a date. */
  dateMs(field: number): number | undefined {
    const start = this.#fields.valueStart(field);
    const end = this.#fields.valueEnd(field);
    return start < end ? parseWarcDate(this.#bytes, start, end) : undefined;
  }

  /** Like `dateMs`, but also accepts `24:00:00`. */
  meantDateMs(field: number): number | undefined {
    const start = this.#fields.valueStart(field);
    const end = this.#fields.valueEnd(field);
    return start < end ? parseLenientDate(this.#bytes, start, end) : undefined;
  }
}

function parseVersionNumber(bytes: Buffer, start: number, end: number): string | undefined {
  const text = bytes.toString('latin1', start, end);
  if (text === '1.0') return '1.0';
  return /^[0-9]{1,3}\.[0-9]{1,3}$/.test(text) ? text : undefined;
}
