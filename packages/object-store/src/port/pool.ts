// Buffers of one size used again and again: new ones of some MiB for every part keep the garbage collector busy.

export class BufferPool {
  readonly bufferBytes: number;
  readonly #most: number;
  readonly #spare: Buffer[] = [];

  /** Keeps up to `most` buffers for later; how many are in use is up to those who take them. */
  constructor(bufferBytes: number, most: number) {
    this.bufferBytes = bufferBytes;
    this.#most = most;
  }

  /** A buffer of bufferBytes with anything in it. */
  take(): Buffer {
    return this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.bufferBytes);
  }

  /** Takes a buffer back that nobody uses any more; others than its own are let go. */
  give(buffer: Buffer): void {
    if (buffer.length === this.bufferBytes && this.#spare.length < this.#most) this.#spare.push(buffer);
  }
}
