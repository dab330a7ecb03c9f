// Reads consecutive stored gzip members with one record each. Reports the end and the header of each member. Memory use
// does not depend on the length of the members.
import { crc32 } from 'node:zlib';
import { GZIP_HEADER_COMPLETE, GZIP_HEADER_INVALID, GzipHeader } from '../gzip/gzip-header.ts';
import { INFLATE_ENDED, INFLATE_FAILED, INFLATE_OUTPUT_FULL, RawInflater } from '../gzip/raw-inflater.ts';
import { type RecordHeaderSummary, summarizeRecordHeader } from './record-header-summary.ts';
import { MAX_HEADER_BYTES } from './stored-heads.ts';
import { createDamageError } from './whole-member.ts';

export interface StoredMember {
  /** Offset of the gzip member in the byte range. */
  offset: number;
  lengthBytes: number;
  /** CRC-32 of the compressed bytes. */
  crc32: number;
  /** Length of the inflated record in bytes. */
  plainBytes: number;
  header: RecordHeaderSummary;
}

const INFLATED_BYTES = 64 * 1024;
const SLICE_BYTES = 16 * 1024;
const TRAILER_BYTES = 8;

/**
 * Yields the gzip members in `range`, which must consist of complete members. Verifies the checksum of each member
 * before yielding the member. Throws DamagedRecordError and errors of the source.
 */
export async function* walkStoredMembers(
  range: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<StoredMember, void, undefined> {
  const walker = new MemberWalker();
  try {
    for await (const chunk of range) {
      for (let at = 0; at < chunk.length; at += SLICE_BYTES) {
        walker.push(chunk.subarray(at, at + SLICE_BYTES));
        yield* walker.taken();
        // Lets other tasks run between two slices, because even one slice may inflate to many bytes.
        await new Promise(setImmediate);
      }
    }
    walker.end();
  } finally {
    walker.close();
  }
}

class MemberWalker {
  readonly #inflater = new RawInflater();
  readonly #gzip = new GzipHeader();
  readonly #inflated = Buffer.allocUnsafeSlow(INFLATED_BYTES);
  #state: 'between' | 'gzip header' | 'data' | 'trailer' = 'between';
  #offset = 0;
  #start = 0;
  #memberCrc = 0;
  #plainCrc = 0;
  #plainBytes = 0;
  #head: Buffer[] = [];
  #headBytes = 0;
  readonly #trailer = Buffer.alloc(TRAILER_BYTES);
  #trailerBytes = 0;
  #found: StoredMember[] = [];

  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const from = at;
      if (this.#state === 'between') this.#beginMember(from);
      if (this.#state === 'gzip header') at = this.#readHeader(bytes, at);
      else if (this.#state === 'data') at = this.#inflate(bytes, at);
      else at = this.#readTrailer(bytes, at);
      this.#memberCrc = crc32(bytes.subarray(from, at), this.#memberCrc);
      if (this.#trailerBytes === TRAILER_BYTES) this.#endMember(at);
    }
    this.#offset += bytes.length;
  }

  taken(): StoredMember[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  end(): void {
    if (this.#state !== 'between') throw createDamageError('it is truncated');
  }

  close(): void {
    this.#inflater.close();
  }

  #beginMember(at: number): void {
    this.#state = 'gzip header';
    this.#gzip.reset();
    this.#inflater.reset();
    this.#start = this.#offset + at;
    this.#memberCrc = 0;
    this.#plainCrc = 0;
    this.#plainBytes = 0;
    this.#head = [];
    this.#headBytes = 0;
    this.#trailerBytes = 0;
  }

  #readHeader(bytes: Uint8Array, at: number): number {
    const before = this.#gzip.length;
    const state = this.#gzip.push(bytes, at, bytes.length);
    if (state === GZIP_HEADER_INVALID) throw createDamageError('its header is not a gzip header');
    if (state === GZIP_HEADER_COMPLETE) this.#state = 'data';
    return at + this.#gzip.length - before;
  }

  #inflate(bytes: Uint8Array, start: number): number {
    let at = start;
    for (;;) {
      const status = this.#inflater.step(bytes, at, bytes.length, this.#inflated, 0);
      if (status === INFLATE_FAILED) throw createDamageError(this.#inflater.fault);
      at += this.#inflater.consumed;
      this.#addContent(this.#inflated.subarray(0, this.#inflater.produced));
      if (status === INFLATE_ENDED) this.#state = 'trailer';
      if (status !== INFLATE_OUTPUT_FULL) return at;
    }
  }

  #addContent(plain: Buffer): void {
    this.#plainCrc = crc32(plain, this.#plainCrc);
    this.#plainBytes += plain.length;
    const head = plain.subarray(0, MAX_HEADER_BYTES - this.#headBytes);
    if (head.length === 0) return;
    this.#head.push(Buffer.from(head));
    this.#headBytes += head.length;
  }

  #readTrailer(bytes: Uint8Array, start: number): number {
    let at = start;
    while (at < bytes.length && this.#trailerBytes < TRAILER_BYTES) {
      this.#trailer[this.#trailerBytes++] = bytes[at++]!;
    }
    return at;
  }

  #endMember(at: number): void {
    if (this.#trailer.readUInt32LE(0) !== this.#plainCrc) throw createDamageError('its checksum is wrong');
    if (this.#trailer.readUInt32LE(4) !== this.#plainBytes % 2 ** 32)
      throw createDamageError('its length is wrong');
    this.#found.push({
      offset: this.#start,
      lengthBytes: this.#offset + at - this.#start,
      crc32: this.#memberCrc,
      plainBytes: this.#plainBytes,
      header: summarizeRecordHeader(Buffer.concat(this.#head)),
    });
    this.#state = 'between';
    this.#trailerBytes = 0;
  }
}
