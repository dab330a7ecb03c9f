// Makes the gzip member of one record that did not come as one. Synchronous and streaming with documented zlib only.
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { ByteHold, fitting } from './byte-hold.ts';
import type { StreamedMember, WarcSink } from './types.ts';

/** Compressed at a time, as a run of deflate blocks of its own that goes on with the window of the run before. */
const PIECE_BYTES = 256 * 1024;
const WINDOW_BYTES = 32 * 1024;
const STREAM_CHUNK_BYTES = 64 * 1024;
/** No name, no time, unknown system: the same record gives the same bytes everywhere. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** `begin`, `write` …, then `finish` or `drop`. Past the inline limit the bytes go to `sink.memberChunk`. */
export class MemberCompressor {
  readonly #sink: Pick<WarcSink, 'memberChunk'>;
  readonly #inlineLimitBytes: number;
  readonly #level: number;
  readonly #out = new ByteHold();
  #piece: Buffer | undefined;
  #pieceLength = 0;
  #window: Buffer | undefined;
  #crc = 0;
  #inputBytes = 0;
  #streamedBytes = 0;

  constructor(sink: Pick<WarcSink, 'memberChunk'>, inlineLimitBytes: number, level: number) {
    this.#sink = sink;
    this.#inlineLimitBytes = inlineLimitBytes;
    this.#level = level;
  }

  begin(): void {
    this.drop();
    this.#crc = 0;
    this.#inputBytes = 0;
    this.#streamedBytes = 0;
    this.#out.push(GZIP_HEADER);
  }

  /** Takes a copy of bytes[start, end). */
  write(bytes: Uint8Array, start: number, end: number): void {
    this.#piece ??= Buffer.allocUnsafeSlow(PIECE_BYTES);
    for (let at = start; at < end; ) {
      const step = Math.min(end - at, PIECE_BYTES - this.#pieceLength);
      this.#piece.set(bytes.subarray(at, at + step), this.#pieceLength);
      this.#pieceLength += step;
      at += step;
      if (this.#pieceLength === PIECE_BYTES) this.#compress(constants.Z_SYNC_FLUSH);
    }
  }

  /** The finished member, or how much of it was streamed. */
  finish(): Uint8Array | StreamedMember {
    this.#compress(constants.Z_FINISH);
    const trailer = Buffer.allocUnsafe(8);
    trailer.writeUInt32LE(this.#crc, 0);
    trailer.writeUInt32LE(this.#inputBytes % 0x1_0000_0000, 4);
    if (this.#streamedBytes === 0 && this.#out.size + 8 <= this.#inlineLimitBytes)
      return this.#out.take(trailer);
    this.#out.push(trailer);
    this.#stream();
    return { streamed: this.#streamedBytes };
  }

  /** Forgets the record; what was streamed of it is the sink's to throw away. */
  drop(): void {
    this.#out.clear();
    this.#pieceLength = 0;
    this.#window = undefined;
  }

  #compress(finishFlush: number): void {
    const piece = (this.#piece ?? GZIP_HEADER).subarray(0, this.#pieceLength);
    this.#crc = crc32(piece, this.#crc);
    this.#inputBytes += piece.length;
    const dictionary = this.#window === undefined ? {} : { dictionary: this.#window };
    const chunkSize = Math.max(1024, Math.min(PIECE_BYTES, piece.length + 64));
    const options = { level: this.#level, finishFlush, chunkSize, ...dictionary };
    this.#out.push(fitting(deflateRawSync(piece, options)));
    if (finishFlush !== constants.Z_FINISH) {
      this.#window = Buffer.from(piece.subarray(piece.length - WINDOW_BYTES));
    }
    this.#pieceLength = 0;
    const streaming = this.#streamedBytes > 0 || this.#out.size > this.#inlineLimitBytes;
    if (streaming && this.#out.size >= STREAM_CHUNK_BYTES) this.#stream();
  }

  #stream(): void {
    const chunk = this.#out.take();
    this.#streamedBytes += chunk.length;
    this.#sink.memberChunk(chunk);
  }
}
