// Removes chunk framing (RFC 9112, section 7.1) from a body that arrives in several buffers. A body with an error
// before its last chunk is considered not chunked. The message ends with the last chunk; bytes after it are ignored.

const SIZE = 0;
const EXTENSION = 1;
const DATA = 2;
const DATA_CR = 3;
const DATA_LF = 4;
const TRAILER_START = 5;
const TRAILER_LINE = 6;
const TRAILER_LF = 7;
const DONE = 8;
const FAILED = 9;

const CR = 13;
const LF = 10;
const COLON = 58;
const MAX_SIZE_DIGITS = 12;
const MAX_LINE_BYTES = 65_536;

/**
 * Removes chunk framing. Call `push` until it has consumed all bytes. Each call finds at most one range of data,
 * [dataStart, dataEnd) in the pushed bytes. At the end, `complete` is true if the body was chunked.
 */
export class Dechunker {
  dataStart = 0;
  dataEnd = 0;
  #state = SIZE;
  #left = 0;
  #digits = 0;
  #lineBytes = 0;
  /** True if a chunk contained data. */
  #hasData = false;
  /** True if the size line of the current chunk ended in LF without CR. */
  #hasBareLf = false;
  #trailingBytes = 0;
  /** True if the current line of the trailer section contains a colon. */
  #isField = false;
  /** True if the bytes after the last chunk are not a trailer section. */
  #hasOtherLine = false;

  reset(): void {
    this.#state = SIZE;
    this.#left = 0;
    this.#digits = 0;
    this.#lineBytes = 0;
    this.#hasData = false;
    this.#hasBareLf = false;
    this.#trailingBytes = 0;
    this.#isField = false;
    this.#hasOtherLine = false;
  }

  /**
   * True after a complete sequence of chunks, whatever bytes follow. The final line end may be missing. Bytes after the
   * last chunk that are not a trailer section do not belong to the message. If such bytes follow and no chunk contained
   * data, the body is not chunked: it is a text that starts with 0.
   */
  get complete(): boolean {
    if (this.#state === DONE) return true;
    return (
      (this.#state === TRAILER_START && this.#lineBytes === 0) || (this.#hasData && this.#isAfterTrailer)
    );
  }

  /** True if other bytes follow the message, or follow the last chunk in place of a trailer section. */
  get hasTrailing(): boolean {
    return this.#trailingBytes > 0 || this.#isAfterTrailer;
  }

  get #isAfterTrailer(): boolean {
    return (
      this.#hasOtherLine || (this.#state === TRAILER_LINE && !this.#isField) || this.#state === TRAILER_LF
    );
  }

  get failed(): boolean {
    return this.#state === FAILED;
  }

  /** Reads bytes[start, end) up to the end of one range of data. Returns the index to continue at, or -1 on errors. */
  push(bytes: Uint8Array, start: number, end: number): number {
    this.dataStart = 0;
    this.dataEnd = 0;
    for (let at = start; at < end; at++) {
      if (this.#state === DATA) return this.#readData(at, end);
      if (this.#state === DONE && this.#mayBeFollowed) {
        this.#trailingBytes += end - at;
        return end;
      }
      this.#state = this.#readFrameByte(bytes[at]!);
      if (this.#state === FAILED) return -1;
    }
    return end;
  }

  /** If no chunk contained data, only an empty line directly after `0` CR LF certainly ends the message. */
  get #mayBeFollowed(): boolean {
    return this.#hasData || (this.#lineBytes === 0 && !this.#hasBareLf);
  }

  #readData(start: number, end: number): number {
    const length = Math.min(this.#left, end - start);
    this.dataStart = start;
    this.dataEnd = start + length;
    this.#left -= length;
    this.#hasData = true;
    if (this.#left === 0) this.#state = DATA_CR;
    return start + length;
  }

  #readFrameByte(byte: number): number {
    switch (this.#state) {
      case SIZE:
        return this.#readSizeByte(byte);
      case EXTENSION:
        if (byte === LF) return this.#endSizeLine();
        return ++this.#lineBytes > MAX_LINE_BYTES ? FAILED : EXTENSION;
      case DATA_CR:
        return byte === CR ? DATA_LF : byte === LF ? this.#beginSize() : FAILED;
      case DATA_LF:
        return byte === LF ? this.#beginSize() : FAILED;
      case TRAILER_START:
        if (byte === LF) return DONE;
        if (byte === CR) return TRAILER_LF;
        this.#lineBytes++;
        this.#isField = false;
        return TRAILER_LINE;
      case TRAILER_LINE:
        if (byte === COLON) this.#isField = true;
        if (byte === LF) {
          this.#hasOtherLine ||= !this.#isField;
          return TRAILER_START;
        }
        if (++this.#lineBytes <= MAX_LINE_BYTES) return TRAILER_LINE;
        return this.#hasData ? DONE : FAILED;
      case TRAILER_LF:
        if (byte === LF) return DONE;
        this.#trailingBytes++;
        return this.#hasData ? DONE : FAILED;
      default:
        return FAILED;
    }
  }

  #readSizeByte(byte: number): number {
    const digit = parseHexDigit(byte);
    if (digit >= 0) {
      if (++this.#digits > MAX_SIZE_DIGITS) return FAILED;
      this.#left = this.#left * 16 + digit;
      return SIZE;
    }
    if (this.#digits === 0) return FAILED;
    if (byte === LF) {
      this.#hasBareLf = true;
      return this.#endSizeLine();
    }
    return byte === CR || byte === 32 || byte === 9 || byte === 59 ? EXTENSION : FAILED;
  }

  #endSizeLine(): number {
    this.#lineBytes = 0;
    return this.#left === 0 ? TRAILER_START : DATA;
  }

  #beginSize(): number {
    this.#digits = 0;
    this.#left = 0;
    return SIZE;
  }
}

function parseHexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
