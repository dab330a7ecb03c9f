// Compresses a new record into a gzip member in one pass: its header, then a block that may be larger than memory.
// Compresses large chunks on another thread. Stores chunks that cannot be compressed (video, archives).
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';
import { copyIfOversized } from '../bytes/byte-queue.ts';

const LEVEL = 6;
/** Size of a chunk. The deflate window extends across chunks. */
const PIECE_BYTES = 256 * 1024;
const WINDOW_BYTES = 32 * 1024;
/** Maximum size of a chunk that is compressed on this thread. Another thread would take longer for so little data. */
const SYNC_BYTES = 32 * 1024;
/** While chunks are incompressible, one out of this many chunks is compressed as a test. The others are stored. */
const TRY_EVERY = 16;
const WORTHWHILE = 0.97;
const RECORD_END = Buffer.from('\r\n\r\n', 'latin1');
/** gzip header without name, time and operating system, so that records are compressed to the same bytes everywhere. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const deflateAsync = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/**
 * Yields the gzip member in chunks. A small record has one chunk. `beginning` contains the record's WARC header and its
 * HTTP header block, if any. Throws RangeError unless `block` contains exactly `blockLength` bytes. Releases each input
 * buffer after compressing it.
 */
export async function* compressRecord(
  beginning: Uint8Array,
  block: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  blockLength: number,
): AsyncGenerator<Buffer, void> {
  const member = new MemberDeflater();
  let held = [beginning];
  let heldBytes = beginning.length;
  let blockBytes = 0;
  for await (const bytes of block) {
    held.push(bytes);
    heldBytes += bytes.length;
    blockBytes += bytes.length;
    if (heldBytes < PIECE_BYTES) continue;
    const piece = Buffer.concat(held);
    held = [];
    heldBytes = 0;
    yield await member.deflate(piece);
  }
  if (blockBytes !== blockLength)
    throw new RangeError('The length of the block does not match its Content-Length.');
  yield await member.finish(Buffer.concat([...held, RECORD_END]));
}

class MemberDeflater {
  #window: Buffer | undefined;
  #crc = 0;
  #plainLength = 0;
  /** Number of chunks to store before the next test. */
  #toStore = 0;

  async deflate(piece: Buffer): Promise<Buffer> {
    const begins = this.#plainLength === 0;
    const compressed = await this.#compress(piece, constants.Z_SYNC_FLUSH);
    return begins ? Buffer.concat([GZIP_HEADER, compressed]) : compressed;
  }

  async finish(piece: Buffer): Promise<Buffer> {
    const begins = this.#plainLength === 0;
    const compressed = await this.#compress(piece, constants.Z_FINISH);
    const trailer = Buffer.allocUnsafe(8);
    trailer.writeUInt32LE(this.#crc, 0);
    trailer.writeUInt32LE(this.#plainLength % 0x1_0000_0000, 4);
    return Buffer.concat(begins ? [GZIP_HEADER, compressed, trailer] : [compressed, trailer]);
  }

  async #compress(piece: Buffer, finishFlush: number): Promise<Buffer> {
    this.#crc = crc32(piece, this.#crc);
    this.#plainLength += piece.length;
    const dictionary = this.#window && { dictionary: this.#window };
    this.#window = piece.subarray(Math.max(0, piece.length - WINDOW_BYTES));
    const storing = this.#toStore > 0;
    const chunkSize = Math.min(piece.length + 1024, PIECE_BYTES);
    const options = { level: storing ? 0 : LEVEL, finishFlush, chunkSize, ...dictionary };
    const compressed =
      piece.length <= SYNC_BYTES
        ? deflateRawSync(piece, options)
        : copyIfOversized(await deflateAsync(piece, options));
    if (storing) this.#toStore -= 1;
    else if (compressed.length > piece.length * WORTHWHILE) this.#toStore = TRY_EVERY - 1;
    return compressed;
  }
}
