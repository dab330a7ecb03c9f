// Counts the bytes that an input inflates to in all its layers (zip entry, gzip member, zstandard frame), and decides
// when reading must stop. The caller sets the limit.
import type { InflationLimit } from './types.ts';

export class Inflation {
  /** True if no more bytes may be inflated. The rest of the input is then skipped. */
  isStopped = false;
  readonly #limit: InflationLimit | undefined;

  constructor(limit: InflationLimit | undefined) {
    this.#limit = limit;
  }

  /** Counts the output of one decompressor step. Returns false if reading must stop. */
  add(bytes: number): boolean {
    if (this.#limit !== undefined && !this.isStopped) this.isStopped = !this.#limit.admit(bytes);
    return !this.isStopped;
  }

  /** Sentence that explains why reading has stopped. */
  get message(): string {
    return this.#limit?.message ?? '';
  }
}
