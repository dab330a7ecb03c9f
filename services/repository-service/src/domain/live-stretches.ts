// What of a segment must be well beside the records that payloads depend on: companions, and records that are kept by
// themselves. Only their CRC-32 tells of them, so they are summed up while the object is read.
import { crc32 } from 'node:zlib';

export interface LiveStretch {
  /** One or two, in the order of the object; in bytes. */
  readonly places: readonly { readonly offset: number; readonly length: number }[];
  /** Of all their bytes, one place behind the other; undefined where it was not written down. */
  readonly crc32: number | undefined;
  /** The artifact that they belong to, and its own record's place if they lie beside that; undefined: nobody's. */
  readonly owner: { readonly artifactId: string; readonly auId: number; readonly offset: number } | undefined;
}

interface Sum {
  crc: number;
  leftBytes: number;
}

export class StretchSums {
  readonly #sums: Map<LiveStretch, Sum>;
  readonly #places: { readonly start: number; readonly end: number; readonly sum: Sum }[];
  #next = 0;

  constructor(stretches: readonly LiveStretch[]) {
    this.#sums = new Map(
      stretches.map((stretch) => [stretch, { crc: 0, leftBytes: bytesOf(stretch) }] as const),
    );
    this.#places = [...this.#sums]
      .flatMap(([{ places }, sum]) =>
        places.map(({ offset, length }) => ({ start: offset, end: offset + length, sum })),
      )
      .sort((a, b) => a.start - b.start);
  }

  /** Takes bytes of the object, in their order; some may be left out. */
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

  /** Undefined when not all of its bytes came. */
  crcOf(stretch: LiveStretch): number | undefined {
    const { crc, leftBytes } = this.#sums.get(stretch)!;
    return leftBytes === 0 ? crc : undefined;
  }

  /** False when not all of its bytes came, or they are not those that were stored. */
  isWell(stretch: LiveStretch): boolean {
    const crc = this.crcOf(stretch);
    return crc !== undefined && (stretch.crc32 === undefined || crc === stretch.crc32);
  }
}

function bytesOf({ places }: LiveStretch): number {
  return places.reduce((sum, { length }) => sum + length, 0);
}
