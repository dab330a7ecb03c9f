// The import side of the package: a WARC in, records out. Not for reading one stored record back: see stored-record.ts.
import { notAWarc } from './content-type.ts';
import { DamageReport } from './damage-report.ts';
import { GzipInput } from './gzip-input.ts';
import { MemberCompressor } from './member-compressor.ts';
import { NotAWarcError } from './not-a-warc.ts';
import { createInflater } from './public-inflater.ts';
import { RecordParser } from './record-parser.ts';
import type { WarcReaderOptions, WarcSink } from './types.ts';
import { mayBeginRecord } from './warc-header.ts';

const INLINE_LIMIT_BYTES = 1024 * 1024;
const MAX_HEADER_BYTES = 256 * 1024;
const MAX_HTTP_HEAD_BYTES = 1024 * 1024;
const LEVEL = 6;
const PROOF_BYTES = 5;

/**
 * Splits a WARC that is pushed into it: plain, gzip per record, gzip over the whole, or any mixture of members; told
 * apart by content. Synchronous, pure computation, memory bounded whatever the size of the input or of a record.
 */
export class WarcReader {
  readonly #damage: DamageReport;
  readonly #parts: ConstructorParameters<typeof RecordParser>[0];
  readonly #gzipParts: ConstructorParameters<typeof GzipInput>[0];
  #parser: RecordParser | undefined;
  #gzip: GzipInput | undefined;
  /** The first bytes, while they are too few to tell what they are. */
  #first: Buffer | undefined = Buffer.alloc(0);
  #inputBytes = 0;
  #closed = false;

  constructor(sink: WarcSink, options: WarcReaderOptions = {}) {
    const inlineLimitBytes = options.inlineLimitBytes ?? INLINE_LIMIT_BYTES;
    const damage = new DamageReport(sink);
    this.#damage = damage;
    this.#parts = {
      sink,
      damage,
      compressor: new MemberCompressor(sink, inlineLimitBytes, options.level ?? LEVEL),
      companions: sink.companion === undefined ? 'none' : (options.companions ?? 'none'),
      maxHeaderBytes: options.maxHeaderBytes ?? MAX_HEADER_BYTES,
      maxHttpHeadBytes: options.maxHttpHeadBytes ?? MAX_HTTP_HEAD_BYTES,
      keepDamaged: options.keepDamaged ?? false,
      openSpool: options.openSpool,
    };
    this.#gzipParts = {
      sink,
      damage,
      createInflater: () => createInflater(options.inflater),
      inlineLimitBytes,
      viewMembers: options.viewMembers ?? false,
    };
  }

  /**
   * Takes the next bytes. The chunk belongs to the reader from now on (but see `heldInputBytes`): it must not be changed
   * any more. Throws NotAWarcError before anything was reported, when the first bytes show it; the reader is closed then.
   */
  write(chunk: Uint8Array): void {
    if (this.#closed) throw new Error('The WARC reader is closed.');
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    try {
      if (this.#first === undefined) this.#push(bytes);
      else this.#begin(bytes);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Says that the input is complete; reports what was still open. Throws NotAWarcError when it was too short for one. */
  end(): void {
    if (this.#closed) return;
    try {
      if (this.#first !== undefined) throw tooShort(this.#first);
      this.#gzip?.end();
      this.#parser!.end();
      this.#damage.end();
    } finally {
      this.close();
    }
  }

  /** Releases what is held, at any time; idempotent. Nothing is reported any more. */
  close(): void {
    this.#closed = true;
    this.#gzip?.close();
    this.#gzip = undefined;
    this.#parser?.close();
  }

  /**
   * How many of the last bytes written are still referred to: the memory of those before them is the caller's again.
   * Infinity where that is not known.
   */
  get heldInputBytes(): number {
    if (this.#gzip !== undefined) return this.#gzip.heldInputBytes;
    return this.#first?.length ?? 0;
  }

  #begin(bytes: Buffer): void {
    const first = this.#first!.length === 0 ? bytes : Buffer.concat([this.#first!, bytes]);
    this.#first = first;
    if (first[0] === 0x1f && (first.length < 2 || first[1] === 0x8b)) {
      if (first.length < 2) return;
      this.#gzip = new GzipInput(this.#gzipParts);
      this.#parser = new RecordParser(this.#parts, this.#gzip);
      this.#gzip.connect(this.#parser);
    } else {
      if (!mayBeginRecord(first, 0, first.length)) throw notAWarc(first, first.length, false);
      if (first.length < PROOF_BYTES) return;
      this.#parser = new RecordParser(this.#parts);
    }
    this.#first = undefined;
    this.#push(first);
  }

  #push(bytes: Buffer): void {
    if (this.#gzip !== undefined) this.#gzip.write(bytes);
    else {
      this.#parser!.push(bytes, 0, bytes.length, this.#inputBytes);
      this.#parser!.leave();
    }
    this.#inputBytes += bytes.length;
  }
}

function tooShort(first: Buffer): NotAWarcError {
  return first.length === 0
    ? new NotAWarcError('The input is no WARC: it is empty.')
    : notAWarc(first, first.length, false);
}
