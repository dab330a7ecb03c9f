// Buffer for synchronous reads of blocks. The next look-up reuses it, so answers are copied out of it. Blocks
// that it already contains are not read again.
import type { BlockIndex } from './block-index.ts';

/** Maximum bytes of blocks read together, unless a single block has more. */
export const READ_BYTES = 256 * 1024;
/** Maximum number of captures of a look-up. */
export const MOST_CAPTURES = 1_000;

/** An open immutable file. */
interface Readable {
  readNow(room: Buffer, index: BlockIndex, first: number, last: number): void;
}

export class ReadRoom {
  /** The last bytes read, from this position of the file. */
  bytes: Buffer = Buffer.alloc(0);
  place = 0;
  /** Offsets of captures in the bytes. */
  readonly starts = new Uint32Array(MOST_CAPTURES);
  #room: Buffer | undefined;
  #length = 0;
  #file: Readable | undefined;

  /** Reads these blocks, inclusive. Throws what the file's `readNow` throws. */
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
