// Writes ordered captures into pieces of similar size. A piece ends between two keys, at a key shorter than a
// head, so all captures with the same head are in one piece. See piece-format.ts for the file format.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { int64, type RawRows, valueEnd, valueLength } from '@holdfast/pg-kit';
import { captureLayout, KEY_OFFSET } from '../index/replay/raw-captures.ts';
import { compareBytes, findKeyBetween, ID_BYTES, readIdOffset, readTimeOffset } from './key-order.ts';
import { PieceFile } from './piece-file.ts';

export interface WritePiecesDeps {
  /** Returns a file name that is unique in the folder. */
  newName(): string;
}

/** Urlkeys in byte order. `below` is exclusive; undefined: no upper bound. */
export interface PieceRange {
  readonly from: string;
  readonly below: string | undefined;
}

export interface WritePiecesOptions {
  /** A piece ends when its captures have this many bytes. */
  readonly targetBytes?: number;
  readonly blockBytes?: number;
  /**
   * Maximum number of pieces. If rows are left, the last piece ends before the range does and tells how far
   * the rows were written.
   */
  readonly mostPieces?: number;
}

export interface WrittenPiece extends PieceRange {
  /** File name in the folder. */
  readonly file: string;
  readonly captures: number;
  /** Bytes of the file. */
  readonly bytes: number;
}

export const TARGET_BYTES = 32 * 1024 * 1024;
const BLOCK_BYTES = 16 * 1024;

/**
 * Writes rows that start with the values of a RawCapture. Returns at least one piece; the pieces are adjacent
 * and cover the range or its start. Leaves no files in the folder if it rejects: with an error of the rows or
 * of writing, or because rows are out of order or out of range.
 */
export async function writePieces(
  deps: WritePiecesDeps,
  folder: string,
  rows: AsyncIterable<RawRows>,
  range: PieceRange,
  options: WritePiecesOptions = {},
): Promise<WrittenPiece[]> {
  const writer = new PiecesWriter(deps, folder, range, options);
  try {
    for await (const batch of rows) {
      await writer.add(batch);
      if (writer.isFull) return writer.written;
    }
    await writer.finish();
    return writer.written;
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

class PiecesWriter {
  readonly #deps: WritePiecesDeps;
  readonly #folder: string;
  readonly #options: Required<WritePiecesOptions>;
  readonly #fromKey: Buffer;
  readonly #below: string | undefined;
  readonly #belowKey: Buffer | undefined;
  readonly written: WrittenPiece[] = [];
  #name = '';
  #file: PieceFile | undefined;
  /** Lower bound of the piece being written. */
  #from: string;
  /** The previous capture. */
  #last: CapturePlace = { bytes: Buffer.alloc(0), start: -1 };

  constructor(deps: WritePiecesDeps, folder: string, range: PieceRange, options: WritePiecesOptions) {
    this.#deps = deps;
    this.#folder = folder;
    const unbounded = { mostPieces: Number.POSITIVE_INFINITY };
    this.#options = { targetBytes: TARGET_BYTES, blockBytes: BLOCK_BYTES, ...unbounded, ...options };
    this.#from = range.from;
    this.#fromKey = Buffer.from(range.from);
    this.#below = range.below;
    this.#belowKey = range.below === undefined ? undefined : Buffer.from(range.below);
  }

  get isFull(): boolean {
    return this.written.length === this.#options.mostPieces;
  }

  /** Ignores further rows once it is full. */
  async add({ bytes, starts }: RawRows): Promise<void> {
    for (const start of starts) {
      const end = captureLayout.end(bytes, start);
      const keyOrder = this.#keyOrder(bytes, start);
      let file = this.#file ?? (await this.#begin());
      if (keyOrder > 0 && file.bytes >= this.#options.targetBytes) {
        const between = findKeyBetween(keyOf(this.#last.bytes, this.#last.start), keyOf(bytes, start));
        if (between !== undefined) {
          await this.#end(file, between);
          if (this.isFull) return;
          file = await this.#begin();
        }
      }
      file.add(bytes, start, end);
      this.#last = { bytes, start };
    }
    await this.#file?.flush();
    this.#detachLast();
  }

  /**
   * Compares the row's key with the previous key. Throws if the row is not after the previous one or is out of range.
   */
  #keyOrder(bytes: Buffer, start: number): number {
    const last = this.#last;
    const keyAt = start + KEY_OFFSET;
    const keyBytes = valueLength(bytes, keyAt);
    if (last.start < 0) {
      if (compareBytes(bytes, keyAt, keyBytes, this.#fromKey, 0, this.#fromKey.length) < 0)
        throw new Error('A capture is before the range of a piece.');
    }
    const below = this.#belowKey;
    if (below && compareBytes(bytes, keyAt, keyBytes, below, 0, below.length) >= 0)
      throw new Error('A capture is behind the range of a piece.');
    if (last.start < 0) return 1;
    const lastAt = last.start + KEY_OFFSET;
    const lastBytes = valueLength(last.bytes, lastAt);
    const order = compareBytes(bytes, keyAt, keyBytes, last.bytes, lastAt, lastBytes);
    if (order < 0 || (order === 0 && !isLater(last, { bytes, start })))
      throw new Error('Captures of a piece are not in order.');
    return order;
  }

  async #begin(): Promise<PieceFile> {
    this.#name = this.#deps.newName();
    this.#file = await PieceFile.create(join(this.#folder, this.#name), this.#options.blockBytes);
    return this.#file;
  }

  async #end(file: PieceFile, below: string | undefined): Promise<void> {
    const bytes = await file.finish(this.#from, below);
    this.#file = undefined;
    const { captures } = file;
    this.written.push({ file: this.#name, from: this.#from, below, captures, bytes });
    this.#from = below ?? '';
  }

  /** Copies the last row, because the rows' memory may be reused. */
  #detachLast(): void {
    const { bytes, start } = this.#last;
    if (start < 0) return;
    this.#last = { bytes: Buffer.from(bytes.subarray(start, captureLayout.end(bytes, start))), start: 0 };
  }

  async finish(): Promise<void> {
    await this.#end(this.#file ?? (await this.#begin()), this.#below);
  }

  async abandon(): Promise<void> {
    await this.#file?.abandon();
    for (const { file } of this.written) await rm(join(this.#folder, file), { force: true });
  }
}

interface CapturePlace {
  readonly bytes: Buffer;
  readonly start: number;
}

function keyOf(bytes: Buffer, start: number): Buffer {
  return bytes.subarray(start + KEY_OFFSET, valueEnd(bytes, start + KEY_OFFSET));
}

/** Compares two captures with the same key. */
function isLater(earlier: CapturePlace, later: CapturePlace): boolean {
  const difference = timeOf(later) - timeOf(earlier);
  if (difference !== 0) return difference > 0;
  const [a, b] = [readIdOffset(earlier.bytes, earlier.start), readIdOffset(later.bytes, later.start)];
  return compareBytes(earlier.bytes, a, ID_BYTES, later.bytes, b, ID_BYTES) < 0;
}

function timeOf({ bytes, start }: CapturePlace): number {
  return int64(bytes, readTimeOffset(bytes, start));
}
