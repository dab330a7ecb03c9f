// A map that forgets what was not asked for lately.

export class RecentlyUsed<Value> {
  readonly #capacity: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  /** The last `capacity` values that were set or asked for are there; never more than twice as many. */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string): Value | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const before = this.#old.get(key);
    if (before !== undefined) this.set(key, before);
    return before;
  }

  set(key: string, value: Value): void {
    this.#young.set(key, value);
    if (this.#young.size < this.#capacity) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
