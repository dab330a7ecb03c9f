// Common logic of writers for both kinds of store. A writer accepts chunks until it is closed or aborted. After the
// first error, every call fails. The target stores the bytes (fs/writer.ts, s3/writer.ts).

import { createHash, type Hash } from 'node:crypto';
import type { BufferPool } from './pool.ts';
import type { ObjectWriter } from './port.ts';

interface PartsOptions {
  /** Pool of buffers, each as large as a part. */
  pool: BufferPool;
  /** Maximum number of parts that are sent concurrently. Another part may be filled meanwhile. */
  inFlight: number;
  /**
   * Computes the SHA-256 of each part while the part is filled. Hashing a whole part at once would block the process.
   */
  hashed?: boolean;
  /**
   * Sends chunks of at least the part size without copying them. `add` then waits until the chunk has been sent. Set
   * this only if parts may differ in size.
   */
  direct?: boolean;
  /**
   * Sends one part. `bytes` does not change until the promise settles. All parts except the last have the full size,
   * unless `direct` is set.
   */
  send(part: ObjectPart): Promise<void>;
}

export interface ObjectPart {
  /** Counted from 0. */
  index: number;
  offset: number;
  bytes: Buffer;
  /** SHA-256 in hex. Set only if `hashed` is set. */
  sha256?: string;
}

/** Size of a writer's first buffer. Smaller than a part, to save memory for small objects. */
const FIRST_BUFFER_BYTES = 64 * 1024;

export class PartSender {
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

  /** Number of parts that have been sent or are being sent. */
  get partsBegun(): number {
    return this.#index;
  }

  /** Copies the chunk into parts. Resolves when it can accept more. Rejects with the first failed part's error. */
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

  /** Returns the bytes that have not been sent, at most one part. The caller owns the buffer. */
  takeRest(): Buffer {
    const rest = this.#filling?.subarray(0, this.#filled) ?? Buffer.alloc(0);
    this.#filling = undefined;
    this.#sent += this.#filled;
    this.#filled = 0;
    return rest;
  }

  /** Sends the remaining bytes and waits for all parts. Rejects with the error of the first failed part. */
  async finish(): Promise<void> {
    this.#throwIfFailed();
    if (this.#filled > 0) this.#sendFilled();
    await this.settled();
    this.#throwIfFailed();
  }

  /** Stops sending. Later calls reject with `error`, or with the error of a part that failed before. */
  stop(error: Error): void {
    this.#failed ??= { error };
  }

  /** Waits until no part is being sent. Ignores errors. */
  async settled(): Promise<void> {
    while (this.#sending.size > 0) await Promise.race(this.#sending);
  }

  async #sendDirect(chunk: Uint8Array): Promise<void> {
    this.#throwIfFailed();
    if (this.#filled > 0) this.#sendFilled();
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const part: ObjectPart = { index: this.#index, offset: this.#sent, bytes };
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

  /**
   * Enlarges the buffer fourfold until it has the size of a part, so that at most a third of the bytes is copied twice.
   */
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
    const part: ObjectPart = {
      index: this.#index,
      offset: this.#sent,
      bytes: buffer.subarray(0, this.#filled),
    };
    if (this.#hash) part.sha256 = this.#hash.digest('hex');
    this.#hash = undefined;
    this.#sent += this.#filled;
    this.#filled = 0;
    this.#filling = undefined;
    this.#index += 1;
    void this.#track(this.#options.send(part)).then(() => this.#options.pool.give(buffer));
  }

  /** Tracks a part until it has been sent. Never rejects; the next call throws the error. */
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

/** Destination for the bytes of one object. All methods reject with errors of the object store (errors.ts). */
export interface WriteTarget {
  /** Stores one part of a large object. Several calls may run concurrently. */
  send(part: ObjectPart): Promise<void>;
  /** Publishes a small object of which no part was sent. */
  publishWhole(bytes: Buffer): Promise<void>;
  /** Publishes the object from its parts. */
  publishParts(): Promise<void>;
  /** Cancels the parts that are being sent, so that they fail soon. */
  cancel(): void;
  /** Deletes all sent parts. Called only when no part is being sent. Must not reject. */
  discard(): Promise<void>;
}

export class TargetWriter implements ObjectWriter {
  readonly #target: WriteTarget;
  readonly #parts: PartSender;
  #writing = false;
  #closing: Promise<{ sizeBytes: number }> | undefined;
  #aborting: Promise<void> | undefined;

  constructor(target: WriteTarget, options: Omit<PartsOptions, 'send'>) {
    this.#target = target;
    this.#parts = new PartSender({ ...options, send: (part) => target.send(part) });
  }

  async write(chunk: Uint8Array): Promise<void> {
    if (this.#writing) throw new Error('write() was called before the previous write() resolved');
    if (this.#closing) throw new Error('write() was called after close()');
    this.#writing = true;
    try {
      await this.#parts.add(chunk);
    } finally {
      this.#writing = false;
    }
  }

  close(): Promise<{ sizeBytes: number }> {
    if (this.#aborting) return Promise.reject(new Error('close() was called after abort()'));
    if (this.#writing) return Promise.reject(new Error('close() was called before write() resolved'));
    this.#closing ??= this.#publish();
    return this.#closing;
  }

  async abort(): Promise<void> {
    if (this.#closing) {
      await this.#closing.catch(() => undefined);
      return;
    }
    this.#aborting ??= this.#abortWrite(new Error('the writer was aborted'));
    await this.#aborting;
  }

  async #publish(): Promise<{ sizeBytes: number }> {
    try {
      if (this.#parts.partsBegun === 0) {
        await this.#target.publishWhole(this.#parts.takeRest());
      } else {
        await this.#parts.finish();
        await this.#target.publishParts();
      }
      return { sizeBytes: this.#parts.sizeBytes };
    } catch (error) {
      await this.#abortWrite(error as Error);
      throw error;
    }
  }

  async #abortWrite(error: Error): Promise<void> {
    this.#parts.stop(error);
    this.#target.cancel();
    await this.#parts.settled();
    await this.#target.discard();
  }
}
