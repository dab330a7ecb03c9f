// What was read since the block of a record began, as far as it may have to be read again: when the record's length is
// wrong, the next one begins somewhere in it. Nothing is held before it shows what may be the beginning of a record.
import { type ByteSpool, HeldBytes } from '../bytes/held-bytes.ts';

const LF = 10;
const LINE_WARC = Buffer.from('\nWARC/', 'latin1');
/** What a line begins with that may be the first of a record. */
export const WARC = LINE_WARC.subarray(1);
/** How many bytes of `\nWARC/` make a whole one. */
export const LINE_FOUND = LINE_WARC.length;

/** How many bytes of `\nWARC/` the input ends with behind `byte`, when it ended with `matched` of them before. */
export function matchedWith(matched: number, byte: number): number {
  if (byte === LF) return 1;
  return matched > 0 && byte === LINE_WARC[matched] ? matched + 1 : 0;
}

/** Taken out of a trail, to be read again. */
export interface TakenTrail {
  /** From the first line on that may begin a record; undefined when there is none in what has gone. */
  readonly held: HeldBytes | undefined;
  /** Where that line begins, in bytes from the beginning of the trail. */
  readonly at: number;
  /** Without `held`: how many bytes of `\nWARC/` what has gone ends with. */
  readonly matched: number;
}

export class Trail {
  readonly #openSpool: (() => ByteSpool) | undefined;
  #lengthBytes = 0;
  #matched = 0;
  #candidateAt = -1;
  #held: HeldBytes | undefined;

  constructor(openSpool: (() => ByteSpool) | undefined) {
    this.#openSpool = openSpool;
  }

  /** Forgets the trail and begins another. */
  begin(): void {
    this.#held?.close();
    this.#held = undefined;
    this.#lengthBytes = 0;
    this.#matched = 0;
    this.#candidateAt = -1;
  }

  /** Says that bytes[from, to), which go on where the trail ended, are about to go. */
  keep(bytes: Buffer, from: number, to: number): void {
    if (this.#candidateAt < 0) {
      const { behind, matched } = findLine(bytes, from, to, this.#matched);
      this.#matched = matched;
      if (behind >= 0) {
        this.#candidateAt = this.#lengthBytes + behind - from - WARC.length;
        this.#held = new HeldBytes(this.#openSpool);
        this.#hold(WARC, 0, WARC.length);
        this.#hold(bytes, behind, to);
      }
    } else this.#hold(bytes, from, to);
    this.#lengthBytes += to - from;
  }

  /** Instead of `keep`, for bytes that need not be looked at. */
  pass(lengthBytes: number): void {
    if (this.#candidateAt < 0) this.#matched = 0;
    this.#lengthBytes += lengthBytes;
  }

  /** Whether a line that may begin a record begins in the first `limitBytes`; bytes[from, to) go on where the trail ends. */
  hasCandidate(limitBytes: number, bytes: Buffer, from: number, to: number): boolean {
    if (this.#candidateAt >= 0) return this.#candidateAt < limitBytes;
    const { behind } = findLine(bytes, from, to, this.#matched);
    return behind >= 0 && this.#lengthBytes + behind - from - WARC.length < limitBytes;
  }

  /** True when there was no room for all that would have to be read again. */
  get gaveUp(): boolean {
    return this.#candidateAt >= 0 && this.#held === undefined;
  }

  get heldBytes(): number {
    return this.#held?.lengthBytes ?? 0;
  }

  /** Hands over what is held, which is the caller's to close; the trail is forgotten. */
  take(): TakenTrail {
    const taken = { held: this.#held, at: this.#candidateAt, matched: this.#matched };
    this.#held = undefined;
    this.begin();
    return taken;
  }

  #hold(bytes: Uint8Array, from: number, to: number): void {
    if (this.#held?.push(bytes, from, to) === false) this.#held = undefined;
  }
}

/** The index behind the first `\nWARC/`, or -1; and what `matchedWith` has come to behind the last byte. */
function findLine(
  bytes: Buffer,
  from: number,
  to: number,
  before: number,
): { behind: number; matched: number } {
  let matched = before;
  let at = from;
  for (; matched > 0 && at < to; at++) {
    matched = matchedWith(matched, bytes[at]!);
    if (matched === LINE_FOUND) return { behind: at + 1, matched };
  }
  // Searched by its rarest byte: that is as fast as memory, where line by line is not.
  const rest = bytes.subarray(at, to);
  for (let hit = rest.indexOf(WARC, 1); hit >= 0; hit = rest.indexOf(WARC, hit + WARC.length)) {
    if (rest[hit - 1] === LF) return { behind: at + hit + WARC.length, matched: LINE_FOUND };
  }
  for (at = Math.max(at, to - LINE_FOUND + 1); at < to; at++) matched = matchedWith(matched, bytes[at]!);
  return { behind: -1, matched };
}
