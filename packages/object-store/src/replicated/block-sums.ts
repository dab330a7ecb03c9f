// Checksums of the blocks of an object. A reader checks each block before delivering it, so wrong bytes are never
// delivered, not even in the middle of a large payload.
import { crc32 } from 'node:zlib';
import type { BlockSums } from './catalogue.ts';

export const BLOCK_BYTES = 64 * 1024;
/** Objects up to this size are read whole and need no checksums per block. */
export const MAX_UNSUMMED_BYTES = 1024 * 1024;

/** Computes the checksums while the object is written. */
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
      const piece = chunk.subarray(at, at + BLOCK_BYTES - this.#filled);
      this.#block = crc32(piece, this.#block);
      this.#filled += piece.length;
      at += piece.length;
      if (this.#filled === BLOCK_BYTES) this.#endBlock();
    }
  }

  finish(): BlockSums {
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

/** `index` counts blocks from the start of the object. */
export function isBlockIntact({ blocks }: BlockSums, index: number, bytes: Uint8Array): boolean {
  return 4 * index + 4 <= blocks.length && blocks.readUInt32BE(4 * index) === crc32(bytes);
}
