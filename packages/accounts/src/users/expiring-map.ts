// A map of bounded size that forgets: what was put in or used too long ago, and what is used least when it is full.

export interface ExpiringMapLimits {
  readonly ttlMs: number;
  readonly maxSize: number;
}

export class ExpiringMap<Value> {
  // A Map iterates in insertion order: the first entry is the one put in or used longest ago.
  readonly #entries = new Map<string, { readonly value: Value; readonly sinceMs: number }>();
  readonly #now: () => number;
  readonly #limits: ExpiringMapLimits;

  constructor(now: () => number, limits: ExpiringMapLimits) {
    this.#now = now;
    this.#limits = limits;
  }

  find(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (this.#now() - entry.sinceMs < this.#limits.ttlMs) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  /** The same, and the entry's time begins anew. */
  use(key: string): Value | undefined {
    const value = this.find(key);
    if (value !== undefined) this.put(key, value);
    return value;
  }

  put(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, sinceMs: this.#now() });
    if (this.#entries.size > this.#limits.maxSize)
      this.#entries.delete(this.#entries.keys().next().value as string);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
