// Reads an archive for an import and reports its records. stored-record.ts reads single stored records instead.

import { MemberCompressor } from './gzip/member-compressor.ts';
import { UnidentifiedInput } from './input/unidentified-input.ts';
import { openArchiveInput } from './open-input.ts';
import { DamageReport } from './report/damage-report.ts';
import { Inflation } from './report/inflation.ts';
import type { WarcReaderOptions, WarcSink } from './report/types.ts';

const INLINE_LIMIT_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_HTTP_HEAD_BYTES = 1024 * 1024;
/** Default compression level. For web pages, it is twice as fast as zlib's default, 6, and the output is 4 % larger. */
const LEVEL = 4;

/**
 * Splits an archive into records while it arrives. The input may be WARC or ARC (uncompressed, gzip or zstandard), or a
 * WACZ that contains such files; the format is detected from the content. The reader is synchronous, and its memory is
 * bounded for inputs and records of any size. A record that is alone in its gzip member is reported with this member
 * unchanged. All other records are reported as if they had arrived in an uncompressed WARC.
 */
export class WarcReader {
  readonly #compressor: MemberCompressor;
  readonly #damage: DamageReport;
  readonly #input: UnidentifiedInput;
  #closed = false;

  constructor(sink: WarcSink, options: WarcReaderOptions = {}) {
    const inlineLimitBytes = options.inlineLimitBytes ?? INLINE_LIMIT_BYTES;
    const viewMembers = options.viewMembers ?? false;
    const damage = new DamageReport(sink);
    this.#damage = damage;
    this.#compressor = new MemberCompressor(sink, {
      inlineLimitBytes,
      level: options.level ?? LEVEL,
      viewMembers,
    });
    const parser = {
      compressor: this.#compressor,
      companions: sink.companion === undefined ? 'none' : (options.companions ?? 'none'),
      maxHeaderBytes: options.maxHeaderBytes ?? MAX_HEADER_BYTES,
      maxHttpHeadBytes: options.maxHttpHeadBytes ?? MAX_HTTP_HEAD_BYTES,
      keepDamaged: options.keepDamaged ?? false,
      payloads: options.payloads ?? 'entity',
      heldArtifacts: options.heldArtifacts ?? false,
      openSpool: options.openSpool,
    };
    const parts = {
      sink,
      damage,
      parser,
      inflation: new Inflation(options.inflation),
      inlineLimitBytes,
      viewMembers,
    };
    this.#input = new UnidentifiedInput(parts, openArchiveInput);
  }

  /**
   * Reads the next bytes. The caller must not change the chunk afterwards, except as `heldInputBytes` allows. If the
   * format is not supported, closes the reader and throws NotAWarcError before reporting anything.
   */
  write(chunk: Uint8Array): void {
    for (let isRead = this.writeSome(chunk); !isRead; ) isRead = this.goOn();
  }

  /**
   * Reads the next bytes until a limited number of bytes has been inflated. Returns true if all bytes were read.
   * Otherwise, the caller must call `goOn` until it returns true, before calling any other method.
   */
  writeSome(chunk: Uint8Array): boolean {
    if (this.#closed) throw new Error('The WARC reader is closed.');
    return this.#runOrClose(() =>
      this.#input.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
    );
  }

  goOn(): boolean {
    return this.#closed || this.#runOrClose(() => this.#input.goOn());
  }

  /** Ends the input. Reports the last record and remaining damage. Throws NotAWarcError if the input was too short. */
  end(): void {
    if (this.#closed) return;
    try {
      this.#input.end();
      this.#damage.end();
    } finally {
      this.close();
    }
  }

  /** Releases resources and stops all reports. May be called at any time and repeatedly. */
  close(): void {
    this.#closed = true;
    this.#input.close();
    this.#compressor.close();
  }

  /**
   * Number of the most recent input bytes that the reader still references. Infinite if unknown. The caller may reuse
   * the memory of earlier bytes. Valid only when all bytes have been read.
   */
  get heldInputBytes(): number {
    return this.#input.heldInputBytes;
  }

  /**
   * True if a new reader for the rest of the input would report the same results as this one: all results so far have
   * been reported, and earlier bytes do not affect the rest. Possible only between gzip members of WARC records.
   */
  get isSettled(): boolean {
    return !this.#closed && !this.#damage.isPending && this.#input.isSettled;
  }

  /**
   * Sets the input offset of the next bytes, for a reader that continues where another reader stopped. The other
   * reader's `isSettled` must have been true at this offset. Call this only if this reader is settled, or before its
   * first bytes, which must begin a gzip member.
   */
  goOnAt(offset: number): void {
    this.#input.goOnAt(offset);
  }

  #runOrClose(read: () => boolean): boolean {
    try {
      return read();
    } catch (error) {
      this.close();
      throw error;
    }
  }
}
