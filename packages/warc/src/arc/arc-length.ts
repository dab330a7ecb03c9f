// Whether an ARC record is as long as its header says: told by the line ends behind its block, by what its block ends in, and
// by what follows.
import type { Follower } from '../record/record-end.ts';

export const WRONG_LENGTH =
  'The length in the ARC header is wrong: the block is not followed by the end of the record.';
export const TOO_SHORT =
  'The length in the ARC header is wrong: less follows, but as much as the HTTP head says.';
export const NO_LINE_END = 'The line end behind the record is damaged.';
const TOO_LARGE =
  'The length in the ARC header may be too large: the block ends in what may be the line end behind the record.';
const UNFOLLOWED = 'The length in the ARC header may be wrong: what follows the record is not another.';
const HOLDS_ANOTHER =
  'The length in the ARC header may be wrong: the block holds what looks like the header of another record.';

const LF = 10;
const CR = 13;

export type SeenEnd = {
  follower: Follower;
  /** Line ends behind the block. */
  lines: number;
  /** What the block ends in; -1 when it is empty. */
  lastByte: number;
  /** A line in the block looks like the header of a record. */
  holdsAnother: boolean;
};

/** What is odd about the length, or `wrong`. */
export function judgeArcLength({ follower, lines, lastByte, holdsAnother }: SeenEnd): string[] | 'wrong' {
  const hasTakenLineEnd = lines === 0 && (lastByte === LF || lastByte === CR);
  const isUnfollowed = follower === 'else';
  if ((isUnfollowed && lines === 0) || (holdsAnother && (isUnfollowed || hasTakenLineEnd))) return 'wrong';
  return [
    ...(isUnfollowed ? [UNFOLLOWED] : []),
    ...(hasTakenLineEnd ? [TOO_LARGE] : []),
    ...(holdsAnother ? [HOLDS_ANOTHER] : []),
  ];
}
