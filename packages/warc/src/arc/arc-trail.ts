// What was read since the block of an ARC record began, as far as it may have to be read again: when the record's length
// is wrong, the next record begins somewhere in it. Nothing is held before a line shows that may be its header.

import { type ByteSpool, HeldBytes } from '../bytes/held-bytes.ts';
import { HeaderFinder } from './arc-lines.ts';

/** Bytes that may be read again because of wrong lengths: keeps the whole linear. */
const REREAD_LEAST_BYTES = 16 * 1024 * 1024;
const REREAD_FACTOR = 2;
/** Wrong lengths within what is read again because of another one. */
const REREAD_DEPTH = 20;

export class ArcTrail {
  readonly #openSpool: (() => ByteSpool) | undefined;
  readonly #finder = new HeaderFinder(true);
  #held: HeldBytes | undefined;
  #lengthBytes = 0;
  #candidateAt = -1;
  #pushedBytes = 0;
  #rereadBytes = 0;
  #depth = 0;

  constructor(openSpool: (() => ByteSpool) | undefined) {
    this.#openSpool = openSpool;
  }

  /** Says that so many bytes of input came. */
  pushed(lengthBytes: number): void {
    this.#pushedBytes += lengthBytes;
  }

  /** Forgets the trail and begins another. */
  begin(): void {
    this.#held?.close();
    this.#held = undefined;
    this.#lengthBytes = 0;
    this.#candidateAt = -1;
    this.#finder.begin(false);
  }

  /** Takes bytes[from, to), which go on where the trail ended. */
  keep(bytes: Buffer, from: number, to: number, version: 1 | 2 | undefined): void {
    if (this.#candidateAt >= 0) this.#hold(bytes, from, to);
    else {
      const next = this.#finder.find(bytes, from, to, version);
      if (next >= 0) {
        const { raw } = this.#finder;
        this.#candidateAt = this.#lengthBytes + next - from - raw.length;
        this.#held = new HeldBytes(this.#openSpool);
        this.#hold(raw, 0, raw.length);
        this.#hold(bytes, next, to);
      }
    }
    this.#lengthBytes += to - from;
  }

  /** Whether a line that may be a header begins in the first `limitBytes`. */
  hasCandidate(limitBytes: number): boolean {
    return this.#candidateAt >= 0 && this.#candidateAt < limitBytes;
  }

  /** Hands over what must be read again, and where it begins behind the beginning of the block; undefined if it cannot be. */
  take(): { held: HeldBytes; at: number } | undefined {
    const held = this.#held;
    if (held === undefined || this.#depth >= REREAD_DEPTH) return undefined;
    const mostBytes = REREAD_LEAST_BYTES + this.#pushedBytes * REREAD_FACTOR;
    if (this.#rereadBytes + held.lengthBytes > mostBytes) return undefined;
    this.#rereadBytes += held.lengthBytes;
    this.#held = undefined;
    return { held, at: this.#candidateAt };
  }

  /** Reads the held bytes again, piece by piece; `offset` is where the first of them lies in the input. */
  readAgain(held: HeldBytes, offset: number, read: (piece: Buffer, offset: number) => void): void {
    this.#depth++;
    let at = offset;
    for (let piece = held.next(); piece !== undefined; piece = held.next()) {
      read(piece, at);
      at += piece.length;
    }
    this.#depth--;
  }

  #hold(bytes: Buffer, from: number, to: number): void {
    if (this.#held?.push(bytes, from, to) === false) this.#held = undefined;
  }
}
