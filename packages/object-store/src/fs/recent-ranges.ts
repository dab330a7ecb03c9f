// Ranges of objects that were read lately: the kernel most likely still has their bytes in its memory, where reading them
// takes less time than asking another thread to. The first read of a range may have to wait for a disk, so it is never one
// for the thread that answers everybody. Own code instead of lru-cache, which needs a text as key, made for every look.

/** What was read this long ago is not counted upon any more; now and then it takes up to twice as long to be forgotten. */
const LATELY_MS = 60_000;
/** Remembered at most, twice over. */
const MOST = 8_192;

/** Lengths by offset, by key: a name for each range would have to be made for every look. */
type Ranges = Map<string, Map<number, number>>;

export class RecentRanges {
  readonly #nowMs: () => number;
  #since: number;
  #recent: Ranges = new Map();
  #added = 0;
  /** Those of the time before. */
  #older: Ranges = new Map();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#since = nowMs();
  }

  has(key: string, offset: number, length: number): boolean {
    this.#age();
    return lengthIn(this.#recent, key, offset) === length || lengthIn(this.#older, key, offset) === length;
  }

  add(key: string, offset: number, length: number): void {
    this.#age();
    const ofKey = this.#recent.get(key) ?? new Map<number, number>();
    this.#recent.set(key, ofKey);
    ofKey.set(offset, length);
    this.#added++;
  }

  #age(): void {
    const nowMs = this.#nowMs();
    if (nowMs - this.#since < LATELY_MS && this.#added < MOST) return;
    this.#older = nowMs - this.#since < 2 * LATELY_MS ? this.#recent : new Map();
    this.#recent = new Map();
    this.#added = 0;
    this.#since = nowMs;
  }
}

function lengthIn(ranges: Ranges, key: string, offset: number): number | undefined {
  return ranges.get(key)?.get(offset);
}
