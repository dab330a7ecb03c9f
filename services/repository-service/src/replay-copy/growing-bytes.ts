// Bytes to which others come, in memory that grows with them and is used again.

const LEAST_BYTES = 16 * 1024;

export class GrowingBytes {
  #room = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(bytes: Buffer, start: number, end: number): void {
    this.#reserve(end - start);
    bytes.copy(this.#room, this.#length, start, end);
    this.#length += end - start;
  }

  /** As many more, to be filled before others come. */
  extend(bytes: number): Buffer {
    this.#reserve(bytes);
    this.#length += bytes;
    return this.#room.subarray(this.#length - bytes, this.#length);
  }

  /** Valid until others come. */
  written(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#room.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(LEAST_BYTES, 2 * this.#room.length, this.#length + bytes));
    this.#room.copy(larger, 0, 0, this.#length);
    this.#room = larger;
  }
}
