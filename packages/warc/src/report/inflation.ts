// Counts inflated bytes in all layers of an input (zip entry, gzip member, zstandard frame). Stops reading at the
// caller's limit.
import type { InflationLimit } from './types.ts';

export class Inflation {
  /** True if the limit is reached. The rest of the input is then skipped. */
  isStopped = false;
  readonly #limit: InflationLimit | undefined;

  constructor(limit: InflationLimit | undefined) {
    this.#limit = limit;
  }

  /** Counts the output of one decompression step. Returns false if reading must stop. */
  add(bytes: number): boolean {
    if (this.#limit !== undefined && !this.isStopped) this.isStopped = !this.#limit.admit(bytes);
    return !this.isStopped;
  }

  /** Message that explains why reading was stopped. */
  get message(): string {
    return this.#limit?.message ?? '';
  }
}
