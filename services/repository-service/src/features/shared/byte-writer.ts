// Text written as bytes into one growing buffer: of what is there as bytes already, nothing is decoded and encoded again.

const code = (character: string): number => character.charCodeAt(0);
const [SPACE, QUOTE, BACKSLASH, DASH, ZERO] = [code(' '), code('"'), code('\\'), code('-'), code('0')];
const HEX = Buffer.from('0123456789abcdef');
/** 00 to 99. */
const PAIRS = Buffer.from(Array.from({ length: 100 }, (_, value) => String(value).padStart(2, '0')).join(''));
const MOST_INT32 = 0x7fffffff;
const TEN_MILLION = 10_000_000;

/** `reserve` makes room; what writes into it does not look whether there is. */
export class ByteWriter {
  #out: Buffer = Buffer.alloc(0);
  #at = 0;

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

  uuid(from: Uint8Array, begin: number): void {
    this.#at = writeUuid(this.#out, this.#at, from, begin);
  }
}

/** Writes the 16 bytes as 36 characters, and answers where they end. */
export function writeUuid(out: Uint8Array, start: number, from: Uint8Array, begin: number): number {
  let at = start;
  for (let next = 0; next < 16; next++) {
    if (next === 4 || next === 6 || next === 8 || next === 10) out[at++] = DASH;
    const value = from[begin + next]!;
    out[at++] = HEX[value >> 4]!;
    out[at++] = HEX[value & 15]!;
  }
  return at;
}

function digitsOf(value: number): number {
  let digits = 1;
  for (let power = 10; power <= value; power *= 10) digits++;
  return digits;
}
