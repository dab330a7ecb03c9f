// Reads an archive for import and reports its records. stored-record.ts reads single stored records.

import { MemberCompressor } from './gzip/member-compressor.ts';
import { UnidentifiedInput } from './input/unidentified-input.ts';
import { openArchiveInput } from './open-input.ts';
import { DamageReport } from './report/damage-report.ts';
import { Inflation } from './report/inflation.ts';
import type { WarcReaderOptions, WarcSink } from './report/types.ts';

const INLINE_LIMIT_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_HTTP_HEAD_BYTES = 1024 * 1024;
/** Compression level of deflate: twice as fast as the usual 6 for recompressed pages, with 4 % more bytes. */
const LEVEL = 4;

/**
 * Splits an archive that is pushed into it: WARC or ARC, plain, gzip or zstandard in any mixture of members, or a WACZ
 * with such files. Detects the format by content. Synchronous; memory is bounded whatever the size of the input or of a
 * record. Anything other than gzip members of WARC records is reported as if it had arrived as a plain WARC.
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
   * Reads the next bytes. The reader owns the chunk from now on (but see `heldInputBytes`): do not change it. Throws
   * NotAWarcError before anything was reported if the first bytes show an unknown format; the reader is closed then.
   */
  write(chunk: Uint8Array): void {
    for (let isRead = this.writeSome(chunk); !isRead; ) isRead = this.goOn();
  }

  /**
   * Like `write`, but reads a bounded amount of inflated bytes. Returns true if that was all; otherwise call
   * `goOn` until it returns true, before anything else.
   */
  writeSome(chunk: Uint8Array): boolean {
    if (this.#closed) throw new Error('The WARC reader is closed.');
    return this.#tried(() =>
      this.#input.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)),
    );
  }

  goOn(): boolean {
    return this.#closed || this.#tried(() => this.#input.goOn());
  }

  /** Ends the input and reports what was still open. Throws NotAWarcError if the input was too short. */
  end(): void {
    if (this.#closed) return;
    try {
      this.#input.end();
      this.#damage.end();
    } finally {
      this.close();
    }
  }

  /** Releases resources at any time; idempotent. Nothing is reported afterwards. */
  close(): void {
    this.#closed = true;
    this.#input.close();
    this.#compressor.close();
  }

  /**
   * Number of the last input bytes that are still referenced: the caller may reuse the memory of earlier
   * bytes. Infinity if unknown. Valid when all bytes were read.
   */
  get heldInputBytes(): number {
    return this.#input.heldInputBytes;
  }

  /**
   * True if another reader could continue with the next bytes and would report the same: everything so far
   * was reported and does not affect what follows. Only true between gzip members of WARC records.
   */
  get isSettled(): boolean {
    return !this.#closed && !this.#damage.isPending && this.#input.isSettled;
  }

  /**
   * Sets the offset of the next bytes; another reader, which is settled at that offset, reads the bytes in between.
   * Call it only before the first bytes, which must begin a gzip member, or when this reader is settled.
   */
  goOnAt(offset: number): void {
    this.#input.goOnAt(offset);
  }

  #tried(read: () => boolean): boolean {
    try {
      return read();
    } catch (error) {
      this.close();
      throw error;
    }
  }
}
