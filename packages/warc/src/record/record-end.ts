// Validates a record's Content-Length by the end of the block, the line ends after it, and the data that follows.

const LF = 10;
const CR = 13;
/** Line ends after a block, encoded as bits after a leading 1: 0 for CR, 1 for LF. */
const NONE = 1;
const CRLF_CRLF = 0b10101;
const LF_LF = 0b111;
/** CR LF CR LF without its first CR, which then seems to be the last byte of the block. */
const LF_CRLF = 0b1101;
/** Upper bound of the encoded line ends. More line ends make no difference. */
const MANY = 2 ** 20;
/** Number of LFs after a block that prove its length, whatever data follows. */
const END_LINES = 2;

/** Data after the line ends: another `record`, the `end` of the gzip member or the input, or anything `else`. */
export type FollowingData = 'record' | 'end' | 'else';

/**
 * Verdict on the declared length. `wrong`: certainly wrong. `tooLarge`, `tooSmall`: probably wrong. `unfollowed`: the
 * record is complete, but is not followed by a record.
 */
export type LengthVerdict = 'right' | 'wrong' | 'tooLarge' | 'tooSmall' | 'unfollowed';

export const LENGTH_WARNINGS: { readonly [Verdict in LengthVerdict]?: string } = {
  tooLarge:
    'Content-Length may be too large: the block ends with what may be the line ends after the record.',
  tooSmall: 'Content-Length may be too small: the line ends after the block are not those that end a record.',
  unfollowed: 'Content-Length may be wrong: the record is not followed by another record.',
};

/** Returns whether bytes[0, end) are padding: line ends and zeros. */
export function isRecordPadding(bytes: Uint8Array, end: number): boolean {
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

  /** Sets the last block byte that has been read. */
  blockByte(byte: number): void {
    this.#lastByte = byte;
  }

  /** Adds a CR or LF that follows the block. */
  lineEnd(byte: number): void {
    if (byte === LF) this.#lines++;
    if (this.#lineEnds < MANY) this.#lineEnds = this.#lineEnds * 2 + (byte === LF ? 1 : 0);
  }

  /** True if the record is complete, whatever data follows. */
  get isComplete(): boolean {
    return this.#lines >= END_LINES;
  }

  judge(follower: FollowingData): LengthVerdict {
    if (follower === 'else') return this.isComplete ? 'unfollowed' : 'wrong';
    if (this.#lineEnds === CRLF_CRLF || this.#lineEnds === LF_LF) return 'right';
    if (this.#hasTakenLineEnds()) return 'tooLarge';
    // Some writers end records with fewer line ends.
    return this.isComplete ? 'tooSmall' : 'right';
  }

  /** Returns whether the last byte of the block is probably the line end that is missing after the block. */
  #hasTakenLineEnds(): boolean {
    if (!this.isComplete) return this.#lastByte === LF || this.#lastByte === CR;
    return this.#lastByte === CR && this.#lineEnds === LF_CRLF;
  }
}
