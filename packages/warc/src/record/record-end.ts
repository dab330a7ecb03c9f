// Whether a record is as long as its Content-Length says: told by what its block ends in, by the line ends behind it,
// and by what follows those.

const LF = 10;
const CR = 13;
/** Line ends behind a block, one bit each behind a first 1: CR is 0, LF is 1. */
const NONE = 1;
const CRLF_CRLF = 0b10101;
const LF_LF = 0b111;
/** What is left of CR LF CR LF when the block has taken the first CR. */
const LF_CRLF = 0b1101;
/** More of them than anybody asks for. */
const MANY = 2 ** 20;
/** Line ends behind a block: with these its length was right, whatever follows. */
const END_LINES = 2;

/** What comes behind the line ends: a record, the end of the gzip member or of the input, or anything else. */
export type Follower = 'record' | 'end' | 'else';

/**
 * `wrong`: the length is; `tooLarge`, `tooSmall`: it looks it; `unfollowed`: the record ends as it should, but what comes
 * then is no record.
 */
export type LengthVerdict = 'right' | 'wrong' | 'tooLarge' | 'tooSmall' | 'unfollowed';

export const LENGTH_WARNINGS: { readonly [Verdict in LengthVerdict]?: string } = {
  tooLarge: 'Content-Length may be too large: the block ends in what may be the line ends behind the record.',
  tooSmall: 'Content-Length may be too small: other line ends follow the block than those that end a record.',
  unfollowed: 'Content-Length may be wrong: what follows the record is not another.',
};

/** Whether bytes[0, end) are nothing but line ends and zeros, as lie between records. */
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

  /** Says that a block begins. */
  begin(): void {
    this.#lastByte = -1;
    this.#lineEnds = NONE;
    this.#lines = 0;
  }

  /** Says what the block ends in, as far as it was read. */
  blockByte(byte: number): void {
    this.#lastByte = byte;
  }

  /** Says which CR or LF comes next behind the block. */
  lineEnd(byte: number): void {
    if (byte === LF) this.#lines++;
    if (this.#lineEnds < MANY) this.#lineEnds = this.#lineEnds * 2 + (byte === LF ? 1 : 0);
  }

  /** Whether the record has ended, whatever follows. */
  get isComplete(): boolean {
    return this.#lines >= END_LINES;
  }

  judge(follower: Follower): LengthVerdict {
    if (follower === 'else') return this.isComplete ? 'unfollowed' : 'wrong';
    if (this.#lineEnds === CRLF_CRLF || this.#lineEnds === LF_LF) return 'right';
    if (this.#hasTakenLineEnds()) return 'tooLarge';
    // Some writers end their records with less.
    return this.isComplete ? 'tooSmall' : 'right';
  }

  /** Whether the last bytes of the block seem to belong to the line ends behind it, which are too few. */
  #hasTakenLineEnds(): boolean {
    if (!this.isComplete) return this.#lastByte === LF || this.#lastByte === CR;
    return this.#lastByte === CR && this.#lineEnds === LF_CRLF;
  }
}
