// Buffer for copies of bytes that may have to be reread. Writes more than a few megabytes to a spool file.

/** Storage for bytes that do not fit in memory. If one of its methods throws, the bytes are discarded. */
export interface ByteSpool {
  append(bytes: Uint8Array): void;
  /** Fills `target` with bytes from `position` on. All these bytes must have been appended before. */
  read(position: number, target: Uint8Array): void;
  close(): void;
}

const PIECE_BYTES = 64 * 1024;
const MEMORY_BYTES = 4 * 1024 * 1024;
const SPOOL_BYTES = 1024 * 1024 * 1024;

export class RereadBuffer {
  readonly #openSpool: (() => ByteSpool) | undefined;
  #pieces: Buffer[] = [];
  /** Number of used bytes in the last buffer. */
  #filled = PIECE_BYTES;
  #spool: ByteSpool | undefined;
  #spooledBytes = 0;
  #readBytes = 0;
  #lengthBytes = 0;

  constructor(openSpool: (() => ByteSpool) | undefined) {
    this.#openSpool = openSpool;
  }

  /** Number of bytes added. */
  get lengthBytes(): number {
    return this.#lengthBytes;
  }

  /** Adds a copy of bytes[start, end). If there is no space, discards all bytes and returns false. */
  push(bytes: Uint8Array, start: number, end: number): boolean {
    this.#lengthBytes += end - start;
    for (let at = start; at < end; ) {
      if (this.#filled === PIECE_BYTES) {
        if (this.#pieces.length * PIECE_BYTES >= MEMORY_BYTES && !this.#spoolPieces()) return false;
        this.#pieces.push(Buffer.allocUnsafeSlow(PIECE_BYTES));
        this.#filled = 0;
      }
      const step = Math.min(end - at, PIECE_BYTES - this.#filled);
      this.#pieces.at(-1)!.set(bytes.subarray(at, at + step), this.#filled);
      this.#filled += step;
      at += step;
    }
    return true;
  }

  /**
   * Returns the next chunk, or undefined after the last one. After the first call, nothing can be added. Throws errors
   * of the spool.
   */
  next(): Buffer | undefined {
    if (this.#readBytes < this.#spooledBytes) {
      const piece = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, this.#spooledBytes - this.#readBytes));
      this.#spool!.read(this.#readBytes, piece);
      this.#readBytes += piece.length;
      return piece;
    }
    const piece = this.#pieces.shift();
    if (piece === undefined) this.close();
    return this.#pieces.length === 0 ? piece?.subarray(0, this.#filled) : piece;
  }

  close(): void {
    this.#pieces = [];
    this.#spool?.close();
    this.#spool = undefined;
  }

  #spoolPieces(): boolean {
    try {
      if (this.#openSpool === undefined || this.#spooledBytes >= SPOOL_BYTES) throw new Error('no room');
      this.#spool ??= this.#openSpool();
      for (const piece of this.#pieces) this.#spool.append(piece);
      this.#spooledBytes += this.#pieces.length * PIECE_BYTES;
      this.#pieces = [];
      return true;
    } catch {
      this.close();
      return false;
    }
  }
}
