// Ranges that were read lately, by name: the kernel most likely still has their bytes in its memory, where reading them
// takes less time than asking another thread to. The first read of a range may have to wait for a disk, so it is never one
// for the thread that answers everybody.

/** What was read this long ago is not counted upon any more; now and then it takes up to twice as long to be forgotten. */
const LATELY_MS = 60_000;
/** Remembered at most, twice over. */
const MOST = 8_192;

export class RecentRanges {
  readonly #nowMs: () => number;
  #since: number;
  #recent = new Set<string>();
  /** Those of the time before. */
  #older = new Set<string>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#since = nowMs();
  }

  has(range: string): boolean {
    this.#age();
    return this.#recent.has(range) || this.#older.has(range);
  }

  add(range: string): void {
    this.#age();
    this.#recent.add(range);
  }

  #age(): void {
    const nowMs = this.#nowMs();
    if (nowMs - this.#since < LATELY_MS && this.#recent.size < MOST) return;
    this.#older = nowMs - this.#since < 2 * LATELY_MS ? this.#recent : new Set();
    this.#recent = new Set();
    this.#since = nowMs;
  }
}
