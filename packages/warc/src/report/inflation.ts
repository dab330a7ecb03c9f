// Counts what an input inflates to, over all its layers (zip entry, gzip member, zstandard frame), and says when reading must
// stop. The limit itself is the caller's.
import type { InflationLimit } from './types.ts';

export class Inflation {
  /** Nothing more is to be inflated: what still comes of the input is passed over. */
  isStopped = false;
  readonly #limit: InflationLimit | undefined;

  constructor(limit: InflationLimit | undefined) {
    this.#limit = limit;
  }

  /** Counts the bytes that one step of a decompressor made. Returns false when reading must stop. */
  add(bytes: number): boolean {
    if (this.#limit !== undefined && !this.isStopped) this.isStopped = !this.#limit.admit(bytes);
    return !this.isStopped;
  }

  /** Says why reading stopped, as a sentence. */
  get message(): string {
    return this.#limit?.message ?? '';
  }
}
