// What all pieces that a process reads share: memory for the indexes of their blocks, within a budget, and room for what a
// look-up reads.
import { ReadRoom } from './read-room.ts';

export interface PieceMemoryDeps {
  /** Since any moment; never less than before. */
  nowMs(): number;
}

/** What is held of a piece until memory is needed for another. */
export interface Held {
  readonly heldBytes: number;
  /** The greater number was used later. */
  readonly lastUse: number;
  /** Gives it up. */
  release(): void;
}

/** What was read this long ago may have left the kernel's memory. */
const WARM_S = 600;
/** A look-up may need those of two pieces at once, whatever the budget is. */
const LEAST_HELD = 2;

export class PieceMemory {
  readonly #nowMs: () => number;
  readonly #indexBytes: number;
  readonly #held = new Set<Held>();
  #heldBytes = 0;
  #uses = 0;
  readonly room = new ReadRoom();

  /** `indexBytes`: the budget of the indexes. */
  constructor({ nowMs }: PieceMemoryDeps, { indexBytes }: { indexBytes: number }) {
    this.#nowMs = nowMs;
    this.#indexBytes = indexBytes;
  }

  /** In seconds, from 1 on. */
  nowS(): number {
    return 1 + Math.floor(this.#nowMs() / 1000);
  }

  /** What was read at that time or later is warm. */
  warmSinceS(nowS: number): number {
    return Math.max(1, nowS - WARM_S);
  }

  nextUse(): number {
    return ++this.#uses;
  }

  hold(held: Held): void {
    this.#held.add(held);
    this.#heldBytes += held.heldBytes;
    while (this.#heldBytes > this.#indexBytes && this.#held.size > LEAST_HELD)
      this.#longestUnused().release();
  }

  /** Forgets what was released. */
  letGo(held: Held): void {
    if (this.#held.delete(held)) this.#heldBytes -= held.heldBytes;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  #longestUnused(): Held {
    let longest: Held | undefined;
    for (const held of this.#held)
      if (longest === undefined || held.lastUse < longest.lastUse) longest = held;
    return longest!;
  }
}
