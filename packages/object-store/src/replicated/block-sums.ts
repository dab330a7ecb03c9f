// Checksums of the blocks of an object. A reader verifies each block before delivering it. It reads a damaged block
// from another copy, even in the middle of a large payload.
import { crc32 } from 'node:zlib';
import type { BlockChecksums } from './catalogue.ts';

export const CHECKSUM_BLOCK_BYTES = 64 * 1024;
/** Maximum size of an object without block checksums. Such an object is verified as a whole. */
export const MAX_UNSUMMED_BYTES = 1024 * 1024;

/** Computes the block checksums while an object is written. */
export class BlockChecksummer {
  #sizeBytes = 0;
  #whole = 0;
  #block = 0;
  #filled = 0;
  readonly #blocks: number[] = [];

  get crc32(): number {
    return this.#whole;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  add(chunk: Uint8Array): void {
    this.#sizeBytes += chunk.length;
    this.#whole = crc32(chunk, this.#whole);
    for (let at = 0; at < chunk.length; ) {
      const piece = chunk.subarray(at, at + CHECKSUM_BLOCK_BYTES - this.#filled);
      this.#block = crc32(piece, this.#block);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled === CHECKSUM_BLOCK_BYTES) this.#endBlock();
    }
  }

  finish(): BlockChecksums {
    if (this.#filled > 0) this.#endBlock();
    const blocks = Buffer.alloc(4 * this.#blocks.length);
    for (const [index, sum] of this.#blocks.entries()) blocks.writeUInt32BE(sum, 4 * index);
    return { sizeBytes: this.#sizeBytes, crc32: this.#whole, blocks };
  }

  #endBlock(): void {
    this.#blocks.push(this.#block);
    this.#block = 0;
    this.#filled = 0;
  }
}

/** Returns whether `bytes` match the checksum of block number `index`. */
export function isBlockIntact({ blocks }: BlockChecksums, index: number, bytes: Uint8Array): boolean {
  return 4 * index + 4 <= blocks.length && blocks.readUInt32BE(4 * index) === crc32(bytes);
}
