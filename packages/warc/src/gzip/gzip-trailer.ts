// The trailer of a gzip member (RFC 1952): the checksum and the length that it declares, read across chunk borders, and
// those that the content has.
import { crc32 } from 'node:zlib';

const TRAILER_BYTES = 8;

/** Feed it with `push` until it answers true; `length` is how much of the trailer was read. */
export class GzipTrailer {
  length = 0;
  #crc = 0;
  #sizeBytes = 0;
  #contentCrc = 0;
  #contentBytes = 0;

  reset(): void {
    this.length = 0;
    this.#crc = 0;
    this.#sizeBytes = 0;
    this.#contentCrc = 0;
    this.#contentBytes = 0;
  }

  /** Counts in the next bytes of the content. */
  addContent(bytes: Uint8Array): void {
    if (bytes.length > 0) this.#contentCrc = crc32(bytes, this.#contentCrc);
    this.#contentBytes = (this.#contentBytes + bytes.length) >>> 0;
  }

  /** Reads on from input[start, end); whether the trailer is complete. */
  push(input: Uint8Array, start: number, end: number): boolean {
    for (let at = start; at < end && this.length < TRAILER_BYTES; at++) {
      const byte = input[at]! << ((this.length % 4) * 8);
      if (this.length++ < 4) this.#crc |= byte;
      else this.#sizeBytes |= byte;
    }
    return this.length === TRAILER_BYTES;
  }

  /** Whether the content has the checksum and the length, modulo 2^32, that the trailer declares. */
  get matches(): boolean {
    return this.#crc >>> 0 === this.#contentCrc && this.#sizeBytes >>> 0 === this.#contentBytes;
  }
}
