// Reads captures between two bounds of a piece, from either end, up to a limit.
import { HEAD_CHARACTERS, isLong } from '../domain/keys/key-spans.ts';
import type { Direction } from '../domain/replay/capture.ts';
import { captureLayout, RawCapture } from '../index/replay/raw-captures.ts';
import type { BlockIndex } from './block-index.ts';
import { Cold } from './cold.ts';
import { findFirstNot } from './first-not.ts';
import { type Bound, isCaptureBefore } from './key-order.ts';
import type { OpenPiece } from './piece.ts';
import { OFFSET_BYTES, unsigned } from './piece-format.ts';
import { READ_BYTES } from './read-room.ts';

export interface Walk {
  readonly low: Bound;
  /** Undefined: no upper bound. */
  readonly high: Bound | undefined;
  readonly direction: Direction;
  readonly limit: number;
  /** Receives the captures, after those found in earlier pieces. */
  readonly found: RawCapture[];
}

/** Why a walk cannot answer: something is cold, or the walk must be left to PostgreSQL. */
export type WalkObstacle = Cold | 'beyond';

/** Maximum bytes of captures read synchronously. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * A block that contains a bound is assumed to have this share of its captures between the bounds, or none if
 * more are wanted. Reading the next block in vain takes longer than searching this one first.
 */
const LIKELY_AT_END = 1 / 8;

/** Returns undefined if the walk succeeded. Throws DamagedPieceError. */
export function walkPiece(piece: OpenPiece, walk: Walk): WalkObstacle | undefined {
  if (piece.isClosed) return 'beyond';
  const { index } = piece;
  if (index === undefined) return new Cold(() => piece.loadIndex());
  return new BlockWalk(piece, index, walk).collect();
}

class BlockWalk {
  readonly #piece: OpenPiece;
  readonly #index: BlockIndex;
  readonly #walk: Walk;
  readonly #isForward: boolean;
  /** Blocks with the bounds; they may also contain captures outside the bounds. */
  readonly #first: number;
  readonly #last: number;
  /** Blocks not read yet. */
  #from: number;
  #to: number;

  constructor(piece: OpenPiece, index: BlockIndex, walk: Walk) {
    this.#piece = piece;
    this.#index = index;
    this.#walk = walk;
    this.#isForward = walk.direction === 'forward';
    this.#first = Math.max(0, index.lastBefore(walk.low, 0));
    this.#last = walk.high === undefined ? index.blocks - 1 : index.lastBefore(walk.high, this.#first);
    this.#from = this.#first;
    this.#to = this.#last;
  }

  collect(): WalkObstacle | undefined {
    const { memory } = this.#piece;
    const index = this.#index;
    const nowS = memory.nowS();
    for (let readBytes = 0; this.#from <= this.#to && this.#wanted() > 0; ) {
      const [begin, end] = this.#next(READ_BYTES);
      if (!index.areWarm(begin, end, memory.warmSinceS(nowS))) return this.#cold();
      readBytes += index.bytesBetween(begin, end);
      if (readBytes > MOST_BYTES) return 'beyond';
      memory.room.read(this.#piece, index, begin, end);
      index.wereRead(begin, end, nowS);
      if (!this.#add(begin, end)) return 'beyond';
      if (this.#isForward) this.#from = end + 1;
      else this.#to = begin - 1;
    }
    return undefined;
  }

  #wanted(): number {
    return this.#walk.limit - this.#walk.found.length;
  }

  /** Returns everything the walk probably needs, so that it is loaded in one go. */
  #cold(): Cold {
    const [piece, index] = [this.#piece, this.#index];
    const [begin, end] = this.#next(MOST_BYTES);
    return new Cold(() => piece.loadBlocks(index, begin, end));
  }

  /**
   * Returns the next blocks, which probably contain the wanted number of captures. They have at most
   * `mostBytes` bytes, unless a single block has more.
   */
  #next(mostBytes: number): [begin: number, end: number] {
    const [start, stop, step] = this.#isForward ? [this.#from, this.#to, 1] : [this.#to, this.#from, -1];
    const index = this.#index;
    const wanted = this.#wanted();
    let [block, bytes, captures] = [start, index.bytes(start), this.#likely(start, wanted)];
    while (block !== stop && captures < wanted) {
      bytes += index.bytes(block + step);
      if (bytes > mostBytes) break;
      block += step;
      captures += this.#likely(block, wanted);
    }
    return this.#isForward ? [start, block] : [block, start];
  }

  /** Estimates how many of a block's captures are between the bounds, up to `wanted`. */
  #likely(block: number, wanted: number): number {
    const captures = this.#index.captures(block);
    if (block !== this.#first && block !== this.#last) return captures;
    return wanted <= captures * LIKELY_AT_END ? wanted : 0;
  }

  /**
   * Adds the captures of these blocks, which are in the read buffer. Returns false if PostgreSQL orders them
   * differently.
   */
  #add(begin: number, end: number): boolean {
    const { bytes, starts } = this.#piece.memory.room;
    const count = this.#findStarts(starts, begin, end);
    if (count === 0) return true;
    const [one, other] = [starts[0]!, starts[count - 1]!];
    const lowest = Math.min(one, other);
    const kept = copyOf(bytes, lowest, captureLayout.end(bytes, Math.max(one, other)));
    const { found } = this.#walk;
    for (let number = 0; number < count; number++) {
      const capture = new RawCapture(kept, starts[number]! - lowest);
      if (capture.urlkeyBytes >= HEAD_CHARACTERS && isLong(capture.urlkey)) return false;
      found.push(capture);
    }
    return true;
  }

  /**
   * Writes the offsets of the captures in the read buffer to `starts`, in the requested order. Returns their number.
   */
  #findStarts(starts: Uint32Array, begin: number, end: number): number {
    const wanted = this.#wanted();
    let count = 0;
    if (this.#isForward) {
      for (let block = begin; block <= end && count < wanted; block++) {
        const [from, below] = this.#between(block);
        const enough = Math.min(below, from + wanted - count);
        for (let number = from; number < enough; number++) starts[count++] = this.#start(block, number);
      }
    } else {
      for (let block = end; block >= begin && count < wanted; block--) {
        const [from, below] = this.#between(block);
        const enough = Math.max(from, below - wanted + count);
        for (let number = below - 1; number >= enough; number--) starts[count++] = this.#start(block, number);
      }
    }
    return count;
  }

  /** Returns the captures of a block between the bounds: index of the first, and index after the last. */
  #between(block: number): [from: number, below: number] {
    const { low, high } = this.#walk;
    return [
      block === this.#first ? this.#firstNotBefore(block, low) : 0,
      block === this.#last && high !== undefined
        ? this.#firstNotBefore(block, high)
        : this.#index.captures(block),
    ];
  }

  #firstNotBefore(block: number, bound: Bound): number {
    const { bytes } = this.#piece.memory.room;
    return findFirstNot(0, this.#index.captures(block), (number) =>
      isCaptureBefore(bytes, this.#start(block, number), bound),
    );
  }

  #start(block: number, number: number): number {
    const { room } = this.#piece.memory;
    const at = this.#index.place(block) - room.place;
    return at + unsigned(room.bytes, at + this.#index.offsetsAt(block) + number * OFFSET_BYTES);
  }
}

function copyOf(bytes: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.allocUnsafe(end - start);
  bytes.copy(copy, 0, start, end);
  return copy;
}
