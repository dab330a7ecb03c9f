// Decides whether a record is as long as its Content-Length declares. It considers the end of the block, the line ends
// after it, and the data after them.

const LF = 10;
const CR = 13;
/** Line ends after a block are encoded as bits after a leading 1: CR is 0, LF is 1. */
const NONE = 1;
const CRLF_CRLF = 0b10101;
const LF_LF = 0b111;
/** Remaining bits of CR LF CR LF if the block contains the first CR. */
const LF_CRLF = 0b1101;
/** Upper limit of the bit field. No caller needs more line ends. */
const MANY = 2 ** 20;
/** If this many line ends follow a block, its length is right, regardless of the data after them. */
const END_LINES = 2;

/**
 * Data after the line ends: a record (`record`), the end of the gzip member or of the input (`end`), or anything else
 * (`else`).
 */
export type FollowingData = 'record' | 'end' | 'else';

/**
 * Verdict on the length. `wrong`: certainly wrong. `tooLarge`, `tooSmall`: probably wrong. `unfollowed`: the record
 * ends correctly, but no record follows.
 */
export type LengthVerdict = 'right' | 'wrong' | 'tooLarge' | 'tooSmall' | 'unfollowed';

export const LENGTH_WARNINGS: { readonly [Verdict in LengthVerdict]?: string } = {
  tooLarge: 'Content-Length may be too large: the block ends in what may be the line ends behind the record.',
  tooSmall: 'Content-Length may be too small: other line ends follow the block than those that end a record.',
  unfollowed: 'Content-Length may be wrong: what follows the record is not another.',
};

/** Returns whether bytes[0, end) consist only of line ends and zeros, which may occur between records. */
export function isPadding(bytes: Uint8Array, end: number): boolean {
  for (let at = 0; at < end; at++) {
    const byte = bytes[at];
    if (byte !== 0 && byte !== CR && byte !== LF) return false;
  }
  return true;
}

export class RecordEnd {
  #lastByte = -1;
  #lineEnds = NONE;
  #lines = 0;

  /** Begins a block. */
  begin(): void {
    this.#lastByte = -1;
    this.#lineEnds = NONE;
    this.#lines = 0;
  }

  /** Records the last byte of the block read so far. */
  blockByte(byte: number): void {
    this.#lastByte = byte;
  }

  /** Records the next CR or LF after the block. */
  lineEnd(byte: number): void {
    if (byte === LF) this.#lines++;
    if (this.#lineEnds < MANY) this.#lineEnds = this.#lineEnds * 2 + (byte === LF ? 1 : 0);
  }

  /** True if the record has ended, regardless of the data after it. */
  get isComplete(): boolean {
    return this.#lines >= END_LINES;
  }

  judge(follower: FollowingData): LengthVerdict {
    if (follower === 'else') return this.isComplete ? 'unfollowed' : 'wrong';
    if (this.#lineEnds === CRLF_CRLF || this.#lineEnds === LF_LF) return 'right';
    if (this.#hasTakenLineEnds()) return 'tooLarge';
    // Some writers end their records with fewer line ends.
    return this.isComplete ? 'tooSmall' : 'right';
  }

  /** Returns whether the block seems to end with the line ends that are missing after it. */
  #hasTakenLineEnds(): boolean {
    if (!this.isComplete) return this.#lastByte === LF || this.#lastByte === CR;
    return this.#lastByte === CR && this.#lineEnds === LF_CRLF;
  }
}
