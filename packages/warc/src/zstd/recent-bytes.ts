// The last bytes of a stretch of input, as far as they may have to be looked at again. Copies what it is given.

const PIECE_BYTES = 64 * 1024;
/** Bytes that may be looked at again, as a multiple of the input: keeps the whole linear. */
const REWORK_FACTOR = 4;

export class RecentBytes {
  readonly #mostBytes: number;
  #pieces: Buffer[] = [];
  #lengthBytes = 0;
  /** Input offset behind the last byte. */
  #end = 0;
  #reworkedBytes = 0;

  /** Holds about `mostBytes`. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  clear(): void {
    this.#pieces = [];
    this.#lengthBytes = 0;
  }

  /** Takes bytes that begin at the input offset `offset`; those that were taken before are left out. */
  push(bytes: Buffer, offset: number): void {
    const from = this.#lengthBytes === 0 ? 0 : Math.max(0, this.#end - offset);
    for (let at = from; at < bytes.length; at += PIECE_BYTES) {
      this.#add(Buffer.from(bytes.subarray(at, at + PIECE_BYTES)));
    }
    this.#end = offset + bytes.length;
    while (this.#lengthBytes > this.#mostBytes) this.#lengthBytes -= this.#pieces.shift()!.length;
  }

  /**
   * What to look at again, in place of `bytes`, which begin at `offset`: what is held and they behind it. Undefined when
   * `againBytes` more would be too many for an input of `inputBytes`. Nothing is held any more then.
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
    // Small ones are put together, or there would be very many of them.
    if (last !== undefined && last.length + piece.length <= PIECE_BYTES / 16) {
      this.#pieces[this.#pieces.length - 1] = Buffer.concat([last, piece]);
    } else this.#pieces.push(piece);
  }
}
