// Buffers data between a writer that must never wait and a reader that may be slow.
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

export interface SpillBufferOptions {
  readonly memoryBytes: number;
  /** Opens the temporary file. */
  openFile(): Promise<FileHandle>;
  /** Disk space shared by all buffers. Unlimited if undefined. */
  readonly space?: SpillSpace;
}

export interface SpillSpace {
  /** Reserves disk space. If too little is free, throws and reserves nothing. */
  take(bytes: number): void;
  give(bytes: number): void;
}

const READ_BYTES = 256 * 1024;

/** Stream between a writer that must never wait and a slow reader. Data above a limit is stored in an unlinked file. */
export class SpillBuffer extends Readable {
  readonly #options: SpillBufferOptions;
  #queue: Buffer[] = [];
  #queuedBytes = 0;
  #file: Promise<FileHandle> | undefined;
  #written = 0;
  #consumed = 0;
  #writing: Promise<void> = Promise.resolve();
  #ended = false;
  #wanted = false;
  #reading = false;

  constructor(options: SpillBufferOptions) {
    super({ highWaterMark: READ_BYTES });
    this.#options = options;
  }

  /** Appends bytes. If `space` throws, appends nothing and throws the same error. */
  append(bytes: Buffer): void {
    if (this.#file || this.#queuedBytes + bytes.length > this.#options.memoryBytes) this.#overflow(bytes);
    else {
      this.#queue.push(bytes);
      this.#queuedBytes += bytes.length;
    }
    this.#serve();
  }

  /** Resolves when all data beyond the memory limit has been written to the file. */
  written(): Promise<void> {
    return this.#writing;
  }

  finish(): void {
    this.#ended = true;
    this.#serve();
  }

  override _read(): void {
    this.#wanted = true;
    this.#serve();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#queue = [];
    const closed = this.#writing
      .catch(() => undefined)
      .then(() => this.#file?.then((file) => file.close()))
      .finally(() => this.#options.space?.give(this.#written));
    closed.then(
      () => callback(error),
      () => callback(error),
    );
  }

  #overflow(bytes: Buffer): void {
    this.#options.space?.take(bytes.length);
    this.#file ??= this.#options.openFile();
    const file = this.#file;
    const position = this.#written;
    this.#written += bytes.length;
    this.#writing = this.#writing.then(async () => {
      await (await file).write(bytes, 0, bytes.length, position);
    });
    this.#writing.catch((error) => this.destroy(error));
  }

  /** Passes data to the reader in order: first the data in memory, then the newer data in the file. */
  #serve(): void {
    if (!this.#wanted || this.#reading || this.destroyed) return;
    const next = this.#queue.shift();
    if (next) {
      this.#queuedBytes -= next.length;
      this.#wanted = this.push(next);
      this.#serve();
    } else if (this.#consumed < this.#written) {
      this.#readFile();
    } else if (this.#ended) {
      this.#wanted = false;
      this.push(null);
    }
  }

  #readFile(): void {
    this.#reading = true;
    const length = Math.min(READ_BYTES, this.#written - this.#consumed);
    const bytes = Buffer.allocUnsafe(length);
    this.#writing
      .then(async () => (await this.#file!).read(bytes, 0, length, this.#consumed))
      .then(({ bytesRead }) => {
        this.#reading = false;
        this.#consumed += bytesRead;
        this.#wanted = this.push(bytes.subarray(0, bytesRead));
        this.#serve();
      })
      .catch((error) => this.destroy(error));
  }
}

/**
 * Returns whether the response must wait until the whole request has arrived. Some proxies, such as nginx, stop
 * forwarding a request when its response begins. They must be configured to send `X-Holdfast-Answer: after-request`.
 */
export function mustDelayResponse({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return String(headers['x-holdfast-answer']).toLowerCase() === 'after-request';
}
