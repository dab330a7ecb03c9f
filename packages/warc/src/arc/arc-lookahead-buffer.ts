// Lookahead buffer of an ARC record: the bytes since the beginning of its block. If the record's length is wrong, the
// next record begins somewhere in these bytes. Nothing is stored until a line appears that may be a header.

import { type ByteSpool, RereadBuffer } from '../bytes/reread-buffer.ts';
import { ArcHeaderFinder } from './arc-lines.ts';

/**
 * Number of bytes that may be read again because of wrong lengths, even if the input is short. For longer inputs, the
 * limit grows with the input, so the total work stays linear.
 */
const REREAD_LEAST_BYTES = 16 * 1024 * 1024;
const REREAD_FACTOR = 2;
/** Maximum nesting depth of wrong lengths inside bytes that are read again. */
const REREAD_DEPTH = 20;

export class ArcLookaheadBuffer {
  readonly #openSpool: (() => ByteSpool) | undefined;
  readonly #finder = new ArcHeaderFinder(true);
  #held: RereadBuffer | undefined;
  #lengthBytes = 0;
  #candidateAt = -1;
  #pushedBytes = 0;
  #rereadBytes = 0;
  #depth = 0;

  constructor(openSpool: (() => ByteSpool) | undefined) {
    this.#openSpool = openSpool;
  }

  /** Counts bytes of the input, which determine how much may be read again. */
  pushed(lengthBytes: number): void {
    this.#pushedBytes += lengthBytes;
  }

  /** Discards the buffer and starts a new one. */
  begin(): void {
    this.#held?.close();
    this.#held = undefined;
    this.#lengthBytes = 0;
    this.#candidateAt = -1;
    this.#finder.begin(false);
  }

  /** Appends bytes[from, to), which follow the bytes appended before. */
  keep(bytes: Buffer, from: number, to: number, version: 1 | 2 | undefined): void {
    if (this.#candidateAt >= 0) this.#hold(bytes, from, to);
    else {
      const next = this.#finder.find(bytes, from, to, version);
      if (next >= 0) {
        const { raw } = this.#finder;
        this.#candidateAt = this.#lengthBytes + next - from - raw.length;
        this.#held = new RereadBuffer(this.#openSpool);
        this.#hold(raw, 0, raw.length);
        this.#hold(bytes, next, to);
      }
    }
    this.#lengthBytes += to - from;
  }

  /** Returns whether a line that may be a header begins within the first `limitBytes`. */
  hasCandidate(limitBytes: number): boolean {
    return this.#candidateAt >= 0 && this.#candidateAt < limitBytes;
  }

  /**
   * Returns the bytes to read again and their position, counted from the beginning of the block. Returns undefined if
   * the bytes are not available or the limit is reached.
   */
  take(): { held: RereadBuffer; at: number } | undefined {
    const held = this.#held;
    if (held === undefined || this.#depth >= REREAD_DEPTH) return undefined;
    const mostBytes = REREAD_LEAST_BYTES + this.#pushedBytes * REREAD_FACTOR;
    if (this.#rereadBytes + held.lengthBytes > mostBytes) return undefined;
    this.#rereadBytes += held.lengthBytes;
    this.#held = undefined;
    return { held, at: this.#candidateAt };
  }

  /** Reads the held bytes again in pieces; `offset` is the position of the first byte in the input. */
  readAgain(held: RereadBuffer, offset: number, read: (piece: Buffer, offset: number) => void): void {
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
