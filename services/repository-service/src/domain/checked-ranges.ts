// Computes the CRC-32s of companion records (request, metadata) and of records without an artifact while their object
// is read. These records have no digest, so the CRC-32 is the only check.
import { crc32 } from 'node:zlib';

export interface CheckedRange {
  /** One or two byte ranges of the object, in ascending order. */
  readonly places: readonly { readonly offset: number; readonly length: number }[];
  /** Expected CRC-32 over all ranges in order. Undefined if none was recorded. */
  readonly crc32: number | undefined;
  /**
   * Artifact that the records belong to, and the offset of the artifact's own record in the object. Undefined for
   * records without an artifact.
   */
  readonly owner: { readonly artifactId: string; readonly auId: number; readonly offset: number } | undefined;
}

interface Sum {
  crc: number;
  leftBytes: number;
}

export class RangeChecksums {
  readonly #sums: Map<CheckedRange, Sum>;
  readonly #places: { readonly start: number; readonly end: number; readonly sum: Sum }[];
  #next = 0;

  constructor(ranges: readonly CheckedRange[]) {
    this.#sums = new Map(
      ranges.map((range) => [range, { crc: 0, leftBytes: countRangeBytes(range) }] as const),
    );
    this.#places = [...this.#sums]
      .flatMap(([{ places }, sum]) =>
        places.map(({ offset, length }) => ({ start: offset, end: offset + length, sum })),
      )
      .sort((a, b) => a.start - b.start);
  }

  /** Consumes bytes of the object. Offsets must ascend; gaps are allowed. */
  push(bytes: Uint8Array, offset: number): void {
    const end = offset + bytes.length;
    while (this.#next < this.#places.length) {
      const { start: from, end: to, sum } = this.#places[this.#next]!;
      if (from >= end) return;
      const part = bytes.subarray(Math.max(from - offset, 0), Math.max(to - offset, 0));
      sum.crc = crc32(part, sum.crc);
      sum.leftBytes -= part.length;
      if (to > end) return;
      this.#next += 1;
    }
  }

  /** Returns the computed CRC-32, or undefined if some bytes of the ranges were not read. */
  crcOf(range: CheckedRange): number | undefined {
    const { crc, leftBytes } = this.#sums.get(range)!;
    return leftBytes === 0 ? crc : undefined;
  }

  /** Returns whether all bytes of the ranges were read and match the expected CRC-32, if one was recorded. */
  isWell(range: CheckedRange): boolean {
    const crc = this.crcOf(range);
    return crc !== undefined && (range.crc32 === undefined || crc === range.crc32);
  }
}

function countRangeBytes({ places }: CheckedRange): number {
  return places.reduce((sum, { length }) => sum + length, 0);
}
