// Text written as bytes into one growing buffer: of what is there as bytes already, nothing is decoded and encoded again.

const code = (character: string): number => character.charCodeAt(0);
const [SPACE, QUOTE, BACKSLASH, DASH, ZERO] = [code(' '), code('"'), code('\\'), code('-'), code('0')];
const [FIRST_PLAIN, LAST_PLAIN] = [0x21, 0x7e];
const HEX = Buffer.from('0123456789abcdef');
const BASE32 = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
/** 00 to 99. */
const PAIRS = Buffer.from(Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0')).join(''));
const MOST_INT32 = 0x7fffffff;
const TEN_MILLION = 10_000_000;
/** A call into native code takes as long as the copying of so few bytes here. */
const MANY_BYTES = 48;
const NO_ROOM = Buffer.alloc(0);

/** `reserve` makes room; what writes into it does not look whether there is. */
export class ByteWriter {
  #out: Buffer;
  #at = 0;

  /** `room` is written to as long as it is enough. */
  constructor(room: Buffer = NO_ROOM) {
    this.#out = room;
  }

  /** How much is written. */
  get at(): number {
    return this.#at;
  }

  /** Forgets what was written from there on. */
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

  /** Any text; makes its room itself. */
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

  /** What `write` writes there, which is always of that length. */
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

  /** Printable ASCII; false, and nothing, where there is anything else. */
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

  /** What stands in a string of JSON as it stands in the text, UTF-8; false, and nothing, where something must be escaped. */
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

  /** A safe integer. */
  integer(value: number): void {
    if (value < 0) {
      for (const digit of String(value)) this.#out[this.#at++] = code(digit);
    } else if (value <= MOST_INT32) this.#digits(value, digitsOf(value));
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
    // Two at a time: to divide takes longer than to look up.
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

  /** Five bytes are eight digits: of so many bytes that none is left over. */
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

  /** 16 bytes as 36 characters. */
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

function digitsOf(value: number): number {
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits++;
  return digits;
}
