// The captures between two places within one piece, from either end, as many as are asked for.
import { HEAD_CHARACTERS, isLong } from '../domain/keys/key-spans.ts';
import type { Direction } from '../domain/replay/capture.ts';
import { captureLayout, RawCapture } from '../index/replay/raw-captures.ts';
import type { BlockIndex } from './block-index.ts';
import { Cold } from './cold.ts';
import { firstNot } from './first-not.ts';
import { type Bound, isCaptureBefore } from './key-order.ts';
import type { Piece } from './piece.ts';
import { OFFSET_BYTES, unsigned } from './piece-format.ts';
import { READ_BYTES } from './read-room.ts';

export interface Walk {
  readonly low: Bound;
  /** Undefined: no end. */
  readonly high: Bound | undefined;
  readonly direction: Direction;
  readonly limit: number;
  /** What was found before; what is found comes to it. */
  readonly found: RawCapture[];
}

/** What keeps a walk from its answer: something cold, or what is left to PostgreSQL. */
export type Hindrance = Cold | 'beyond';

/** Captures of more bytes are not read at once. */
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * A block that one of the places is in has so many of its captures between them, or none: few are most likely in it, and to
 * read the next block for them in vain takes longer than to find them.
 */
const LIKELY_AT_END = 1 / 8;

/** Undefined when nothing hinders. Throws DamagedPieceError. */
export function walkPiece(piece: Piece, walk: Walk): Hindrance | undefined {
  if (piece.isClosed) return 'beyond';
  const { index } = piece;
  if (index === undefined) return new Cold(() => piece.loadIndex());
  return new BlockWalk(piece, index, walk).collect();
}

class BlockWalk {
  readonly #piece: Piece;
  readonly #index: BlockIndex;
  readonly #walk: Walk;
  readonly #isForward: boolean;
  /** The blocks in which the places are: they also have captures that are not between these. */
  readonly #first: number;
  readonly #last: number;
  /** The blocks that are left. */
  #from: number;
  #to: number;

  constructor(piece: Piece, index: BlockIndex, walk: Walk) {
    this.#piece = piece;
    this.#index = index;
    this.#walk = walk;
    this.#isForward = walk.direction === 'forward';
    this.#first = Math.max(0, index.lastBefore(walk.low, 0));
    this.#last = walk.high === undefined ? index.blocks - 1 : index.lastBefore(walk.high, this.#first);
    this.#from = this.#first;
    this.#to = this.#last;
  }

  collect(): Hindrance | undefined {
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

  /** What is likely to be needed of it: nobody should wait for one part after the other. */
  #cold(): Cold {
    const [piece, index] = [this.#piece, this.#index];
    const [begin, end] = this.#next(MOST_BYTES);
    return new Cold(() => piece.loadBlocks(index, begin, end));
  }

  /** The blocks that are likely to have as many captures as are wanted, but no more bytes than these unless one alone does. */
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

  /** Captures of a block that are likely to be between the places, of so many that are wanted. */
  #likely(block: number, wanted: number): number {
    const captures = this.#index.captures(block);
    if (block !== this.#first && block !== this.#last) return captures;
    return wanted <= captures * LIKELY_AT_END ? wanted : 0;
  }

  /** Adds what these blocks have, which are in the room; false where PostgreSQL has them in another order. */
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

  /** Where in the room they begin, in the order that is asked for. Answers how many there are. */
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

  /** The captures of a block that are between the places: the first, and the one behind the last. */
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
    return firstNot(0, this.#index.captures(block), (number) =>
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
