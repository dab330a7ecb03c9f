// Compresses records that did not arrive in separate gzip members. Synchronous, and streams large records.
import { constants, crc32, createDeflateRaw } from 'node:zlib';
import { ByteQueue } from '../bytes/byte-queue.ts';
import type { MemberView, StreamedMember, WarcSink } from '../report/types.ts';
import { ZlibEngine } from './zlib-engine.ts';

/** Number of bytes that are collected before they are compressed, so that one call compresses most records. */
const PIECE_BYTES = 256 * 1024;
const OUTPUT_BYTES = 64 * 1024;
/** gzip header without name, time and operating system, so that records are compressed to the same bytes everywhere. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const TRAILER_BYTES = 8;

interface CompressorOptions {
  readonly inlineLimitBytes: number;
  /** Compression level of deflate. */
  readonly level: number;
  /** True if returned gzip members are valid only until the next call. */
  readonly viewMembers: boolean;
}

/**
 * Compresses one record into a gzip member. Call `begin`, then `write` repeatedly, then `finish` or `drop`. A member
 * that exceeds the inline limit is passed to `sink.memberChunk`.
 */
export class MemberCompressor {
  readonly #sink: Pick<WarcSink, 'memberChunk'>;
  readonly #options: CompressorOptions;
  #deflater: RawDeflater | undefined;
  #piece: Buffer | undefined;
  #pieceLength = 0;
  /** Full output buffers. #output is the one that is being filled. */
  readonly #out = new ByteQueue();
  #output: Buffer | undefined;
  #outputLength = 0;
  #crc = 0;
  #inputBytes = 0;
  #streamedBytes = 0;

  constructor(sink: Pick<WarcSink, 'memberChunk'>, options: CompressorOptions) {
    this.#sink = sink;
    this.#options = options;
  }

  begin(): void {
    this.drop();
    this.#deflater ??= new RawDeflater(this.#options.level);
    this.#deflater.reset();
    this.#crc = 0;
    this.#inputBytes = 0;
    this.#streamedBytes = 0;
    this.#piece ??= Buffer.allocUnsafeSlow(PIECE_BYTES);
    this.#output ??= Buffer.allocUnsafeSlow(OUTPUT_BYTES);
    this.#output.set(GZIP_HEADER);
    this.#outputLength = GZIP_HEADER.length;
  }

  /** Copies and compresses bytes[start, end). */
  write(bytes: Uint8Array, start: number, end: number): void {
    for (let at = start; at < end; ) {
      const step = Math.min(end - at, PIECE_BYTES - this.#pieceLength);
      this.#piece!.set(bytes.subarray(at, at + step), this.#pieceLength);
      this.#pieceLength += step;
      at += step;
      if (this.#pieceLength === PIECE_BYTES) this.#compressPiece(false);
    }
  }

  /** Returns the finished gzip member. If the member was streamed, returns only its length. */
  finish(): Uint8Array | MemberView | StreamedMember {
    this.#compressPiece(true);
    if (this.#outputLength + TRAILER_BYTES > OUTPUT_BYTES) this.#flushOutput();
    this.#outputLength = this.#output!.writeUInt32LE(this.#crc, this.#outputLength);
    this.#outputLength = this.#output!.writeUInt32LE(this.#inputBytes % 0x1_0000_0000, this.#outputLength);
    const last = this.#output!.subarray(0, this.#outputLength);
    this.#outputLength = 0;
    if (this.#streamedBytes === 0 && this.#out.size + last.length <= this.#options.inlineLimitBytes)
      return this.#options.viewMembers ? { views: [...this.#out.pieces(), last] } : this.#out.take(last);
    this.#streamHeld();
    this.#streamPiece(last);
    return { streamed: this.#streamedBytes };
  }

  /** Discards the record. The sink must discard the chunks of this record. */
  drop(): void {
    this.#out.clear();
    this.#outputLength = 0;
    this.#pieceLength = 0;
  }

  close(): void {
    this.drop();
    this.#deflater?.close();
    this.#deflater = undefined;
  }

  #compressPiece(last: boolean): void {
    const [deflater, input, end] = [this.#deflater!, this.#piece!, this.#pieceLength];
    this.#crc = crc32(input.subarray(0, end), this.#crc);
    this.#inputBytes += end;
    this.#pieceLength = 0;
    for (let start = 0, isFull = true; isFull; start += deflater.consumed) {
      isFull = deflater.step({ input, start, end, last }, this.#output!, this.#outputLength);
      this.#outputLength += deflater.produced;
      if (isFull) this.#flushOutput();
    }
  }

  #flushOutput(): void {
    const output = this.#output!.subarray(0, this.#outputLength);
    this.#outputLength = 0;
    if (this.#streamedBytes > 0) {
      this.#streamPiece(output);
      return;
    }
    this.#out.push(output);
    this.#output = Buffer.allocUnsafeSlow(OUTPUT_BYTES);
    if (this.#out.size > this.#options.inlineLimitBytes) this.#streamHeld();
  }

  #streamHeld(): void {
    for (const piece of this.#out.pieces()) this.#streamPiece(piece);
    this.#out.clear();
  }

  #streamPiece(bytes: Uint8Array): void {
    this.#streamedBytes += bytes.length;
    this.#sink.memberChunk(bytes);
  }
}

/**
 * Raw deflater without gzip headers. It is called synchronously and reused for every gzip member, because creating a
 * deflater takes as long as compressing 10 KB.
 */
class RawDeflater extends ZlibEngine {
  constructor(level: number) {
    super(createDeflateRaw({ level }), constants.Z_NO_FLUSH);
  }

  /**
   * Compresses input[start, end) into output[outStart, …). `last` ends the stream. Sets `consumed` and `produced`.
   * Returns true if the output is full; the caller must then continue with the rest of the input.
   */
  step(
    { input, start, end, last }: { input: Uint8Array; start: number; end: number; last: boolean },
    output: Uint8Array,
    outStart: number,
  ): boolean {
    this.write(input, start, end, output, outStart, last ? constants.Z_FINISH : constants.Z_NO_FLUSH);
    if (this.fault !== '') throw new Error(`zlib cannot compress: ${this.fault}`);
    return this.produced === output.length - outStart;
  }
}
