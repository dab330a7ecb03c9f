// Reuses buffers of one size: allocating several MiB for every part would keep the garbage collector busy.

export class BufferPool {
  readonly bufferBytes: number;
  readonly #most: number;
  readonly #spare: Buffer[] = [];

  /** Keeps up to `most` spare buffers. The number in use is not limited. */
  constructor(bufferBytes: number, most: number) {
    this.bufferBytes = bufferBytes;
    this.#most = most;
  }

  /** Returns a buffer of `bufferBytes` with arbitrary content. */
  take(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.bufferBytes);
  }

  /** Takes back a buffer that is no longer used. Buffers of another size are discarded. */
  give(buffer: Buffer): void {
    if (buffer.length === this.bufferBytes && this.#spare.length < this.#most) this.#spare.push(buffer);
  }
}
