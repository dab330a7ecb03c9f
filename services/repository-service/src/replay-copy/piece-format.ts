// File format of a piece: blocks of captures, the index of the blocks, and a foot with the key range of the
// piece and the position of the index. Numbers are big-endian. A block contains captures in order, each as in
// RawCapture, then the offset of each within the block, in 4 bytes. CRC-32s cover every byte: a block's CRC
// is in the index, the index's CRC is in the foot, and the foot ends with its own.
import { crc32 } from 'node:zlib';
import { int32, int64 } from '@holdfast/pg-kit';
import { captureLayout } from '../index/replay/raw-captures.ts';
import { DamagedPieceError } from './damaged-piece-error.ts';

/** Bytes of an offset in a block. */
export const OFFSET_BYTES = 4;

/**
 * Index entry: position of the block, its bytes, number of captures and CRC; position and bytes of its first
 * key in the list of keys, which follows the entries; time and id of its first capture.
 */
export const entry = {
  place: 0,
  bytes: 8,
  captures: 12,
  crc: 16,
  keyAt: 20,
  keyBytes: 24,
  time: 28,
  id: 36,
} as const;
export const ENTRY_BYTES = 52;

/** Content of the foot. */
export interface Foot {
  /** Urlkeys from `from` (inclusive) to `below` (exclusive); undefined: no upper bound. */
  readonly from: string;
  readonly below: string | undefined;
  readonly captures: number;
  readonly blocks: number;
  readonly indexPlace: number;
  readonly indexBytes: number;
  readonly indexCrc: number;
}

/** If the columns of captures change, this version changes and pieces are made anew. */
const VERSION = crc32(captureLayout.select);
const MAGIC = Buffer.from('HFREPLAY');
// Offsets within the tail, the fixed-length end of the foot after the key bounds.
const tail = {
  version: 0,
  from: 4,
  below: 8,
  captures: 12,
  blocks: 20,
  indexPlace: 24,
  indexBytes: 32,
  indexCrc: 36,
  crc: 40,
  magic: 44,
} as const;
export const TAIL_BYTES = tail.magic + MAGIC.length;

export function encodeFoot(foot: Foot): Buffer {
  const [from, below] = [Buffer.from(foot.from), Buffer.from(foot.below ?? '')];
  const bytes = Buffer.concat([from, below, Buffer.alloc(TAIL_BYTES)]);
  const at = from.length + below.length;
  bytes.writeUInt32BE(VERSION, at + tail.version);
  bytes.writeInt32BE(from.length, at + tail.from);
  bytes.writeInt32BE(foot.below === undefined ? -1 : below.length, at + tail.below);
  writeInt64(bytes, foot.captures, at + tail.captures);
  bytes.writeUInt32BE(foot.blocks, at + tail.blocks);
  writeInt64(bytes, foot.indexPlace, at + tail.indexPlace);
  bytes.writeUInt32BE(foot.indexBytes, at + tail.indexBytes);
  bytes.writeUInt32BE(foot.indexCrc, at + tail.indexCrc);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, at + tail.crc)), at + tail.crc);
  MAGIC.copy(bytes, at + tail.magic);
  return bytes;
}

/** `end`: the last bytes of the file, including the whole foot if it has `footBytes` bytes. */
export function readFoot(path: string, end: Buffer, fileBytes: number): Foot {
  const at = end.length - TAIL_BYTES;
  const boundsBytes = readBoundsBytes(path, end);
  const bounds = at - boundsBytes;
  if (bounds < 0) throw new DamagedPieceError(path, 'it is shorter than its foot');
  if (crc32(end.subarray(bounds, at + tail.crc)) !== unsigned(end, at + tail.crc))
    throw new DamagedPieceError(path, 'its foot is damaged');
  const fromEnd = bounds + int32(end, at + tail.from);
  const foot = {
    from: end.toString('utf8', bounds, fromEnd),
    below: int32(end, at + tail.below) < 0 ? undefined : end.toString('utf8', fromEnd, at),
    captures: int64(end, at + tail.captures),
    blocks: unsigned(end, at + tail.blocks),
    indexPlace: int64(end, at + tail.indexPlace),
    indexBytes: unsigned(end, at + tail.indexBytes),
    indexCrc: unsigned(end, at + tail.indexCrc),
  };
  if (foot.indexPlace + foot.indexBytes + boundsBytes + TAIL_BYTES !== fileBytes)
    throw new DamagedPieceError(path, 'it is not as long as it was');
  return foot;
}

/**
 * Returns the bytes of the key bounds, which precede the tail. Throws DamagedPieceError if the file does not
 * end like a piece.
 */
export function readBoundsBytes(path: string, end: Buffer): number {
  const at = end.length - TAIL_BYTES;
  if (at < 0 || !end.subarray(at + tail.magic).equals(MAGIC))
    throw new DamagedPieceError(path, 'it is no whole piece');
  if (unsigned(end, at + tail.version) !== VERSION)
    throw new DamagedPieceError(path, 'it is of another version');
  const [from, below] = [int32(end, at + tail.from), int32(end, at + tail.below)];
  if (from < 0 || from > MOST_BOUND_BYTES || below < -1 || below > MOST_BOUND_BYTES)
    throw new DamagedPieceError(path, 'its foot is damaged');
  return from + Math.max(0, below);
}

/** Bounds are shorter than a head. */
const MOST_BOUND_BYTES = 2_000;

export function writeInt64(bytes: Buffer, value: number, at: number): void {
  bytes.writeInt32BE(Math.floor(value / 2 ** 32), at);
  bytes.writeInt32BE(value | 0, at + 4);
}

export function unsigned(bytes: Buffer, at: number): number {
  return int32(bytes, at) >>> 0;
}
