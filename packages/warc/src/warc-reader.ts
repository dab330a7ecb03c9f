// Reads an archive for import and reports its records. Single stored records are read by stored-record.ts.

import { MemberCompressor } from './gzip/member-compressor.ts';
import { UnidentifiedInput } from './input/unidentified-input.ts';
import { openArchiveInput } from './open-input.ts';
import { DamageReport } from './report/damage-report.ts';
import { Inflation } from './report/inflation.ts';
import type { WarcReaderOptions, WarcSink } from './report/types.ts';

const INLINE_LIMIT_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_HTTP_HEAD_BYTES = 1024 * 1024;
/**
 * Compression level of deflate. For recompressed pages it is twice as fast as the usual level 6, and the output is 4 %
 * larger.
 */
const LEVEL = 4;

/**
 * Splits an archive into records while it arrives. The input may be WARC or ARC, plain, gzip or zstandard, in any
 * mixture of members, or a WACZ that contains such files; the content determines the format. The reader is synchronous,
 * and its memory is limited for inputs and records of any size. A record that has a gzip member of its own is reported
 * with that member unchanged. All other records are reported as if they had arrived in a plain WARC.
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
   * Reads the next bytes. The chunk must not be changed afterwards (but see `heldInputBytes`). If the first bytes show
   * an unknown format, throws NotAWarcError before it has reported anything; the reader is then closed.
   */
  write(chunk: Uint8Array): void {
    for (let isRead = this.writeSome(chunk); !isRead; ) isRead = this.goOn();
  }

  /**
   * Like `write`, but stops after a limited number of inflated bytes. Returns true if all bytes were read. Otherwise,
   * call `goOn` until it returns true before you call any other method.
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

  /**
   * Ends the input and reports the last record and any pending damage. Throws NotAWarcError if the input was too short.
   */
  end(): void {
    if (this.#closed) return;
    try {
      this.#input.end();
      this.#damage.end();
    } finally {
      this.close();
    }
  }

  /** Releases resources. May be called at any time and repeatedly. Nothing is reported afterwards. */
  close(): void {
    this.#closed = true;
    this.#input.close();
    this.#compressor.close();
  }

  /**
   * Number of most recent input bytes that are still referenced; Infinity if unknown. The caller may reuse the memory
   * of earlier bytes. Valid only after all bytes were read.
   */
  get heldInputBytes(): number {
    return this.#input.heldInputBytes;
  }

  /**
   * True if a new reader that starts with the next bytes would report the same as this one: everything so far was
   * reported and does not affect how later bytes are read. This happens only between gzip members of WARC records.
   */
  get isSettled(): boolean {
    return !this.#closed && !this.#damage.isPending && this.#input.isSettled;
  }

  /**
   * Sets the input offset of the next bytes, for when another reader reads the bytes before them. The other reader must
   * be settled at this offset. Call it only when this reader is settled, or before the first bytes, which must then
   * begin a gzip member.
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
