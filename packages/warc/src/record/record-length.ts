// Validates the length of the previous record when the data after it is known. Buffers the bytes that the caller must
// parse again if the length is wrong.
import type { ByteSpool } from '../bytes/reread-buffer.ts';
import type { WarcRecord } from '../report/types.ts';
import { LookaheadBuffer, type LookaheadBytes } from './lookahead-buffer.ts';
import { type FollowingData, LENGTH_WARNINGS, RecordEnd } from './record-end.ts';

/**
 * Number of bytes that may be reread because of wrong lengths in a short input. The limit grows with the input, so that
 * the total work stays linear.
 */
const REREAD_LEAST_BYTES = 16 * 1024 * 1024;
const REREAD_FACTOR = 2;
/** Maximum nesting depth of rereading, because reread bytes may contain another wrong length. */
const REREAD_DEPTH = 20;
export const WRONG_CONTENT_LENGTH =
  'Content-Length is wrong: the block is not followed by the end of the record.';
const HOLDS_ANOTHER =
  'Content-Length may be wrong: the block contains what looks like the beginning of another record.';
/** Warning for a record with a wrong length whose bytes are not reread. */
export const BLOCK_NOT_SEARCHED = 'The block was not searched for other records.';

/**
 * Result of the validation. `settled`: the length is accepted. `wrong`: the length is wrong. If `again` is true, the
 * bytes that the length covers must be reread.
 */
export type LengthValidation = { result: 'settled' } | { result: 'wrong'; again: boolean; message: string };

const NOTHING = Buffer.alloc(0);
const SETTLED: LengthValidation = { result: 'settled' };

export class RecordLengthValidator {
  /** True until the length of the previous record has been validated. */
  unsettled = false;
  readonly #recordEnd = new RecordEnd();
  readonly #trail: LookaheadBuffer;
  #blockBytes = 0;
  #isPadded = false;
  #rereadBytes = 0;
  #rereadDepth = 0;
  #pushedBytes = 0;
  /** Bytes that are being processed. */
  #bytes: Buffer = NOTHING;
  /** Index in `#bytes` at which the record being validated continues. */
  #from = 0;
  #end = 0;

  constructor(openSpool: (() => ByteSpool) | undefined) {
    this.#trail = new LookaheadBuffer(openSpool);
  }

  /** Counts input bytes, on which the limit for rereading depends. */
  pushed(lengthBytes: number): void {
    this.#pushedBytes += lengthBytes;
  }

  /** Sets the current bytes. `from` is the index at which a record that has not been validated continues. */
  reads(bytes: Buffer, from: number, end: number): void {
    this.#bytes = bytes;
    this.#from = from;
    this.#end = end;
  }

  /** Begins a block of `blockBytes` at index `from` of the current bytes. */
  beginBlock(blockBytes: number, from: number): void {
    this.unsettled = true;
    this.#isPadded = false;
    this.#blockBytes = blockBytes;
    this.#from = from;
    this.#trail.begin();
    this.#recordEnd.begin();
  }

  /** Sets the last block byte that has been read. */
  blockByte(byte: number): void {
    this.#recordEnd.blockByte(byte);
  }

  /** Adds a CR or LF that follows the block. Ignores line ends after padding. */
  lineEnd(byte: number): void {
    if (!this.#isPadded) this.#recordEnd.lineEnd(byte);
  }

  /**
   * Handles a zero byte between records, which some writers add as padding. Returns false if the end of the previous
   * record has not been found, because the zero may then belong to that record.
   */
  padding(): boolean {
    this.#isPadded ||= !this.unsettled || this.#recordEnd.isComplete;
    return this.#isPadded;
  }

  /** Buffers the current bytes, because they may have to be reread. Call this before they are overwritten. */
  keep(): void {
    this.#trail.keep(this.#bytes, this.#from, this.#end);
    this.reads(NOTHING, 0, 0);
  }

  /** Drops the bytes read last instead of keeping them (`keep`), because they need not be searched again. */
  pass(): void {
    this.#trail.pass(this.#end - this.#from);
    this.reads(NOTHING, 0, 0);
  }

  /**
   * Validates the length of a record. Call this once per record, when the data after the record is known. `record` may
   * get warnings. It is undefined if the record is not reported. `proven` is true if a digest proves the length.
   * `alone` is true if the gzip member contains only this record.
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
   * Returns true if the following data proves that the record's length is wrong, and no other record may begin within
   * this length.
   */
  isWrong(follower: FollowingData): boolean {
    if (!this.unsettled || this.#recordEnd.judge(follower) !== 'wrong') return false;
    return !this.#trail.hasCandidate(Number.POSITIVE_INFINITY, this.#bytes, this.#from, this.#end);
  }

  /** Returns whether the limits allow rereading the bytes of the record. If they do, counts these bytes. */
  mayReadAgain(): boolean {
    const bytes = this.#trail.heldBytes + this.#end - this.#from;
    const mostBytes = REREAD_LEAST_BYTES + this.#pushedBytes * REREAD_FACTOR;
    if (this.#trail.gaveUp || this.#rereadDepth >= REREAD_DEPTH || this.#rereadBytes + bytes > mostBytes) {
      return false;
    }
    this.#rereadBytes += bytes;
    return true;
  }

  /** Returns the bytes to reread, and the index in the current bytes at which to continue afterwards. */
  take(): { taken: LookaheadBytes; from: number } {
    return { taken: this.#trail.take(), from: this.#from };
  }

  /** Runs `read`, which processes other bytes. Then restores the current bytes and continues at their end. */
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
