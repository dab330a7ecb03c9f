// The usual lines, of eleven columns, written from the bytes of captures into those of the answer: as text each value would
// be decoded, put together and encoded again, which takes most of the time of a long answer.

import type { Capture } from '../../domain/replay/capture.ts';
import { RawCapture } from '../../domain/replay/raw-capture.ts';
import { warcFileName } from '../../domain/replay/warc-name.ts';
import { int32, int64 } from '../../domain/rows/raw-values.ts';
import { writeUuid } from '../shared/byte-writer.ts';
import { cdxLine } from './cdx-fields.ts';
import { TIMESTAMP_DIGITS, writeCdxTimestamp } from './cdx-time.ts';

/** Undefined when they are not all raw. What `cdxLine` gives of each, and line feeds. */
export function cdxLines(captures: readonly Capture[], namespace: string): Buffer | undefined {
  const lines = new Lines(namespace, captures.length);
  for (const capture of captures) {
    if (!(capture instanceof RawCapture)) return undefined;
    lines.add(capture);
  }
  return lines.written();
}

const code = (character: string): number => character.charCodeAt(0);
const [SPACE, DASH, ZERO] = [code(' '), code('-'), code('0')];
const FIRST_PLAIN = 0x21;
const LAST_PLAIN = 0x7e;
const BASE32 = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
const UNKNOWN_MIME = Buffer.from('unk');
const NO_REDIRECT = Buffer.from(' - - ');
const OFFSET = Buffer.from(' 0 ');
const SHA1_BYTES = 20;

const USUAL_LINE_BYTES = 300;
/** Of a line, beside its key, URL, media type and namespace. */
const MOST_BESIDE = 256;

class Lines {
  readonly #namespace: string;
  readonly #nameBegin: Buffer;
  readonly #nameEnd: Buffer;
  #out: Buffer;
  #at = 0;

  constructor(namespace: string, count: number) {
    const [begin = '', end = ''] = warcFileName({ namespace, id: '\0' }).split('\0');
    this.#namespace = namespace;
    this.#nameBegin = Buffer.from(begin);
    this.#nameEnd = Buffer.from(`${end}\n`);
    this.#out = Buffer.allocUnsafe(count * (USUAL_LINE_BYTES + begin.length) + MOST_BESIDE);
  }

  written(): Buffer {
    return this.#out.subarray(0, this.#at);
  }

  add(capture: RawCapture): void {
    const begun = this.#at;
    if (this.#addPlain(capture)) return;
    this.#at = begun;
    const line = `${cdxLine(capture, this.#namespace)}\n`;
    this.#reserve(Buffer.byteLength(line));
    this.#at += this.#out.write(line, this.#at);
  }

  /** False for a line that takes more than copying; what it has written then does not count. */
  #addPlain({ bytes, start }: RawCapture): boolean {
    const timeAt = start + 4 + int32(bytes, start);
    const urlAt = timeAt + 12;
    const mimeAt = urlAt + 4 + int32(bytes, urlAt);
    const statusAt = mimeAt + 4 + Math.max(0, int32(bytes, mimeAt));
    const sha1At = statusAt + 4 + Math.max(0, int32(bytes, statusAt));
    const redirectAt = sha1At + 4 + int32(bytes, sha1At);
    if (int32(bytes, redirectAt) >= 0 || redirectAt - sha1At !== 4 + SHA1_BYTES) return false;
    this.#reserve(statusAt - start + this.#nameBegin.length + MOST_BESIDE);
    this.#copy(bytes, start + 4, timeAt);
    this.#byte(SPACE);
    writeCdxTimestamp(this.#out, this.#at, int64(bytes, timeAt + 4));
    this.#at += TIMESTAMP_DIGITS;
    this.#byte(SPACE);
    if (!this.#copyPlain(bytes, urlAt + 4, mimeAt)) return false;
    this.#byte(SPACE);
    if (int32(bytes, mimeAt) < 0) this.#copy(UNKNOWN_MIME, 0, UNKNOWN_MIME.length);
    else if (!this.#copyPlain(bytes, mimeAt + 4, statusAt)) return false;
    this.#byte(SPACE);
    if (int32(bytes, statusAt) < 0) this.#byte(DASH);
    else this.#number(bytes.readInt16BE(statusAt + 4));
    this.#byte(SPACE);
    this.#base32(bytes, sha1At + 4);
    this.#copy(NO_REDIRECT, 0, NO_REDIRECT.length);
    this.#number(int64(bytes, redirectAt + 8));
    this.#copy(OFFSET, 0, OFFSET.length);
    this.#copy(this.#nameBegin, 0, this.#nameBegin.length);
    this.#uuid(bytes, redirectAt + 20);
    this.#copy(this.#nameEnd, 0, this.#nameEnd.length);
    return true;
  }

  #reserve(length: number): void {
    if (this.#at + length <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(2 * this.#out.length + length);
    this.#out.copy(larger, 0, 0, this.#at);
    this.#out = larger;
  }

  #byte(value: number): void {
    this.#out[this.#at++] = value;
  }

  // Calls into native code cost more than so few bytes.
  #copy(from: Uint8Array, begin: number, end: number): void {
    const out = this.#out;
    let at = this.#at;
    for (let next = begin; next < end; next++) out[at++] = from[next]!;
    this.#at = at;
  }

  /** False where there is anything but printable ASCII, which may have to be escaped. */
  #copyPlain(from: Uint8Array, begin: number, end: number): boolean {
    const out = this.#out;
    let at = this.#at;
    for (let next = begin; next < end; next++) {
      const value = from[next]!;
      if (value < FIRST_PLAIN || value > LAST_PLAIN) return false;
      out[at++] = value;
    }
    this.#at = at;
    return true;
  }

  /** ASCII. */
  #text(text: string): void {
    for (let next = 0; next < text.length; next++) this.#out[this.#at++] = text.charCodeAt(next);
  }

  #number(value: number): void {
    if (value < 0 || value > 0x7fffffff) {
      this.#text(String(value));
      return;
    }
    let digits = 1;
    for (let rest = value; rest >= 10; rest = (rest / 10) | 0) digits++;
    let rest = value;
    for (let at = this.#at + digits - 1; at >= this.#at; at--) {
      const tenth = (rest / 10) | 0;
      this.#out[at] = ZERO + rest - 10 * tenth;
      rest = tenth;
    }
    this.#at += digits;
  }

  /** Five bytes are eight digits. */
  #base32(bytes: Uint8Array, begin: number): void {
    const out = this.#out;
    let at = this.#at;
    for (let next = begin; next < begin + SHA1_BYTES; next += 5) {
      const high = (bytes[next]! << 12) | (bytes[next + 1]! << 4) | (bytes[next + 2]! >> 4);
      const low = ((bytes[next + 2]! & 15) << 16) | (bytes[next + 3]! << 8) | bytes[next + 4]!;
      out[at++] = BASE32[high >> 15]!;
      out[at++] = BASE32[(high >> 10) & 31]!;
      out[at++] = BASE32[(high >> 5) & 31]!;
      out[at++] = BASE32[high & 31]!;
      out[at++] = BASE32[low >> 15]!;
      out[at++] = BASE32[(low >> 10) & 31]!;
      out[at++] = BASE32[(low >> 5) & 31]!;
      out[at++] = BASE32[low & 31]!;
    }
    this.#at = at;
  }

  #uuid(bytes: Uint8Array, begin: number): void {
    this.#at = writeUuid(this.#out, this.#at, bytes, begin);
  }
}
