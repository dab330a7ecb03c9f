// Computes the CRC-32s of a record and of its adjacent companion records (request, metadata) while their bytes are
// read.
import { crc32 } from 'node:zlib';

/** Lengths in bytes. */
export interface RangeLengths {
  readonly before: number;
  readonly own: number;
  readonly after: number;
}

export class RangeChecksum {
  record = 0;
  companions = 0;
  #at = 0;

  add(bytes: Uint8Array, { before, own, after }: RangeLengths): void {
    if (before + after === 0) this.record = crc32(bytes, this.record);
    else {
      const from = clampOffset(before - this.#at, bytes);
      const to = clampOffset(before + own - this.#at, bytes);
      if (from > 0) this.companions = crc32(bytes.subarray(0, from), this.companions);
      if (from < to) this.record = crc32(bytes.subarray(from, to), this.record);
      if (to < bytes.length) this.companions = crc32(bytes.subarray(to), this.companions);
    }
    this.#at += bytes.length;
  }

  /** Number of bytes added so far. */
  get lengthBytes(): number {
    return this.#at;
  }

  /** Returns whether the computed CRC-32s match the recorded ones. An undefined CRC-32 matches everything. */
  isWell(record: number | undefined, companions: number | undefined): boolean {
    return (
      (record === undefined || record === this.record) &&
      (companions === undefined || companions === this.companions)
    );
  }
}

function clampOffset(at: number, bytes: Uint8Array): number {
  return Math.min(Math.max(at, 0), bytes.length);
}
