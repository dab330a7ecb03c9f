// Records ranges that were read recently. Their bytes are probably in the kernel's page cache, where a synchronous read
// is faster than a read in another thread. The first read of a range may have to wait for a disk, so it is never
// synchronous. Does not use lru-cache, which needs a text key for every look-up.

/**
 * Time after which a range may have left the page cache. Ranges are discarded by generation, so each is recorded for up
 * to twice this time.
 */
const LATELY_MS = 60_000;
/** Maximum number of ranges in each of the two generations. */
const MOST = 8_192;

/** Lengths of ranges by key and offset. Nested maps need no combined text key. */
type RangeLengthMap = Map<string, Map<number, number>>;

export class RecentRanges {
  readonly #nowMs: () => number;
  #since: number;
  #recent: RangeLengthMap = new Map();
  #added = 0;
  /** Ranges of the previous generation. */
  #older: RangeLengthMap = new Map();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#since = nowMs();
  }

  has(key: string, offset: number, length: number): boolean {
    this.#discardOldRanges();
    return (
      findLength(this.#recent, key, offset) === length || findLength(this.#older, key, offset) === length
    );
  }

  add(key: string, offset: number, length: number): void {
    this.#discardOldRanges();
    const ofKey = this.#recent.get(key) ?? new Map<number, number>();
    this.#recent.set(key, ofKey);
    ofKey.set(offset, length);
    this.#added++;
  }

  #discardOldRanges(): void {
    const nowMs = this.#nowMs();
    if (nowMs - this.#since < LATELY_MS && this.#added < MOST) return;
    this.#older = nowMs - this.#since < 2 * LATELY_MS ? this.#recent : new Map();
    this.#recent = new Map();
    this.#added = 0;
    this.#since = nowMs;
  }
}

function findLength(ranges: RangeLengthMap, key: string, offset: number): number | undefined {
  return ranges.get(key)?.get(offset);
}
