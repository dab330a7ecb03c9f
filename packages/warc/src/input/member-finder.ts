// Finds where in the bytes of a WARC that is compressed record by record another member probably begins, for who wants to
// begin reading there. Whether one really does only a reader knows that comes there from before (`WarcReader.isSettled`).

import { GzipHeader, HEADER_DONE } from '../gzip/gzip-header.ts';
import { BAD, RawInflater } from '../gzip/raw-inflater.ts';
import { recordFormatOf } from './archive-format.ts';

const MEMBER = Buffer.from([0x1f, 0x8b, 0x08]);
/** So many bytes say what a record is. */
const START_BYTES = 12;
/** No writer needs more to say them; and what is tried for nothing stays cheap. */
const TRIED_BYTES = 4096;
/** Places that are tried for nothing, one after another, before it is given up: any bytes may look like many members. */
const MOST_TRIES = 64;

/** One for each input. */
export class MemberFinder {
  readonly #header = new GzipHeader();
  readonly #start = new Uint8Array(START_BYTES);
  #inflater: RawInflater | undefined;
  #triesLeft = MOST_TRIES;

  /** Index of the first of these bytes with which a member of a WARC record seems to begin, or -1. */
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
    if (this.#header.push(bytes, at, end) !== HEADER_DONE) return false;
    this.#inflater ??= new RawInflater();
    this.#inflater.reset();
    const status = this.#inflater.step(bytes, at + this.#header.length, end, this.#start, 0);
    return status !== BAD && recordFormatOf(this.#start, this.#inflater.produced) === 'warc';
  }
}
