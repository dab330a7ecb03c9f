// Checks whether the declared length of an ARC record is plausible, from the last byte of the block, the line breaks
// after it, and the data that follows.
import type { FollowingData } from '../record/record-end.ts';

export const WRONG_ARC_LENGTH =
  'The length in the ARC header is wrong: the block is not followed by the end of the record.';
export const ARC_LENGTH_TOO_SHORT =
  'The length in the ARC header is wrong: the block is shorter, as the HTTP header says.';
export const DAMAGED_LINE_END = 'The line end after the record is damaged.';
const TOO_LARGE =
  'The length in the ARC header may be too large: the block ends with what may be the line end after the record.';
const UNFOLLOWED = 'The length in the ARC header may be wrong: the record is not followed by another record.';
const HOLDS_ANOTHER =
  'The length in the ARC header may be wrong: the block contains what looks like the header of another record.';

const LF = 10;
const CR = 13;

export type ArcRecordEnd = {
  follower: FollowingData;
  /** Number of LFs after the block. */
  lines: number;
  /** Last byte of the block. -1 if the block is empty. */
  lastByte: number;
  /** True if a line in the block looks like the header of another record. */
  holdsAnother: boolean;
};

/** Returns warnings about the declared length, or `wrong` if it is certainly wrong. */
export function checkArcLength({
  follower,
  lines,
  lastByte,
  holdsAnother,
}: ArcRecordEnd): string[] | 'wrong' {
  const hasTakenLineEnd = lines === 0 && (lastByte === LF || lastByte === CR);
  const isUnfollowed = follower === 'else';
  if ((isUnfollowed && lines === 0) || (holdsAnother && (isUnfollowed || hasTakenLineEnd))) return 'wrong';
  return [
    ...(isUnfollowed ? [UNFOLLOWED] : []),
    ...(hasTakenLineEnd ? [TOO_LARGE] : []),
    ...(holdsAnother ? [HOLDS_ANOTHER] : []),
  ];
}
