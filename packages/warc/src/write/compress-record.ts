// Compresses a new record into a gzip member in one pass: first the header, then a block that may be larger than
// memory. Each piece is compressed on another thread. Pieces that do not compress (video, archives) are stored.
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, type ZlibOptions } from 'node:zlib';
import { copyIfOversized } from '../bytes/byte-queue.ts';

const LEVEL = 6;
/** Size of a piece. The deflate blocks of a piece refer to the window of the previous piece. */
const PIECE_BYTES = 256 * 1024;
const WINDOW_BYTES = 32 * 1024;
/**
 * Maximum size that is compressed on this thread. Passing the work to another thread would take longer than the work.
 */
const SYNC_BYTES = 32 * 1024;
/** If pieces do not compress, only one in this many pieces is compressed, as a test. The others are stored. */
const TRY_EVERY = 16;
const WORTHWHILE = 0.97;
const RECORD_END = Buffer.from('\r\n\r\n', 'latin1');
/**
 * The header contains neither a name nor a time, and declares an unknown system, so that every machine compresses a
 * record to the same bytes.
 */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const deflateAsync = promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw);

/**
 * Yields the member in pieces; a small record has one. `beginning`: the record's header, followed by the HTTP head if
 * there is one. `block` must contain exactly `blockLength` bytes, otherwise RangeError is thrown. Each input buffer is
 * released when it has been compressed.
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
    throw new RangeError('The block is not as long as its Content-Length says.');
  yield await member.finish(Buffer.concat([...held, RECORD_END]));
}

class MemberDeflater {
  #window: Buffer | undefined;
  #crc = 0;
  #plainLength = 0;
  /** Number of pieces to store before compression is tried again. */
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
