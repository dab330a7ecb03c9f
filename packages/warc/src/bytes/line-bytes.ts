// Lines of text gathered as bytes: each is written when it comes, so that its text can be let go, however many there are.

const FIRST_BYTES = 64 * 1024;
/** A character of a string, which is half of a surrogate pair at worst, takes no more in UTF-8. */
const MOST_BYTES_OF_CHARACTER = 3;
const LINE_FEED = 0x0a;

export class LineBytes {
  readonly #headRoom: number;
  #memory: ArrayBuffer;
  #room: Buffer;
  #end: number;

  /** `headRoom`: bytes to leave free in front of the first line. `usualBytes`: what the lines may come to. */
  constructor(headRoom: number, usualBytes = 0) {
    this.#headRoom = headRoom;
    // What is never written to costs nothing; to grow is to copy.
    this.#memory = new ArrayBuffer(headRoom + FIRST_BYTES + usualBytes);
    this.#room = Buffer.from(this.#memory);
    this.#end = headRoom;
  }

  /** Adds the line and a line feed. */
  add(line: string): void {
    this.#reserve(MOST_BYTES_OF_CHARACTER * line.length + 1);
    this.#end += this.#room.write(line, this.#end);
    this.#room[this.#end++] = LINE_FEED;
  }

  /** The lines so far. */
  get lines(): Buffer {
    return this.#room.subarray(this.#headRoom, this.#end);
  }

  /** The lines between `head`, which must fit in front of them, and `tail`. Nothing is to be added after that. */
  framed(head: Uint8Array, tail: Uint8Array): Buffer {
    this.#reserve(tail.length);
    const start = this.#headRoom - head.length;
    this.#room.set(head, start);
    this.#room.set(tail, this.#end);
    return this.#room.subarray(start, this.#end + tail.length);
  }

  /** Lets the memory go, with all that was given out of it: left to the collector, it would wait long. */
  release(): void {
    this.#memory.transfer(0);
  }

  #reserve(bytes: number): void {
    const wanted = this.#end + bytes;
    if (wanted <= this.#room.length) return;
    this.#memory = this.#memory.transfer(Math.max(wanted, 1.5 * this.#room.length));
    this.#room = Buffer.from(this.#memory);
  }
}
