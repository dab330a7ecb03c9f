// Index of a piece's blocks. It is used in the form in which it is stored, without creating objects or
// strings per block. It also tracks when each block was last read.
import { crc32 } from 'node:zlib';
import { int32, int64 } from '@holdfast/pg-kit';
import { findFirstNot } from './first-not.ts';
import { type Bound, isPositionBefore } from './key-order.ts';
import { ENTRY_BYTES, entry, OFFSET_BYTES, unsigned } from './piece-format.ts';

export class BlockIndex {
  readonly blocks: number;
  readonly #bytes: Buffer;
  readonly #keys: number;
  /** Time of the last read in seconds; 0: not since this index was loaded. */
  readonly #lastRead: Uint32Array;

  constructor(bytes: Buffer, blocks: number) {
    this.blocks = blocks;
    this.#bytes = bytes;
    this.#keys = blocks * ENTRY_BYTES;
    this.#lastRead = new Uint32Array(blocks);
  }

  get heldBytes(): number {
    return this.#bytes.length + this.#lastRead.byteLength;
  }

  /**
   * Returns the last block whose first capture is before the bound, not counting blocks before `least`.
   * Returns `least - 1` if there is none.
   */
  lastBefore(bound: Bound, least: number): number {
    // The result is often `least` itself.
    const isLeast = least + 1 < this.blocks && !this.#beginsBefore(least + 1, bound);
    const below = isLeast ? least + 1 : this.blocks;
    return findFirstNot(least, below, (block) => this.#beginsBefore(block, bound)) - 1;
  }

  #beginsBefore(block: number, bound: Bound): boolean {
    const at = block * ENTRY_BYTES;
    const bytes = this.#bytes;
    const keyAt = this.#keys + unsigned(bytes, at + entry.keyAt);
    return isPositionBefore(bytes, keyAt, int32(bytes, at + entry.keyBytes), at + entry.time, bound);
  }

  place(block: number): number {
    return int64(this.#bytes, block * ENTRY_BYTES + entry.place);
  }

  bytes(block: number): number {
    return unsigned(this.#bytes, block * ENTRY_BYTES + entry.bytes);
  }

  /** Returns the bytes of all blocks from `first` to `last`, which are adjacent in the file. */
  bytesBetween(first: number, last: number): number {
    return this.place(last) + this.bytes(last) - this.place(first);
  }

  captures(block: number): number {
    return unsigned(this.#bytes, block * ENTRY_BYTES + entry.captures);
  }

  /** Returns the position of the capture offsets within the block. */
  offsetsAt(block: number): number {
    return this.bytes(block) - OFFSET_BYTES * this.captures(block);
  }

  /**
   * Returns the first block in this range with a wrong checksum; undefined if all are intact. `bytes` starts
   * with the block `first`.
   */
  firstDamaged(bytes: Buffer, first: number, last: number): number | undefined {
    for (let block = first, at = 0; block <= last; block++) {
      const end = at + this.bytes(block);
      if (crc32(bytes.subarray(at, end)) !== unsigned(this.#bytes, block * ENTRY_BYTES + entry.crc))
        return block;
      at = end;
    }
    return undefined;
  }

  /** Returns whether each block from `first` to `last`, inclusive, was read since then. */
  areWarm(first: number, last: number, sinceS: number): boolean {
    for (let block = first; block <= last; block++) if (this.#lastRead[block]! < sinceS) return false;
    return true;
  }

  wereRead(first: number, last: number, nowS: number): void {
    for (let block = first; block <= last; block++) this.#lastRead[block] = nowS;
  }
}
