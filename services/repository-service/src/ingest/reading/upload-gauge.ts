// Counters of an upload in shared memory: bytes read, bytes inflated, and a stop flag. All codec threads of the upload
// use them. A stop message would arrive too late, because a thread handles messages only between inputs, and one input
// can inflate to a very large size.
import type { InflationLimit } from '@holdfast/warc';

/** Limit of an upload's inflated size: `ratio` times the bytes read, but at least `floorBytes`. */
export interface InflationBound {
  readonly floorBytes: number;
  readonly ratio: number;
}

const STOPPED = 0;
const READ = 1;
const INFLATED = 2;
/** Number of bytes that a thread counts before it updates the shared counter. */
const UNTOLD_BYTES = 1024 * 1024;

export function createUploadCounters(): SharedArrayBuffer {
  return new SharedArrayBuffer(3 * BigInt64Array.BYTES_PER_ELEMENT);
}

/** Stops all threads that read the upload. Each thread still inflates a few hundred kilobytes at most. */
export function stopUploadReading(gauge: SharedArrayBuffer): void {
  Atomics.store(new BigInt64Array(gauge), STOPPED, 1n);
}

/** Gives one thread access to the counters. Enforces the inflation limit, if any, and the stop flag. */
export class UploadGauge implements InflationLimit {
  readonly #counters: BigInt64Array;
  readonly #bound: InflationBound | undefined;
  #readBytes = 0;
  #inflatedBytes = 0;

  constructor(gauge: SharedArrayBuffer, bound: InflationBound | undefined) {
    this.#counters = new BigInt64Array(gauge);
    this.#bound = bound;
  }

  get isStopped(): boolean {
    return Atomics.load(this.#counters, STOPPED) !== 0n;
  }

  /** Counts input bytes before they are read. */
  read(bytes: number): void {
    this.#readBytes += bytes;
  }

  admit(inflatedBytes: number): boolean {
    this.#inflatedBytes += inflatedBytes;
    return this.#inflatedBytes < UNTOLD_BYTES || this.#isWithinBound();
  }

  get message(): string {
    const { floorBytes, ratio } = this.#bound ?? { floorBytes: 0, ratio: 0 };
    return (
      `The upload decompresses to more than ${floorBytes} bytes and to more than ${ratio} times its own size ` +
      '(INFLATED_FLOOR, INFLATED_RATIO).'
    );
  }

  #isWithinBound(): boolean {
    const counters = this.#counters;
    const read = Atomics.add(counters, READ, BigInt(this.#readBytes)) + BigInt(this.#readBytes);
    const inflated =
      Atomics.add(counters, INFLATED, BigInt(this.#inflatedBytes)) + BigInt(this.#inflatedBytes);
    this.#readBytes = 0;
    this.#inflatedBytes = 0;
    if (this.isStopped) return false;
    if (this.#bound === undefined) return true;
    return Number(inflated) <= Math.max(this.#bound.floorBytes, this.#bound.ratio * Number(read));
  }
}
