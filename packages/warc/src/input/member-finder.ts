// Finds a position in a WARC compressed record by record at which another member probably begins, so that reading can
// start there. Only a reader that has read the bytes before the position can confirm it (`WarcReader.isSettled`).

import { GZIP_HEADER_COMPLETE, GzipHeader } from '../gzip/gzip-header.ts';
import { INFLATE_FAILED, RawInflater } from '../gzip/raw-inflater.ts';
import { detectRecordFormat } from './archive-format.ts';

const MEMBER = Buffer.from([0x1f, 0x8b, 0x08]);
/** Number of content bytes that identify a record. */
const START_BYTES = 12;
/**
 * Number of compressed bytes to inflate until START_BYTES are known. No writer needs more, and failed attempts stay
 * cheap.
 */
const TRIED_BYTES = 4096;
/** Maximum number of consecutive failed attempts: arbitrary bytes may resemble many members. */
const MOST_TRIES = 64;

/** Use one instance per input. */
export class MemberFinder {
  readonly #header = new GzipHeader();
  readonly #start = new Uint8Array(START_BYTES);
  #inflater: RawInflater | undefined;
  #triesLeft = MOST_TRIES;

  /** Returns the index of the first position at which a member of a WARC record seems to begin, or -1. */
  find(bytes: Uint8Array): number {
    const searched = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let from = 0; this.#triesLeft > 0; this.#triesLeft--) {
      const at = searched.indexOf(MEMBER, from);
      if (at < 0) return -1;
      if (this.#begins(bytes, at)) {
        this.#triesLeft = MOST_TRIES;
        return at;
      }
      from = at + 1;
    }
    return -1;
  }

  close(): void {
    this.#inflater?.close();
  }

  #begins(bytes: Uint8Array, at: number): boolean {
    const end = Math.min(bytes.length, at + TRIED_BYTES);
    this.#header.reset();
    if (this.#header.push(bytes, at, end) !== GZIP_HEADER_COMPLETE) return false;
    this.#inflater ??= new RawInflater();
    this.#inflater.reset();
    const status = this.#inflater.step(bytes, at + this.#header.length, end, this.#start, 0);
    return status !== INFLATE_FAILED && detectRecordFormat(this.#start, this.#inflater.produced) === 'warc';
  }
}
