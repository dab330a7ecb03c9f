// Lookahead buffer of a record: data since the start of its block. If the record's declared length is wrong, the next
// record begins somewhere in this data. Stores nothing before the first line that may begin a record.
import { type ByteSpool, RereadBuffer } from '../bytes/reread-buffer.ts';

const LF = 10;
const LINE_WARC = Buffer.from('\nWARC/', 'latin1');
/** Prefix of every line that may begin a record. */
export const RECORD_LINE_PREFIX = LINE_WARC.subarray(1);
/** Result of `advanceRecordLineMatch` after a complete match of `\nWARC/`. */
export const RECORD_LINE_MATCHED = LINE_WARC.length;

/** Returns how many bytes of `\nWARC/` match after `byte`. `matched` is the number of matching bytes before `byte`. */
export function advanceRecordLineMatch(matched: number, byte: number): number {
  if (byte === LF) return 1;
  return matched > 0 && byte === LINE_WARC[matched] ? matched + 1 : 0;
}

/** Data taken from the buffer, to be reread. */
export interface LookaheadBytes {
  /** Overwritten data from the first line that may begin a record. Undefined if there is no such line. */
  readonly held: RereadBuffer | undefined;
  /** Position of this line in the block. */
  readonly at: number;
  /** Number of bytes of `\nWARC/` that match the end of the overwritten data. Only relevant if `held` is undefined. */
  readonly matched: number;
}

export class LookaheadBuffer {
  readonly #openSpool: (() => ByteSpool) | undefined;
  #lengthBytes = 0;
  #matched = 0;
  #candidateAt = -1;
  #held: RereadBuffer | undefined;

  constructor(openSpool: (() => ByteSpool) | undefined) {
    this.#openSpool = openSpool;
  }

  /** Empties the buffer, for a new block. */
  begin(): void {
    this.#held?.close();
    this.#held = undefined;
    this.#lengthBytes = 0;
    this.#matched = 0;
    this.#candidateAt = -1;
  }

  /** Adds bytes[from, to), which directly follow the bytes added before and are about to be overwritten. */
  keep(bytes: Buffer, from: number, to: number): void {
    if (this.#candidateAt < 0) {
      const { behind, matched } = findLine(bytes, from, to, this.#matched);
      this.#matched = matched;
      if (behind >= 0) {
        this.#candidateAt = this.#lengthBytes + behind - from - RECORD_LINE_PREFIX.length;
        this.#held = new RereadBuffer(this.#openSpool);
        this.#appendHeld(RECORD_LINE_PREFIX, 0, RECORD_LINE_PREFIX.length);
        this.#appendHeld(bytes, behind, to);
      }
    } else this.#appendHeld(bytes, from, to);
    this.#lengthBytes += to - from;
  }

  /** Skips bytes that need not be searched. Call this instead of `keep`. */
  pass(lengthBytes: number): void {
    if (this.#candidateAt < 0) this.#matched = 0;
    this.#lengthBytes += lengthBytes;
  }

  /**
   * Returns whether a line within the first `limitBytes` may begin a record. bytes[from, to) follow the stored data.
   */
  hasCandidate(limitBytes: number, bytes: Buffer, from: number, to: number): boolean {
    if (this.#candidateAt >= 0) return this.#candidateAt < limitBytes;
    const { behind } = findLine(bytes, from, to, this.#matched);
    return behind >= 0 && this.#lengthBytes + behind - from - RECORD_LINE_PREFIX.length < limitBytes;
  }

  /** True if some bytes cannot be reread, because there was not enough space to store them. */
  get gaveUp(): boolean {
    return this.#candidateAt >= 0 && this.#held === undefined;
  }

  get heldBytes(): number {
    return this.#held?.lengthBytes ?? 0;
  }

  /** Empties the buffer and returns the stored data, which the caller must close. */
  take(): LookaheadBytes {
    const taken = { held: this.#held, at: this.#candidateAt, matched: this.#matched };
    this.#held = undefined;
    this.begin();
    return taken;
  }

  #appendHeld(bytes: Uint8Array, from: number, to: number): void {
    if (this.#held?.push(bytes, from, to) === false) this.#held = undefined;
  }
}

/**
 * Returns the index after the first `\nWARC/`, or -1 if there is none. Also returns the result of
 * `advanceRecordLineMatch` for the last byte.
 */
function findLine(
  bytes: Buffer,
  from: number,
  to: number,
  before: number,
): { behind: number; matched: number } {
  let matched = before;
  let at = from;
  for (; matched > 0 && at < to; at++) {
    matched = advanceRecordLineMatch(matched, bytes[at]!);
    if (matched === RECORD_LINE_MATCHED) return { behind: at + 1, matched };
  }
  // Searching for `WARC/` is nearly as fast as reading memory, unlike a search line by line.
  const rest = bytes.subarray(at, to);
  for (
    let hit = rest.indexOf(RECORD_LINE_PREFIX, 1);
    hit >= 0;
    hit = rest.indexOf(RECORD_LINE_PREFIX, hit + RECORD_LINE_PREFIX.length)
  ) {
    if (rest[hit - 1] === LF)
      return { behind: at + hit + RECORD_LINE_PREFIX.length, matched: RECORD_LINE_MATCHED };
  }
  for (at = Math.max(at, to - RECORD_LINE_MATCHED + 1); at < to; at++)
    matched = advanceRecordLineMatch(matched, bytes[at]!);
  return { behind: -1, matched };
}
