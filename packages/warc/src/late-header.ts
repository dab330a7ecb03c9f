// A record's gzip member made back to front: the body is compressed as it comes, and the WARC header and HTTP head,
// which stand before it and name its length and digests, are compressed when they are known.
//
// The two are runs of deflate blocks of their own: the first ends on a byte (an empty stored block, as zlib's sync
// flush makes it), and the second refers to nothing before itself. Joined they are one plain gzip member to every
// reader. Its CRC is combined of both.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';
import { fitting } from './byte-hold.ts';
import { crc32Combine } from './crc32-combine.ts';

export interface MemberBeginning {
  bytes: Buffer;
  crc: number;
  plainLength: number;
}

export interface CompressedBody {
  crc: number;
  /** With the line ends that close the record. */
  plainLength: number;
}

const level = 6;
/** Of pieces that do not compress (video, archives) only one in so many is tried; the others are stored. */
const tryEvery = 16;
const worthwhile = 0.97;
/** Compressed at a time, off this thread, as blocks that go on with the window of the piece before. */
const pieceBytes = 256 * 1024;
const windowBytes = 32 * 1024;
const syncBytes = 16 * 1024;
const recordEnd = Buffer.from('\r\n\r\n', 'latin1');
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff]);
const deflatePiece = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/** What `memberBeginning` makes of so many bytes is never longer than this. */
export function longestBeginning(plainLength: number): number {
  return plainLength + Math.ceil(plainLength / 1000) + 64;
}

/** The member up to the body. `plain`: WARC header and, if there is one, HTTP head. */
export async function memberBeginning(plain: Buffer): Promise<MemberBeginning> {
  const options = { level, finishFlush: constants.Z_SYNC_FLUSH };
  const blocks =
    plain.length <= syncBytes ? deflateRawSync(plain, options) : await deflatePiece(plain, options);
  return { bytes: Buffer.concat([gzipHeader, blocks]), crc: crc32(plain), plainLength: plain.length };
}

/** The last bytes of the member, behind those of the body. */
export function memberEnd(beginning: MemberBeginning, body: CompressedBody): Buffer {
  const end = Buffer.allocUnsafe(8);
  end.writeUInt32LE(crc32Combine(beginning.crc, body.crc, body.plainLength), 0);
  end.writeUInt32LE((beginning.plainLength + body.plainLength) % 0x1_0000_0000, 4);
  return end;
}

/**
 * Makes a member of ours (`memberBeginning` or zlib: plain header of 10 bytes) as long as wanted, its content
 * unchanged: an extra field that readers skip, then empty deflate blocks. Throws RangeError when it is longer already,
 * or shorter by less than the 6 bytes of an extra field.
 */
export function lengthened(member: Buffer, lengthBytes: number): Buffer {
  const missing = lengthBytes - member.length;
  if (missing === 0) return member;
  if (missing < 6) throw new RangeError(`a member of ${member.length} bytes cannot become ${lengthBytes}`);
  const fill = (missing - 6) % 5;
  const header = Buffer.from(member.subarray(0, 10));
  header[3] = header[3]! | 4;
  const extra = Buffer.from([4 + fill, 0, 0x48, 0x46, fill, 0, ...Array<number>(fill).fill(0)]);
  const blocks = Buffer.alloc(missing - extra.length, emptyBlock);
  return Buffer.concat([header, extra, blocks, member.subarray(10)]);
}

/** The body: `push` …, then `finish`. One call at a time. Memory: a piece and what comes of it. */
export class BodyCompressor {
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #window: Buffer | undefined;
  #crc = 0;
  #plainLength = 0;
  /** Pieces to be stored before compressing is tried again. */
  #toStore = 0;

  /** Takes the bytes over. Answers compressed bytes when there are some. */
  async push(bytes: Uint8Array): Promise<Buffer | undefined> {
    if (bytes.length === 0) return undefined;
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    return this.#heldBytes >= pieceBytes ? this.#compress(constants.Z_SYNC_FLUSH) : undefined;
  }

  /** The last compressed bytes; `memberEnd` follows them. */
  async finish(): Promise<{ bytes: Buffer; body: CompressedBody }> {
    this.#held.push(recordEnd);
    const bytes = await this.#compress(constants.Z_FINISH);
    return { bytes, body: { crc: this.#crc, plainLength: this.#plainLength } };
  }

  async #compress(finishFlush: number): Promise<Buffer> {
    const piece = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    this.#crc = crc32(piece, this.#crc);
    this.#plainLength += piece.length;
    const dictionary = this.#window && { dictionary: this.#window };
    this.#window = piece.subarray(Math.max(0, piece.length - windowBytes));
    const storing = this.#toStore > 0;
    const chunkSize = Math.min(piece.length + 1024, pieceBytes);
    const options = { level: storing ? 0 : level, finishFlush, chunkSize, ...dictionary };
    const compressed = fitting(await deflatePiece(piece, options));
    if (storing) this.#toStore -= 1;
    else if (compressed.length > piece.length * worthwhile) this.#toStore = tryEvery - 1;
    return compressed;
  }
}
