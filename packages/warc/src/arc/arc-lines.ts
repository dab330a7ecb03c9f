// Collects header lines of an ARC file, which may be split between chunks. Also searches damaged data for header lines.
import { appendBytes } from '../bytes/append-bytes.ts';
import { type ArcHeader, MAX_ARC_LINE_BYTES } from './arc-header.ts';
import { parseArcHeader } from './arc-header-parser.ts';

const LF = 10;
const CR = 13;
const NOTHING = Buffer.alloc(0);

/** Result of `take` for a line that continues in the next chunk. */
export const LINE_INCOMPLETE = -1;
export const LINE_TOO_LONG = -2;

/** Collects one line at a time. Call `begin` before each line. */
export class ArcLineCollector {
  #held: Buffer = NOTHING;
  #heldLength = 0;
  #raw: Buffer = NOTHING;

  begin(): void {
    this.#heldLength = 0;
    this.#raw = NOTHING;
  }

  /** Adds bytes[start, end). Returns the index after the line, LINE_INCOMPLETE or LINE_TOO_LONG. */
  take(bytes: Buffer, start: number, end: number): number {
    const lf = findLineFeed(bytes, start, end);
    const stop = lf < 0 ? end : lf + 1;
    if (this.#heldLength + stop - start > MAX_ARC_LINE_BYTES) return LINE_TOO_LONG;
    if (lf >= 0 && this.#heldLength === 0) {
      this.#raw = bytes.subarray(start, stop);
      return stop;
    }
    this.#appendHeld(bytes, start, stop);
    this.#raw = this.#held.subarray(0, this.#heldLength);
    return lf < 0 ? LINE_INCOMPLETE : stop;
  }

  /** Collected bytes of the line, including its line end. Valid until the next call. */
  get raw(): Buffer {
    return this.#raw;
  }

  /** Returns a copy of the line without its line end. */
  copy(): Buffer {
    return Buffer.from(stripLineEnd(this.#raw));
  }

  #appendHeld(bytes: Buffer, start: number, end: number): void {
    this.#held = appendBytes(this.#held, this.#heldLength, bytes, start, end);
    this.#heldLength += end - start;
  }
}

/** Searches for a line that is almost certainly a record header. */
export class ArcHeaderFinder {
  /** Last header found. Valid until the next call, like `raw`. */
  header: ArcHeader | undefined;
  readonly #line = new ArcLineCollector();
  readonly #wantsLength: boolean;
  #state: 'fresh' | 'held' | 'passing' = 'fresh';

  /** Creates a finder. With `wantsLength`, ignores header lines without a length, because such lines are damaged. */
  constructor(wantsLength: boolean) {
    this.#wantsLength = wantsLength;
  }

  /** Restarts the search at the beginning of a line or, with `inLine`, in the middle of a line. */
  begin(inLine: boolean): void {
    this.#state = inLine ? 'passing' : 'fresh';
  }

  /** Bytes of the header line found, including its line end. */
  get raw(): Buffer {
    return this.#line.raw;
  }

  /** Searches bytes[start, end). Returns the index after the first header line, or -1 if there is none. */
  find(bytes: Buffer, start: number, end: number, version: 1 | 2 | undefined): number {
    for (let at = start; at < end; ) {
      if (this.#state === 'fresh') {
        this.#state = isLetter(bytes[at]!) ? 'held' : 'passing';
        this.#line.begin();
      }
      if (this.#state === 'passing') {
        const lf = findLineFeed(bytes, at, end);
        if (lf < 0) return -1;
        this.#state = 'fresh';
        at = lf + 1;
        continue;
      }
      const next = this.#line.take(bytes, at, end);
      if (next === LINE_INCOMPLETE) return -1;
      this.#state = next === LINE_TOO_LONG ? 'passing' : 'fresh';
      if (next === LINE_TOO_LONG) continue;
      at = next;
      // Checking the last character first excludes most lines quickly.
      if (this.#wantsLength && !endsInDigit(this.#line.raw)) continue;
      this.header = parseArcHeader(this.#line.copy(), version, 'found');
      if (this.header !== undefined && (!this.#wantsLength || this.header.lengthBytes >= 0)) return at;
    }
    return -1;
  }
}

function findLineFeed(bytes: Buffer, start: number, end: number): number {
  // A loop is faster than indexOf for very short lines.
  for (let at = start; at < end; at++) if (bytes[at] === LF) return at;
  return -1;
}

function stripLineEnd(raw: Buffer): Buffer {
  let end = raw.length;
  while (end > 0 && (raw[end - 1] === LF || raw[end - 1] === CR)) end--;
  return raw.subarray(0, end);
}

function endsInDigit(raw: Buffer): boolean {
  const last = raw[raw.length - (raw[raw.length - 2] === CR ? 3 : 2)] ?? 0;
  return last >= 48 && last <= 57;
}

function isLetter(byte: number): boolean {
  return (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);
}
