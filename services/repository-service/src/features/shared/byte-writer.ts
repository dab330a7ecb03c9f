// Encodes text and numbers into a growing buffer, and copies existing bytes without decoding them.

const code = (character: string): number => character.charCodeAt(0);
const [SPACE, QUOTE, BACKSLASH, DASH, ZERO] = [code(' '), code('"'), code('\\'), code('-'), code('0')];
const [FIRST_PLAIN, LAST_PLAIN] = [0x21, 0x7e];
const HEX = Buffer.from('0123456789abcdef');
const BASE32 = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
/** The texts 00 to 99. */
const PAIRS = Buffer.from(Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0')).join(''));
const MOST_INT32 = 0x7fffffff;
const TEN_MILLION = 10_000_000;
/** Minimum number of bytes for a native copy. For fewer bytes, a loop is faster. */
const MANY_BYTES = 48;
const NO_ROOM = Buffer.alloc(0);

/** Writes into a buffer that grows on `reserve`. Most methods do not check the capacity, so call `reserve` first. */
export class ByteWriter {
  #out: Buffer;
  #at = 0;

  /** Starts with `room` as its buffer, and replaces it with a larger one when it is full. */
  constructor(room: Buffer = NO_ROOM) {
    this.#out = room;
  }

  /** Position in bytes. */
  get at(): number {
    return this.#at;
  }

  /** Discards all bytes at or after this position. */
  goBack(at: number): void {
    this.#at = at;
  }

  written(): Buffer {
    return this.#out.subarray(0, this.#at);
  }

  reserve(lengthBytes: number): void {
    if (this.#at + lengthBytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(2 * this.#out.length + lengthBytes);
    this.#out.copy(larger, 0, 0, this.#at);
    this.#out = larger;
  }

  /** Writes any text and reserves the capacity for it. */
  text(text: string): void {
    this.reserve(3 * text.length);
    this.#at += this.#out.write(text, this.#at);
  }

  bytes(from: Uint8Array): void {
    this.#out.set(from, this.#at);
    this.#at += from.length;
  }

  byte(value: number): void {
    this.#out[this.#at++] = value;
  }

  /** Calls `write` to fill the next `lengthBytes` bytes and advances the position by this number. */
  by<Value>(
    lengthBytes: number,
    write: (out: Uint8Array, at: number, value: Value) => void,
    value: Value,
  ): void {
    write(this.#out, this.#at, value);
    this.#at += lengthBytes;
  }

  copy(from: Buffer, begin: number, end: number): void {
    const out = this.#out;
    let at = this.#at;
    if (end - begin >= MANY_BYTES) {
      at += from.copy(out, at, begin, end);
    } else {
      for (let next = begin; next < end; next++) out[at++] = from[next]!;
    }
    this.#at = at;
  }

  /** Writes printable ASCII without spaces. Returns false and writes nothing if the text contains other characters. */
  plain(from: Uint8Array, begin: number, end: number): boolean {
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

  /** Writes UTF-8 text that needs no JSON escapes. Returns false and writes nothing for any other text. */
  jsonPlain(from: Uint8Array, begin: number, end: number): boolean {
    const out = this.#out;
    let at = this.#at;
    for (let next = begin; next < end; next++) {
      const value = from[next]!;
      if (value < SPACE || value === QUOTE || value === BACKSLASH) return false;
      out[at++] = value;
    }
    this.#at = at;
    return true;
  }

  /** Writes a safe integer. */
  integer(value: number): void {
    if (value < 0) {
      for (const digit of String(value)) this.#out[this.#at++] = code(digit);
    } else if (value <= MOST_INT32) this.#digits(value, countDigits(value));
    else {
      const high = Math.floor(value / TEN_MILLION);
      this.integer(high);
      this.#digits(value - high * TEN_MILLION, 7);
    }
  }

  #digits(value: number, count: number): void {
    const out = this.#out;
    const begin = this.#at;
    let rest = value | 0;
    let at = begin + count;
    // Writes two digits per step with a table, because a division takes longer than a table look-up.
    while (at - begin >= 2) {
      const hundredth = (rest / 100) | 0;
      const two = 2 * (rest - 100 * hundredth);
      out[--at] = PAIRS[two + 1]!;
      out[--at] = PAIRS[two]!;
      rest = hundredth;
    }
    if (at > begin) out[begin] = ZERO + rest;
    this.#at += count;
  }

  hex(from: Uint8Array, begin: number, end: number): void {
    const out = this.#out;
    let at = this.#at;
    for (let next = begin; next < end; next++) {
      const value = from[next]!;
      out[at++] = HEX[value >> 4]!;
      out[at++] = HEX[value & 15]!;
    }
    this.#at = at;
  }

  /** Writes bytes as base32. Their number must be a multiple of five. */
  base32(from: Uint8Array, begin: number, end: number): void {
    const out = this.#out;
    let at = this.#at;
    for (let next = begin; next < end; next += 5) {
      const high = (from[next]! << 12) | (from[next + 1]! << 4) | (from[next + 2]! >> 4);
      const low = ((from[next + 2]! & 15) << 16) | (from[next + 3]! << 8) | from[next + 4]!;
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

  /** Writes 16 bytes as a UUID of 36 characters. */
  uuid(from: Uint8Array, begin: number): void {
    const out = this.#out;
    let at = this.#at;
    for (let next = 0; next < 16; next++) {
      if (next === 4 || next === 6 || next === 8 || next === 10) out[at++] = DASH;
      const value = from[begin + next]!;
      out[at++] = HEX[value >> 4]!;
      out[at++] = HEX[value & 15]!;
    }
    this.#at = at;
  }
}

function countDigits(value: number): number {
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits++;
  return digits;
}
