// Combines the records to copy into fewer, larger byte ranges to read.

export interface RangePiece {
  readonly key: string;
  readonly offset: number;
  length: number;
}

export interface CopyRange<P extends RangePiece> {
  readonly key: string;
  readonly offset: number;
  length: number;
  /** Records within the range, in order. The bytes between them are read but not copied. */
  readonly pieces: P[];
}

export interface RangeLimits {
  /** Maximum gap between two records of a range, in bytes. Reading a small gap is cheaper than another request. */
  readonly gapBytes: number;
  /** Length at which a range is no longer extended, in bytes. */
  readonly rangeBytes: number;
}

/** Groups records into ranges. `pieces`: records, grouped by object and ordered by offset. */
export function groupIntoCopyRanges<P extends RangePiece>(
  pieces: readonly P[],
  limits: RangeLimits,
): CopyRange<P>[] {
  const ranges: CopyRange<P>[] = [];
  for (const piece of pieces) {
    const last = ranges.at(-1);
    const end = last ? last.offset + last.length : 0;
    const follows = last?.key === piece.key && piece.offset >= end && piece.offset - end <= limits.gapBytes;
    if (last && follows && last.length < limits.rangeBytes) {
      last.length = piece.offset + piece.length - last.offset;
      last.pieces.push(piece);
    } else {
      const { key, offset, length } = piece;
      ranges.push({ key, offset, length, pieces: [piece] });
    }
  }
  return ranges;
}
