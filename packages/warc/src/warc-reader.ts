// The import side of the package: an archive in, records out. Not for reading one stored record back: see stored-record.ts.

import { MemberCompressor } from './gzip/member-compressor.ts';
import { OpeningInput } from './input/opening-input.ts';
import { openInput } from './open-input.ts';
import { DamageReport } from './report/damage-report.ts';
import { Inflation } from './report/inflation.ts';
import type { WarcReaderOptions, WarcSink } from './report/types.ts';

const INLINE_LIMIT_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_HTTP_HEAD_BYTES = 1024 * 1024;
/** Of deflate: twice as fast as the usual 6 where pages are compressed again, for 4 % more bytes. */
const LEVEL = 4;

/**
 * Splits an archive that is pushed into it: WARC or ARC, plain, gzip or zstandard, in members of any mixture; or a WACZ with
 * such files. Told apart by content. Synchronous, pure computation, memory bounded whatever the size of the input or of a
 * record. What comes otherwise than as gzip members of WARC records is reported as if it had come as plain WARC.
 */
export class WarcReader {
  readonly #compressor: MemberCompressor;
  readonly #damage: DamageReport;
  readonly #input: OpeningInput;
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
    this.#input = new OpeningInput(parts, openInput);
  }

  /**
   * Takes the next bytes. The chunk belongs to the reader from now on (but see `heldInputBytes`): it must not be changed
   * any more. Throws NotAWarcError before anything was reported, when the first bytes show it; the reader is closed then.
   */
  write(chunk: Uint8Array): void {
    for (let isRead = this.writeSome(chunk); !isRead; ) isRead = this.goOn();
  }

  /**
   * Like `write`, but reads a bounded amount of what the chunk decompresses to, which may be very much more. True when that
   * was all; else `goOn` must be called until it answers true, before anything else.
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

  /** Says that the input is complete; reports what was still open. Throws NotAWarcError when it was too short for one. */
  end(): void {
    if (this.#closed) return;
    try {
      this.#input.end();
      this.#damage.end();
    } finally {
      this.close();
    }
  }

  /** Releases what is held, at any time; idempotent. Nothing is reported any more. */
  close(): void {
    this.#closed = true;
    this.#input.close();
    this.#compressor.close();
  }

  /**
   * How many of the last bytes written are still referred to: the memory of those before them is the caller's again.
   * Infinity where that is not known. Good when all of them were read.
   */
  get heldInputBytes(): number {
    return this.#input.heldInputBytes;
  }

  /**
   * Whether another reader could go on with the next bytes, and would report what this one would: everything so far was
   * reported, and nothing of it has to do with what comes. Only so between gzip members of WARC records.
   */
  get isSettled(): boolean {
    return !this.#closed && !this.#damage.isPending && this.#input.isSettled;
  }

  /**
   * Says that the next bytes lie at this offset of the input: what is between was left to another reader, which is settled
   * behind it. Only before the first bytes, which must be those of a gzip member, or when this reader is settled.
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
