// Validates the length of the previous record when the bytes after it are known, and keeps what must be read
// again if the length is wrong. Reads nothing itself.
import type { ByteSpool } from '../bytes/reread-buffer.ts';
import type { WarcRecord } from '../report/types.ts';
import { LookaheadBuffer, type LookaheadBytes } from './lookahead-buffer.ts';
import { type FollowingData, LENGTH_WARNINGS, RecordEnd } from './record-end.ts';

/** Minimum number of bytes that may be read again because of wrong lengths. The bound keeps the total work linear. */
const REREAD_LEAST_BYTES = 16 * 1024 * 1024;
const REREAD_FACTOR = 2;
/** Maximum nesting of wrong lengths within bytes that are read again. */
const REREAD_DEPTH = 20;
export const WRONG_CONTENT_LENGTH =
  'Content-Length is wrong: the block is not followed by the end of the record.';
const HOLDS_ANOTHER =
  'Content-Length may be wrong: the block holds what looks like the beginning of another record.';
/** Warning added to a record with a wrong length if the bytes that it covers are not read again. */
export const BLOCK_NOT_SEARCHED = 'What its length covers was not looked through for other records.';

/**
 * Result of the validation. `settled`: the length is right, as far as can be decided; `wrong`: it is not, and
 * with `again` the bytes that the record covers must be read again.
 */
export type LengthValidation = { result: 'settled' } | { result: 'wrong'; again: boolean; message: string };

const NOTHING = Buffer.alloc(0);
const SETTLED: LengthValidation = { result: 'settled' };

export class RecordLengthValidator {
  /** True while the length of the previous record is not validated. */
  unsettled = false;
  readonly #recordEnd = new RecordEnd();
  readonly #trail: LookaheadBuffer;
  #blockBytes = 0;
  #isPadded = false;
  #rereadBytes = 0;
  #rereadDepth = 0;
  #pushedBytes = 0;
  /** Current bytes and the index from which they belong to the previous record. */
  #bytes: Buffer = NOTHING;
  #from = 0;
  #end = 0;

  constructor(openSpool: (() => ByteSpool) | undefined) {
    this.#trail = new LookaheadBuffer(openSpool);
  }

  /** Counts bytes of input. */
  pushed(lengthBytes: number): void {
    this.#pushedBytes += lengthBytes;
  }

  /** Sets the current bytes; an undecided record continues at `from`. */
  reads(bytes: Buffer, from: number, end: number): void {
    this.#bytes = bytes;
    this.#from = from;
    this.#end = end;
  }

  /** Begins a block of this many bytes at `from` in the current bytes. */
  beginBlock(blockBytes: number, from: number): void {
    this.unsettled = true;
    this.#isPadded = false;
    this.#blockBytes = blockBytes;
    this.#from = from;
    this.#trail.begin();
    this.#recordEnd.begin();
  }

  /** Records the last byte of the block read so far. */
  blockByte(byte: number): void {
    this.#recordEnd.blockByte(byte);
  }

  /** Records the next CR or LF after the block. Line ends after padding say nothing about the record. */
  lineEnd(byte: number): void {
    if (!this.#isPadded) this.#recordEnd.lineEnd(byte);
  }

  /**
   * Handles a zero byte. Returns false if it may belong to the previous record, whose end was not seen. Some
   * writers pad the space between records with zeros.
   */
  padding(): boolean {
    this.#isPadded ||= !this.unsettled || this.#recordEnd.isComplete;
    return this.#isPadded;
  }

  /** Announces that the current bytes are about to be overwritten; keeps those that may be needed again. */
  keep(): void {
    this.#trail.keep(this.#bytes, this.#from, this.#end);
    this.reads(NOTHING, 0, 0);
  }

  /** Call instead of `keep` for bytes that need not be examined. */
  pass(): void {
    this.#trail.pass(this.#end - this.#from);
    this.reads(NOTHING, 0, 0);
  }

  /**
   * Call once for each record when what follows it is known. `record` is undefined for an unreported record;
   * `proven`: a digest confirms its length; `alone`: it has a gzip member of its own. Adds to the record's
   * warnings.
   */
  settle(
    follower: FollowingData,
    record: WarcRecord | undefined,
    proven: boolean,
    alone: boolean,
  ): LengthValidation {
    this.unsettled = false;
    const verdict = this.#recordEnd.judge(follower);
    if (verdict !== 'wrong') {
      if (proven || (verdict === 'right' && alone)) return SETTLED;
      const holds = this.#trail.hasCandidate(this.#blockBytes, this.#bytes, this.#from, this.#end);
      if (!holds || verdict === 'right' || verdict === 'tooSmall') {
        const warnings = [LENGTH_WARNINGS[verdict], holds ? HOLDS_ANOTHER : undefined];
        for (const warning of warnings) if (warning !== undefined) record?.warnings.push(warning);
        return SETTLED;
      }
    }
    const again = this.mayReadAgain();
    return {
      result: 'wrong',
      again,
      message: again ? WRONG_CONTENT_LENGTH : `${WRONG_CONTENT_LENGTH} ${BLOCK_NOT_SEARCHED}`,
    };
  }

  /**
   * Returns whether what follows the record proves its length wrong and the bytes that it covers may contain
   * another record.
   */
  isWrong(follower: FollowingData): boolean {
    if (!this.unsettled || this.#recordEnd.judge(follower) !== 'wrong') return false;
    return !this.#trail.hasCandidate(Number.POSITIVE_INFINITY, this.#bytes, this.#from, this.#end);
  }

  /** Returns whether the bytes that the record covers can be read again within the bounds, and counts them. */
  mayReadAgain(): boolean {
    const bytes = this.#trail.heldBytes + this.#end - this.#from;
    const mostBytes = REREAD_LEAST_BYTES + this.#pushedBytes * REREAD_FACTOR;
    if (this.#trail.gaveUp || this.#rereadDepth >= REREAD_DEPTH || this.#rereadBytes + bytes > mostBytes) {
      return false;
    }
    this.#rereadBytes += bytes;
    return true;
  }

  /**
   * Returns the bytes that must be read again before the current ones, and the index at which to continue in
   * the current ones.
   */
  take(): { taken: LookaheadBytes; from: number } {
    return { taken: this.#trail.take(), from: this.#from };
  }

  /** Runs `read` on other bytes. Afterwards, the current bytes are restored, with all of them consumed. */
  aside(read: () => void): void {
    const bytes = this.#bytes;
    const end = this.#end;
    this.#rereadDepth++;
    read();
    this.#rereadDepth--;
    this.reads(bytes, end, end);
  }

  close(): void {
    this.#trail.begin();
  }
}
