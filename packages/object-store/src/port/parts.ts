// A stream of chunks of any size made into parts of one size, a few of them on their way at a time.
// What a part is (a write to a file, an UploadPart) is the caller's; memory is (inFlight + 1) parts.
import { createHash, type Hash } from 'node:crypto';
import type { BufferPool } from './pool.ts';

export interface PartsOptions {
  /** Where buffers of a part come from and go back to; their size is that of a part. */
  pool: BufferPool;
  /** Parts being sent at one time; the next is filled meanwhile. */
  inFlight: number;
  /** Whether parts come with their SHA-256: hashed as they fill, for a whole part at once stops everybody else. */
  hashed?: boolean;
  /**
   * Whether a chunk of a part or more is sent as it is: spares the copy, where parts need not be of one size. `add` then
   * waits for it.
   */
  direct?: boolean;
  /**
   * Sends one part; `bytes` may be used until it settles. Every part but the last is as large as a buffer of the pool,
   * unless `direct`.
   */
  send(part: Part): Promise<void>;
}

export interface Part {
  /** 0, 1, 2 … */
  index: number;
  offset: number;
  bytes: Buffer;
  /** Hexadecimal; there when asked for. */
  sha256?: string;
}

/** The first buffer of a writer: small objects shall not cost a whole part of memory. */
const FIRST_BUFFER_BYTES = 64 * 1024;

export class Parts {
  readonly #options: PartsOptions;
  readonly #partSizeBytes: number;
  readonly #sending = new Set<Promise<void>>();
  #filling: Buffer | undefined;
  #filled = 0;
  #hash: Hash | undefined;
  #sent = 0;
  #index = 0;
  #failed: { error: unknown } | undefined;

  constructor(options: PartsOptions) {
    this.#options = options;
    this.#partSizeBytes = options.pool.bufferBytes;
  }

  get sizeBytes(): number {
    return this.#sent + this.#filled;
  }

  /** How many parts were begun to be sent. */
  get partsBegun(): number {
    return this.#index;
  }

  /** Copies the chunk into parts; resolves when there is room for more. Rejects with the first failed part's error. */
  async add(chunk: Uint8Array): Promise<void> {
    if (this.#options.direct && chunk.length >= this.#partSizeBytes) {
      await this.#sendDirect(chunk);
      return;
    }
    let rest = chunk;
    while (rest.length > 0) {
      this.#throwIfFailed();
      rest = rest.subarray(this.#copy(rest));
      if (this.#filled === this.#partSizeBytes) {
        while (this.#sending.size >= this.#options.inFlight) await Promise.race(this.#sending);
        this.#throwIfFailed();
        this.#sendFilled();
      }
    }
    this.#throwIfFailed();
  }

  /** The bytes not yet begun to be sent, at most one part. They are the caller's from now on. */
  takeRest(): Buffer {
    const rest = this.#filling?.subarray(0, this.#filled) ?? Buffer.alloc(0);
    this.#filling = undefined;
    this.#sent += this.#filled;
    this.#filled = 0;
    return rest;
  }

  /** Sends what is left, if anything, and waits for every part. Rejects with the first failed part's error. */
  async finish(): Promise<void> {
    this.#throwIfFailed();
    if (this.#filled > 0) this.#sendFilled();
    await this.settled();
    this.#throwIfFailed();
  }

  /** Nothing more is sent; every call from now on rejects with `error`, unless a part failed before. */
  stop(error: Error): void {
    this.#failed ??= { error };
  }

  /** Waits until no part is on its way, failed or not; sends nothing more. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.race(this.#sending);
  }

  async #sendDirect(chunk: Uint8Array): Promise<void> {
    this.#throwIfFailed();
    if (this.#filled > 0) this.#sendFilled();
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const part: Part = { index: this.#index, offset: this.#sent, bytes };
    this.#sent += chunk.length;
    this.#index += 1;
    await this.#track(this.#options.send(part));
    this.#throwIfFailed();
  }

  #copy(chunk: Uint8Array): number {
    const buffer = this.#roomFor(Math.min(this.#filled + chunk.length, this.#partSizeBytes));
    const count = Math.min(chunk.length, buffer.length - this.#filled);
    const bytes = count === chunk.length ? chunk : chunk.subarray(0, count);
    buffer.set(bytes, this.#filled);
    if (this.#options.hashed) {
      this.#hash ??= createHash('sha256');
      this.#hash.update(bytes);
    }
    this.#filled += count;
    return count;
  }

  /** Grows by four: from the first buffer up to a part, so that copying again costs a third at most. */
  #roomFor(wantedBytes: number): Buffer {
    const before = this.#filling;
    if (before && before.length >= wantedBytes) return before;
    let size = this.#index > 0 ? this.#partSizeBytes : FIRST_BUFFER_BYTES;
    while (size < wantedBytes) size *= 4;
    const buffer = size < this.#partSizeBytes ? Buffer.allocUnsafeSlow(size) : this.#options.pool.take();
    if (before) buffer.set(before.subarray(0, this.#filled));
    this.#filling = buffer;
    return buffer;
  }

  #sendFilled(): void {
    const buffer = this.#filling as Buffer;
    const part: Part = { index: this.#index, offset: this.#sent, bytes: buffer.subarray(0, this.#filled) };
    if (this.#hash) part.sha256 = this.#hash.digest('hex');
    this.#hash = undefined;
    this.#sent += this.#filled;
    this.#filled = 0;
    this.#filling = undefined;
    this.#index += 1;
    void this.#track(this.#options.send(part)).then(() => this.#options.pool.give(buffer));
  }

  /** Never rejects: a failure is kept for whoever calls next. */
  #track(sent: Promise<void>): Promise<void> {
    const sending = sent
      .catch((error: unknown) => {
        this.#failed ??= { error };
      })
      .then(() => {
        this.#sending.delete(sending);
      });
    this.#sending.add(sending);
    return sending;
  }

  #throwIfFailed(): void {
    if (this.#failed) throw this.#failed.error;
  }
}
