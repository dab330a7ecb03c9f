// Validates the length of the previous record when the bytes after it are known. Stores the bytes that must be read
// again if the length is wrong, but reads nothing itself.
import type { ByteSpool } from '../bytes/reread-buffer.ts';
import type { WarcRecord } from '../report/types.ts';
import { LookaheadBuffer, type LookaheadBytes } from './lookahead-buffer.ts';
import { type FollowingData, LENGTH_WARNINGS, RecordEnd } from './record-end.ts';

/**
 * Number of bytes that may be read again because of wrong lengths, even if the input is short. For longer inputs, the
 * limit grows with the input, so the total work stays linear.
 */
const REREAD_LEAST_BYTES = 16 * 1024 * 1024;
const REREAD_FACTOR = 2;
/** Maximum nesting depth of wrong lengths inside bytes that are read again. */
const REREAD_DEPTH = 20;
export const WRONG_CONTENT_LENGTH =
  'Content-Length is wrong: the block is not followed by the end of the record.';
const HOLDS_ANOTHER =
  'Content-Length may be wrong: the block holds what looks like the beginning of another record.';
/** Warning for a record with a wrong length whose bytes are not searched for other records. */
export const BLOCK_NOT_SEARCHED = 'What its length covers was not looked through for other records.';

/**
 * Result of the validation. `settled`: the length is right, or nothing proves that it is wrong. `wrong`: the length is
 * wrong. If `again` is set, the bytes that the record covers must also be read again.
 */
export type LengthValidation = { result: 'settled' } | { result: 'wrong'; again: boolean; message: string };

const NOTHING = Buffer.alloc(0);
const SETTLED: LengthValidation = { result: 'settled' };

export class RecordLengthValidator {
  /** True as long as the length of the previous record has not been validated. */
  unsettled = false;
  readonly #recordEnd = new RecordEnd();
  readonly #trail: LookaheadBuffer;
  #blockBytes = 0;
  #isPadded = false;
  #rereadBytes = 0;
  #rereadDepth = 0;
  #pushedBytes = 0;
  /** Current bytes, and the index at which the previous record continues in them. */
  #bytes: Buffer = NOTHING;
  #from = 0;
  #end = 0;

  constructor(openSpool: (() => ByteSpool) | undefined) {
    this.#trail = new LookaheadBuffer(openSpool);
  }

  /** Counts bytes of the input, which determine how much may be read again. */
  pushed(lengthBytes: number): void {
    this.#pushedBytes += lengthBytes;
  }

  /** Sets the current bytes. A record whose length is undecided continues at `from`. */
  reads(bytes: Buffer, from: number, end: number): void {
    this.#bytes = bytes;
    this.#from = from;
    this.#end = end;
  }

  /** Begins a block of `blockBytes` at `from` in the current bytes. */
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

  /** Records the next CR or LF after the block. Line ends after padding are ignored. */
  lineEnd(byte: number): void {
    if (!this.#isPadded) this.#recordEnd.lineEnd(byte);
  }

  /**
   * Handles a zero byte, because some writers pad the space between records with zeros. Returns false if the end of the
   * previous record was not found, because the byte may then belong to that record.
   */
  padding(): boolean {
    this.#isPadded ||= !this.unsettled || this.#recordEnd.isComplete;
    return this.#isPadded;
  }

  /** Stores the current bytes that may be needed again. Call before these bytes are overwritten. */
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
   * Call once for each record, when the data after it is known. `record` is undefined for a record that is not
   * reported. `proven`: a digest confirms the length. `alone`: the record has its own gzip member. May add warnings to
   * the record.
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
   * Returns whether the data after the record proves that its length is wrong, while the bytes that it covers contain
   * no other record.
   */
  isWrong(follower: FollowingData): boolean {
    if (!this.unsettled || this.#recordEnd.judge(follower) !== 'wrong') return false;
    return !this.#trail.hasCandidate(Number.POSITIVE_INFINITY, this.#bytes, this.#from, this.#end);
  }

  /** Returns whether the limits allow reading the bytes of the record again. If so, counts these bytes. */
  mayReadAgain(): boolean {
    const bytes = this.#trail.heldBytes + this.#end - this.#from;
    const mostBytes = REREAD_LEAST_BYTES + this.#pushedBytes * REREAD_FACTOR;
    if (this.#trail.gaveUp || this.#rereadDepth >= REREAD_DEPTH || this.#rereadBytes + bytes > mostBytes) {
      return false;
    }
    this.#rereadBytes += bytes;
    return true;
  }

  /** Returns the bytes that must be read again, and the index at which to continue in the current bytes afterwards. */
  take(): { taken: LookaheadBytes; from: number } {
    return { taken: this.#trail.take(), from: this.#from };
  }

  /** Runs `read` on other bytes. Then restores the current bytes and moves the position to their end. */
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
