// Pools buffers of one size. Allocating several MiB for every part would burden the garbage collector.

export class BufferPool {
  readonly bufferBytes: number;
  readonly #most: number;
  readonly #spare: Buffer[] = [];

  /** Creates a pool that keeps up to `most` unused buffers. The number of buffers in use is not limited. */
  constructor(bufferBytes: number, most: number) {
    this.bufferBytes = bufferBytes;
    this.#most = most;
  }

  /** Returns a buffer of `bufferBytes` bytes with arbitrary content. */
  take(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.bufferBytes);
  }

  /** Returns a buffer to the pool. Discards buffers of another size. */
  give(buffer: Buffer): void {
    if (buffer.length === this.bufferBytes && this.#spare.length < this.#most) this.#spare.push(buffer);
  }
}
