// What is to be read of some objects to copy records out of them: as few ranges as it takes. Pure.

export interface Piece {
  readonly key: string;
  readonly offset: number;
  length: number;
}

export interface CopyRange<P extends Piece> {
  readonly key: string;
  readonly offset: number;
  length: number;
  /** What of it is copied, in order; between them may lie bytes that are read for nothing. */
  readonly pieces: P[];
}

export interface RangeLimits {
  /** Rather than ask the store once more, so many bytes are read for nothing. */
  readonly gapBytes: number;
  /** From here on a range is not made longer. */
  readonly rangeBytes: number;
}

/** `pieces`: those of one object side by side and in order. */
export function copyRanges<P extends Piece>(pieces: readonly P[], limits: RangeLimits): CopyRange<P>[] {
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
