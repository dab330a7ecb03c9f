// Memory shared by all pieces of a process: block indexes within a budget, and the read buffer of look-ups.
import { ReadRoom } from './read-room.ts';

export interface PieceMemoryDeps {
  /** Monotonic clock with any origin, in milliseconds. */
  nowMs(): number;
}

/** Memory of a piece that may be released when another piece needs it. */
export interface ReleasableMemory {
  readonly heldBytes: number;
  /** A greater number means a more recent use. */
  readonly lastUse: number;
  /** Releases the memory. */
  release(): void;
}

/** Blocks not read for this long may have left the page cache. */
const WARM_S = 600;
/** Minimum number of indexes kept, whatever the budget: a look-up may need two. */
const LEAST_HELD = 2;

export class PieceMemory {
  readonly #nowMs: () => number;
  readonly #indexBytes: number;
  readonly #held = new Set<ReleasableMemory>();
  #heldBytes = 0;
  #uses = 0;
  readonly room = new ReadRoom();

  /** `indexBytes`: budget of the indexes. */
  constructor({ nowMs }: PieceMemoryDeps, { indexBytes }: { indexBytes: number }) {
    this.#nowMs = nowMs;
    this.#indexBytes = indexBytes;
  }

  /** Returns the time in seconds, at least 1. */
  nowS(): number {
    return 1 + Math.floor(this.#nowMs() / 1000);
  }

  /** Returns the time since which reads count as warm. */
  warmSinceS(nowS: number): number {
    return Math.max(1, nowS - WARM_S);
  }

  nextUse(): number {
    return ++this.#uses;
  }

  hold(held: ReleasableMemory): void {
    this.#held.add(held);
    this.#heldBytes += held.heldBytes;
    while (this.#heldBytes > this.#indexBytes && this.#held.size > LEAST_HELD)
      this.#longestUnused().release();
  }

  /** Removes released memory from the account. */
  letGo(held: ReleasableMemory): void {
    if (this.#held.delete(held)) this.#heldBytes -= held.heldBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  #longestUnused(): ReleasableMemory {
    let longest: ReleasableMemory | undefined;
    for (const held of this.#held)
      if (longest === undefined || held.lastUse < longest.lastUse) longest = held;
    return longest!;
  }
}
