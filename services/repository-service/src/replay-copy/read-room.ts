// Where blocks are read to at once. The next look-up reads to the same room, so that what an answer has of it is copied; what
// it has already is not read again.
import type { BlockIndex } from './block-index.ts';

/** Blocks that are read as one have no more bytes than these, unless one alone does. */
export const READ_BYTES = 256 * 1024;
/** A look-up does not ask for more captures. */
export const MOST_CAPTURES = 1_000;

/** An open file that never changes. */
interface Readable {
  readNow(room: Buffer, index: BlockIndex, first: number, last: number): void;
}

export class ReadRoom {
  /** What was read last, from this place in the file on. */
  bytes: Buffer = Buffer.alloc(0);
  place = 0;
  /** Room for where captures begin in the bytes. */
  readonly starts = new Uint32Array(MOST_CAPTURES);
  #room: Buffer | undefined;
  #length = 0;
  #file: Readable | undefined;

  /** Reads these blocks, both inclusive. Throws as the file's `readNow` does. */
  read(file: Readable, index: BlockIndex, first: number, last: number): void {
    const [place, bytes] = [index.place(first), index.bytesBetween(first, last)];
    if (this.#has(file, bytes, place)) return;
    this.#file = undefined;
    this.#room ??= Buffer.allocUnsafeSlow(READ_BYTES);
    this.bytes = bytes > READ_BYTES ? Buffer.allocUnsafeSlow(bytes) : this.#room;
    file.readNow(this.bytes, index, first, last);
    this.place = place;
    this.#length = bytes;
    this.#file = file;
  }

  #has(file: Readable, bytes: number, place: number): boolean {
    return file === this.#file && place >= this.place && place + bytes <= this.place + this.#length;
  }

  forget(file: Readable): void {
    if (this.#file === file) this.#file = undefined;
  }
}
