// Lookahead buffer of an ARC record: data since the start of its block. If the record's declared length is wrong, the
// next record begins somewhere in this data. Stores nothing before the first line that may be a header.

import { type ByteSpool, RereadBuffer } from '../bytes/reread-buffer.ts';
import { ArcHeaderFinder } from './arc-lines.ts';

/**
 * Number of bytes that may be reread because of wrong lengths in a short input. The limit grows with the input, so that
 * the total work stays linear.
 */
const REREAD_LEAST_BYTES = 16 * 1024 * 1024;
const REREAD_FACTOR = 2;
/** Maximum nesting depth of rereading, because reread bytes may contain another wrong length. */
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

  /** Counts input bytes, on which the limit for rereading depends. */
  pushed(lengthBytes: number): void {
    this.#pushedBytes += lengthBytes;
  }

  /** Empties the buffer, for a new block. */
  begin(): void {
    this.#held?.close();
    this.#held = undefined;
    this.#lengthBytes = 0;
    this.#candidateAt = -1;
    this.#finder.begin(false);
  }

  /** Adds bytes[from, to), which directly follow the bytes added before. */
  keep(bytes: Buffer, from: number, to: number, version: 1 | 2 | undefined): void {
    if (this.#candidateAt >= 0) this.#appendHeld(bytes, from, to);
    else {
      const next = this.#finder.find(bytes, from, to, version);
      if (next >= 0) {
        const { raw } = this.#finder;
        this.#candidateAt = this.#lengthBytes + next - from - raw.length;
        this.#held = new RereadBuffer(this.#openSpool);
        this.#appendHeld(raw, 0, raw.length);
        this.#appendHeld(bytes, next, to);
      }
    }
    this.#lengthBytes += to - from;
  }

  /** Returns whether a line that may be a header begins within the first `limitBytes` of the block. */
  hasCandidate(limitBytes: number): boolean {
    return this.#candidateAt >= 0 && this.#candidateAt < limitBytes;
  }

  /**
   * Returns the bytes to reread, from the first line that may be a header, and their position in the block. Returns
   * undefined if the bytes are not available or the limit is reached.
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

  /** Rereads the stored bytes in chunks. `offset` is the input offset of the first byte. */
  readAgain(held: RereadBuffer, offset: number, read: (piece: Buffer, offset: number) => void): void {
    this.#depth++;
    let at = offset;
    for (let piece = held.next(); piece !== undefined; piece = held.next()) {
      read(piece, at);
      at += piece.length;
    }
    this.#depth--;
  }

  #appendHeld(bytes: Buffer, from: number, to: number): void {
    if (this.#held?.push(bytes, from, to) === false) this.#held = undefined;
  }
}
