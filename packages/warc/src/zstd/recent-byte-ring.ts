// Ring buffer with copies of the latest input bytes, which may have to be searched again.

const PIECE_BYTES = 64 * 1024;
/** Limit on the bytes that are searched again, as a multiple of the input's length. It keeps the total work linear. */
const REWORK_FACTOR = 4;

export class RecentByteRing {
  readonly #mostBytes: number;
  #pieces: Buffer[] = [];
  #lengthBytes = 0;
  /** Input offset of the end of the ring. */
  #end = 0;
  #reworkedBytes = 0;

  /** Creates a ring of about `mostBytes` bytes. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  clear(): void {
    this.#pieces = [];
    this.#lengthBytes = 0;
  }

  /** Adds bytes. `offset` is their input offset. Skips bytes that the ring already contains. */
  push(bytes: Buffer, offset: number): void {
    const from = this.#lengthBytes === 0 ? 0 : Math.max(0, this.#end - offset);
    for (let at = from; at < bytes.length; at += PIECE_BYTES) {
      this.#add(Buffer.from(bytes.subarray(at, at + PIECE_BYTES)));
    }
    this.#end = offset + bytes.length;
    while (this.#lengthBytes > this.#mostBytes) this.#lengthBytes -= this.#pieces.shift()!.length;
  }

  /**
   * Empties the ring and returns its bytes, followed by `bytes`, whose input offset is `offset`. Returns undefined if
   * searching `againBytes` again would exceed the limit for an input of `inputBytes`.
   */
  again(
    bytes: Buffer,
    offset: number,
    againBytes: number,
    inputBytes: number,
  ): { bytes: Buffer; offset: number } | undefined {
    const isTooMuch = this.#reworkedBytes + againBytes > this.#mostBytes + inputBytes * REWORK_FACTOR;
    if (!isTooMuch) this.#reworkedBytes += againBytes;
    const joined = isTooMuch ? undefined : this.#join(bytes, offset);
    this.clear();
    return joined;
  }

  #join(bytes: Buffer, offset: number): { bytes: Buffer; offset: number } {
    if (this.#lengthBytes === 0) return { bytes, offset };
    const behind = bytes.subarray(Math.max(0, this.#end - offset));
    return { bytes: Buffer.concat([...this.#pieces, behind]), offset: this.#end - this.#lengthBytes };
  }

  #add(piece: Buffer): void {
    const last = this.#pieces.at(-1);
    this.#lengthBytes += piece.length;
    // Joins small buffers, to keep their number low.
    if (last !== undefined && last.length + piece.length <= PIECE_BYTES / 16) {
      this.#pieces[this.#pieces.length - 1] = Buffer.concat([last, piece]);
    } else this.#pieces.push(piece);
  }
}
