// Judges the length of the record in front once what follows it is seen, and keeps what must be read again when that
// length is wrong. Reads nothing itself.
import type { ByteSpool } from '../bytes/held-bytes.ts';
import type { WarcRecord } from '../report/types.ts';
import { type Follower, LENGTH_WARNINGS, RecordEnd } from './record-end.ts';
import { type TakenTrail, Trail } from './trail.ts';

/** Bytes that may be read again because of wrong lengths: keeps the whole linear. */
const REREAD_LEAST_BYTES = 16 * 1024 * 1024;
const REREAD_FACTOR = 2;
/** Wrong lengths within what is read again because of another one. */
const REREAD_DEPTH = 20;
export const WRONG_LENGTH = 'Content-Length is wrong: the block is not followed by the end of the record.';
const HOLDS_ANOTHER =
  'Content-Length may be wrong: the block holds what looks like the beginning of another record.';
/** Added to what is said of a record whose length is wrong when what it covers is not read again. */
export const NOT_LOOKED_THROUGH = 'What its length covers was not looked through for other records.';

/**
 * `settled`: the length is right, or as right as can be told; `wrong`: it is not. With `again`, what the record covers is
 * to be read again.
 */
export type Judgement = { result: 'settled' } | { result: 'wrong'; again: boolean; message: string };

const NOTHING = Buffer.alloc(0);
const SETTLED: Judgement = { result: 'settled' };

export class RecordLength {
  /** The length of the record in front is not judged yet. */
  unsettled = false;
  readonly #recordEnd = new RecordEnd();
  readonly #trail: Trail;
  #blockBytes = 0;
  #isPadded = false;
  #rereadBytes = 0;
  #rereadDepth = 0;
  #pushedBytes = 0;
  /** The bytes being read, and from where on they belong to the record in front. */
  #bytes: Buffer = NOTHING;
  #from = 0;
  #end = 0;

  constructor(openSpool: (() => ByteSpool) | undefined) {
    this.#trail = new Trail(openSpool);
  }

  /** Says that so many bytes of input came. */
  pushed(lengthBytes: number): void {
    this.#pushedBytes += lengthBytes;
  }

  /** Says which bytes are being read: what is unsettled goes on at `from` in them. */
  reads(bytes: Buffer, from: number, end: number): void {
    this.#bytes = bytes;
    this.#from = from;
    this.#end = end;
  }

  /** Says that a block of so many bytes begins at `from` in the bytes being read. */
  beginBlock(blockBytes: number, from: number): void {
    this.unsettled = true;
    this.#isPadded = false;
    this.#blockBytes = blockBytes;
    this.#from = from;
    this.#trail.begin();
    this.#recordEnd.begin();
  }

  /** Says what the block ends in, as far as it was read. */
  blockByte(byte: number): void {
    this.#recordEnd.blockByte(byte);
  }

  /** Says which CR or LF comes next behind the block. Those behind padding say nothing about the record. */
  lineEnd(byte: number): void {
    if (!this.#isPadded) this.#recordEnd.lineEnd(byte);
  }

  /**
   * Says that a zero comes next: false when it may belong to the record in front, whose end was not seen. Some writers pad
   * what lies between records.
   */
  padding(): boolean {
    this.#isPadded ||= !this.unsettled || this.#recordEnd.isComplete;
    return this.#isPadded;
  }

  /** Says that the bytes being read are about to go; keeps what may be needed again. */
  keep(): void {
    this.#trail.keep(this.#bytes, this.#from, this.#end);
    this.reads(NOTHING, 0, 0);
  }

  /** Instead of `keep`, when they need not be looked at. */
  pass(): void {
    this.#trail.pass(this.#end - this.#from);
    this.reads(NOTHING, 0, 0);
  }

  /**
   * Call once for each record, when what follows it is seen. `record` is undefined for one that is not reported; `proven`
   * says that a digest vouches for its length; `alone`, that it has a gzip member of its own. Adds to its warnings.
   */
  settle(follower: Follower, record: WarcRecord | undefined, proven: boolean, alone: boolean): Judgement {
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
      message: again ? WRONG_LENGTH : `${WRONG_LENGTH} ${NOT_LOOKED_THROUGH}`,
    };
  }

  /** Whether what follows the record shows that its length is wrong, and what it covers is no other record. */
  isWrong(follower: Follower): boolean {
    if (!this.unsettled || this.#recordEnd.judge(follower) !== 'wrong') return false;
    return !this.#trail.hasCandidate(Number.POSITIVE_INFINITY, this.#bytes, this.#from, this.#end);
  }

  /** Whether what the record covers can be read again, and that not too much was already; counts it. */
  mayReadAgain(): boolean {
    const bytes = this.#trail.heldBytes + this.#end - this.#from;
    const mostBytes = REREAD_LEAST_BYTES + this.#pushedBytes * REREAD_FACTOR;
    if (this.#trail.gaveUp || this.#rereadDepth >= REREAD_DEPTH || this.#rereadBytes + bytes > mostBytes) {
      return false;
    }
    this.#rereadBytes += bytes;
    return true;
  }

  /** What must be read again before the bytes being read, and where in those to go on. */
  take(): { taken: TakenTrail; from: number } {
    return { taken: this.#trail.take(), from: this.#from };
  }

  /** Runs `read`, which reads other bytes; then those from before are being read again, from their end on. */
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
