// Finds a position where a gzip member probably begins, so that a reader can start there. The input must be a WARC with
// one gzip member per record. Only a reader of the preceding bytes can confirm the position (`WarcReader.isSettled`).

import { GZIP_HEADER_COMPLETE, GzipHeader } from '../gzip/gzip-header.ts';
import { INFLATE_FAILED, RawInflater } from '../gzip/raw-inflater.ts';
import { detectRecordFormat } from './archive-format.ts';

const MEMBER = Buffer.from([0x1f, 0x8b, 0x08]);
/** Number of bytes at the start of a gzip member's content that show whether a record begins there. */
const START_BYTES = 12;
/** Maximum number of bytes inflated to get START_BYTES: enough for all known writers, and cheap for failed attempts. */
const TRIED_BYTES = 4096;
/** Maximum number of consecutive failed attempts, because data that is not gzip can contain many false member headers. */
const MAX_TRIES = 64;

/** Finds gzip members. Use one instance per input. */
export class MemberFinder {
  readonly #header = new GzipHeader();
  readonly #start = new Uint8Array(START_BYTES);
  #inflater: RawInflater | undefined;
  #triesLeft = MAX_TRIES;

  /** Returns the first index where a gzip member with a WARC record seems to begin, or -1 if there is none. */
  find(bytes: Uint8Array): number {
    const searched = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let from = 0; this.#triesLeft > 0; this.#triesLeft--) {
      const at = searched.indexOf(MEMBER, from);
      if (at < 0) return -1;
      if (this.#isWarcMemberAt(bytes, at)) {
        this.#triesLeft = MAX_TRIES;
        return at;
      }
      from = at + 1;
    }
    return -1;
  }

  close(): void {
    this.#inflater?.close();
  }

  #isWarcMemberAt(bytes: Uint8Array, at: number): boolean {
    const end = Math.min(bytes.length, at + TRIED_BYTES);
    this.#header.reset();
    if (this.#header.push(bytes, at, end) !== GZIP_HEADER_COMPLETE) return false;
    this.#inflater ??= new RawInflater();
    this.#inflater.reset();
    const status = this.#inflater.step(bytes, at + this.#header.length, end, this.#start, 0);
    return status !== INFLATE_FAILED && detectRecordFormat(this.#start, this.#inflater.produced) === 'warc';
  }
}
