// The index of a piece's blocks as it lies in the file: no object and no string is made of a block. With it stands when
// each block was last read.
import { crc32 } from 'node:zlib';
import { int32, int64 } from '@holdfast/pg-kit';
import { firstNot } from './first-not.ts';
import { type Bound, isPositionBefore } from './key-order.ts';
import { ENTRY_BYTES, entry, OFFSET_BYTES, unsigned } from './piece-format.ts';

export class BlockIndex {
  readonly blocks: number;
  readonly #bytes: Buffer;
  readonly #keys: number;
  /** In seconds; 0: not since this index was read. */
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
   * The last block whose first capture stands before the place; none of those before the `least` one. One less when none
   * does.
   */
  lastBefore(bound: Bound, least: number): number {
    // Often it is that one.
    const isLeast = least + 1 < this.blocks && !this.#beginsBefore(least + 1, bound);
    const below = isLeast ? least + 1 : this.blocks;
    return firstNot(least, below, (block) => this.#beginsBefore(block, bound)) - 1;
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

  /** All from the first to the last lie one after the other, and take so many together. */
  bytesBetween(first: number, last: number): number {
    return this.place(last) + this.bytes(last) - this.place(first);
  }

  captures(block: number): number {
    return unsigned(this.#bytes, block * ENTRY_BYTES + entry.captures);
  }

  /** Where the captures' offsets begin in the block. */
  offsetsAt(block: number): number {
    return this.bytes(block) - OFFSET_BYTES * this.captures(block);
  }

  /** The first of these blocks, whose bytes begin with it, that is not what was written; undefined: all are. */
  firstDamaged(bytes: Buffer, first: number, last: number): number | undefined {
    for (let block = first, at = 0; block <= last; block++) {
      const end = at + this.bytes(block);
      if (crc32(bytes.subarray(at, end)) !== unsigned(this.#bytes, block * ENTRY_BYTES + entry.crc))
        return block;
      at = end;
    }
    return undefined;
  }

  /** Whether each of them was read since then, both inclusive. */
  areWarm(first: number, last: number, sinceS: number): boolean {
    for (let block = first; block <= last; block++) if (this.#lastRead[block]! < sinceS) return false;
    return true;
  }

  wereRead(first: number, last: number, nowS: number): void {
    for (let block = first; block <= last; block++) this.#lastRead[block] = nowS;
  }
}
