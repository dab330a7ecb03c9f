// Combines the pieces to be copied into a small number of ranges to read. Pure.

export interface RangePiece {
  readonly key: string;
  readonly offset: number;
  length: number;
}

export interface CopyRange<P extends RangePiece> {
  readonly key: string;
  readonly offset: number;
  length: number;
  /** The pieces in the range, in order. Bytes between them are read but not used. */
  readonly pieces: P[];
}

export interface RangeLimits {
  /** Maximum gap in bytes that is read to save a request. */
  readonly gapBytes: number;
  /** A range of at least this length is not extended any further. */
  readonly rangeBytes: number;
}

/** `pieces` must be grouped by object and ordered by offset. */
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
