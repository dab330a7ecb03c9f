// Parses the HTTP header block of a response record: its status line and the three fields that an import needs.

import { decodeHeaderText, equalsIgnoringCase, trimEnd } from '../bytes/text.ts';
import type { ImportedHttpHead } from '../report/types.ts';
import { FieldScanner } from './fields.ts';

const NAMES = ['content-type', 'location', 'transfer-encoding'];
const CONTENT_TYPE = 0;
const LOCATION = 1;
const TRANSFER_ENCODING = 2;

const SPACE = 32;
const TAB = 9;
const LF = 10;
const COLON = 58;
const MAX_PROTOCOL = 16;

/**
 * Matches malformed status lines: `HTTP/1.1 0 OK`, `HTTP/1.1 200OK`, `HTTP/1.1200 OK`, `HTTP/1.1\t200` and `HTTP/1.1`.
 * The status has up to four digits.
 */
const ODD_STATUS_LINE = /^HTTP\/(?:\d\.\d|\d+)?\.?\s*(?:(\d{1,4})(?!\d))?(.*)$/is;
const ODD_BEGIN = Buffer.from('http/', 'latin1');

/** Result of `HttpHead.parse` if the header block does not end in these bytes. */
export const HTTP_HEAD_INCOMPLETE = -1;
export const NOT_AN_HTTP_HEAD = -2;

/**
 * Parses bytes that are exactly one HTTP header block: status line, fields, empty line. Returns undefined for any other
 * bytes. Unlike `HttpHead`, requires every line to be a field or a folded line.
 */
export function parseHttpHead(bytes: Buffer): ImportedHttpHead | undefined {
  const head = new HttpHead();
  if (head.parse(bytes, 0, bytes.length, false) !== bytes.length) return undefined;
  let fieldBefore = false;
  for (let line = bytes.indexOf(LF) + 1; line < bytes.length; ) {
    const next = bytes.indexOf(LF, line) + 1;
    const folded = fieldBefore && (bytes[line] === SPACE || bytes[line] === TAB);
    const blank = next === bytes.length;
    if (!folded && !blank && bytes.subarray(line, next).indexOf(COLON) < 1) return undefined;
    fieldBefore = true;
    line = next;
  }
  return head.toData();
}

/** Parsed HTTP header block. Valid until its bytes change or `parse` is called again. */
export class HttpHead {
  /** Status code. Undefined if the status line has none. */
  status: number | undefined = 0;
  reason = '';
  headLength = 0;
  /** True if the line begins like an HTTP status line but is malformed. */
  hasOddStatus = false;
  readonly #fields = new FieldScanner(NAMES);

  /**
   * Parses the HTTP header block at `start`. Returns the index after its empty line, HTTP_HEAD_INCOMPLETE or
   * NOT_AN_HTTP_HEAD. The reason phrase may be missing. With `endsHere`, the record's block ends at `end`, and the
   * empty line may be missing. With `takesOdd`, accepts any status line that begins with `HTTP/` and a digit.
   */
  parse(bytes: Buffer, start: number, end: number, endsHere: boolean, takesOdd = false): number {
    let nameEnd = start;
    // Searches for the protocol name in a limited number of bytes only, because a body without an HTTP header block may
    // have a very long first line.
    while (nameEnd < end && nameEnd - start < MAX_PROTOCOL && isProtocolByte(bytes[nameEnd]!)) nameEnd++;
    if (nameEnd === end && !endsHere) return HTTP_HEAD_INCOMPLETE;
    const isUsual = nameEnd > start && bytes[nameEnd] === SPACE && isLetter(bytes[start]!);
    const mayBeOdd = takesOdd && mayBeginOddStatus(bytes, start, end);
    if (!isUsual && !mayBeOdd) return NOT_AN_HTTP_HEAD;
    let lineEnd = nameEnd;
    while (lineEnd < end && bytes[lineEnd] !== LF) lineEnd++;
    if (lineEnd === end && !endsHere) return HTTP_HEAD_INCOMPLETE;
    this.hasOddStatus = false;
    if (!isUsual || !this.#parseStatusLine(bytes, nameEnd, trimEnd(bytes, nameEnd, lineEnd))) {
      if (!mayBeOdd) return NOT_AN_HTTP_HEAD;
      this.#parseOddStatusLine(decodeHeaderText(bytes, start, trimEnd(bytes, start, lineEnd)));
    }
    const behind = this.#fields.scan(bytes, Math.min(lineEnd + 1, end), end, endsHere);
    if (behind < 0) return HTTP_HEAD_INCOMPLETE;
    this.headLength = behind - start;
    return behind;
  }

  /** Returns a copy of the parsed values. */
  toData(): ImportedHttpHead {
    const head: ImportedHttpHead = { status: this.status, reason: this.reason, headLength: this.headLength };
    if (this.#fields.has(CONTENT_TYPE)) head.contentType = this.#fields.repeatedText(CONTENT_TYPE);
    if (this.#fields.has(LOCATION)) head.location = this.#fields.text(LOCATION);
    return head;
  }

  /**
   * Returns whether `chunked` is the last transfer coding. The body may still not be chunked, which is common in
   * archives.
   */
  saysChunked(): boolean {
    if (!this.#fields.has(TRANSFER_ENCODING)) return false;
    return this.#fields.repeatedText(TRANSFER_ENCODING).toLowerCase().endsWith('chunked');
  }

  /**
   * Parses malformed status lines that browsers and other tools accept. RFC 9112, section 4, lets recipients accept any
   * white space as the separator. Some programs write a status that does not have three digits, or no status.
   */
  #parseOddStatusLine(line: string): void {
    const [, status, reason] = ODD_STATUS_LINE.exec(line)!;
    this.hasOddStatus = true;
    this.status = status === undefined ? undefined : Number(status);
    this.reason = reason!.trim();
  }

  #parseStatusLine(bytes: Buffer, start: number, end: number): boolean {
    let at = start;
    while (at < end && bytes[at] === SPACE) at++;
    let status = 0;
    const first = at;
    for (; at < end && at < first + 3; at++) {
      const digit = bytes[at]! - 48;
      if (digit < 0 || digit > 9) return false;
      status = status * 10 + digit;
    }
    if (status < 100 || at !== first + 3 || (at < end && bytes[at] !== SPACE)) return false;
    this.status = status;
    while (at < end && bytes[at] === SPACE) at++;
    this.reason = at === end ? '' : decodeReason(bytes, at, end);
    return true;
  }
}

/**
 * Returns whether the bytes begin with `HTTP/` and a digit. They are then an HTTP header block, even if the status line
 * is malformed.
 */
function mayBeginOddStatus(bytes: Buffer, start: number, end: number): boolean {
  const digitAt = start + ODD_BEGIN.length;
  return digitAt < end && isDigit(bytes[digitAt]!) && equalsIgnoringCase(bytes, start, ODD_BEGIN);
}

function isDigit(byte: number): boolean {
  return byte >= 48 && byte <= 57;
}

function isLetter(byte: number): boolean {
  return (byte | 32) >= 97 && (byte | 32) <= 122;
}

/** Matches letters, digits, `/` and `.`, as in `HTTP/1.1` and in other names that servers send (`ICY`, `HTTPX/1.1`). */
function isProtocolByte(byte: number): boolean {
  return isLetter(byte) || (byte >= 46 && byte <= 57);
}

function decodeReason(bytes: Buffer, start: number, end: number): string {
  // Nearly all captures have this reason phrase. The constant avoids allocating a string.
  if (end - start === 2 && bytes[start] === 79 && bytes[start + 1] === 75) return 'OK';
  return decodeHeaderText(bytes, start, end);
}
