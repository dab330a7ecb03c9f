// The answer to an import: status lines that go out as records become durable, whatever the client's pace. An import
// answers while it is still being sent, and many clients read the answer only when they have sent everything; to wait for
// them would be to wait for ever. Lines that nobody reads yet are therefore held, in memory or in a temp file.

import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportStatus } from '@holdfast/api-types';
import type { HttpRequest, HttpResponse } from '@holdfast/http-kit';
import { digestText } from '../../domain/digest-text.ts';
import type { Acknowledgement } from '../../domain/disposition.ts';
import { openAnonymousFile } from '../../ingest/anonymous-file.ts';

const MEMORY_BYTES = 4 * 1024 * 1024;

export class ImportAnswer {
  readonly #request: HttpRequest;
  readonly #response: HttpResponse;
  readonly #spoolFolder: string;
  #lines: SpillBuffer | undefined;
  #sending: Promise<void> | undefined;
  /** Offset behind which nothing is acknowledged. */
  #lastOffset = 0;

  constructor(request: HttpRequest, response: HttpResponse, spoolFolder: string) {
    this.#request = request;
    this.#response = response;
    this.#spoolFolder = spoolFolder;
  }

  get begun(): boolean {
    return this.#lines !== undefined;
  }

  acknowledge(results: Acknowledgement[]): void {
    if (results.length === 0) return;
    this.#lastOffset = results.at(-1)!.ref.offset;
    this.#begin().append(statusLines(results));
  }

  /** The import stopped after lines had gone out: one last line says so and where. */
  async stop(message: string): Promise<void> {
    const ref = { recordId: undefined, offset: this.#lastOffset, url: undefined, warnings: undefined };
    this.acknowledge([{ ref, verdict: { status: 'ERROR', message } }]);
    await this.finish();
  }

  /** Resolves when the client has the whole answer; rejects when it went away before. */
  async finish(): Promise<void> {
    this.#begin().finish();
    await this.#sending;
  }

  /** Lets go of what is held when no more will be sent. */
  discard(): void {
    this.#lines?.destroy();
  }

  #begin(): SpillBuffer {
    if (this.#lines) return this.#lines;
    const json = this.#request.accepts(['application/x-ndjson', 'application/json']) === 'application/json';
    this.#response.status(200).type(json ? 'application/json' : 'application/x-ndjson');
    const lines = new SpillBuffer({
      memoryBytes: MEMORY_BYTES,
      openFile: () => openAnonymousFile(this.#spoolFolder),
    });
    this.#lines = lines;
    this.#sending = pipeline(lines, this.#response);
    // A client that is gone before the first line: the pipeline then leaves its source alone.
    this.#sending.catch(() => lines.destroy());
    return lines;
  }
}

function importStatus({ ref: { recordId, offset, url }, verdict }: Acknowledgement): ImportStatus {
  const artifact = 'artifact' in verdict ? verdict.artifact : undefined;
  return {
    ...(recordId !== undefined && { warcId: recordId }),
    offset,
    ...(url !== undefined && { url }),
    ...(artifact && {
      artifactUuid: artifact.id,
      digest: digestText(artifact.sha256),
      version: artifact.version,
    }),
    status: verdict.status,
    ...(verdict.message !== undefined && { statusMessage: verdict.message }),
  };
}

function statusLines(results: readonly Acknowledgement[]): Buffer {
  return Buffer.from(results.map((result) => `${JSON.stringify(importStatus(result))}\n`).join(''));
}

interface SpillBufferOptions {
  readonly memoryBytes: number;
  /** Opens the file to overflow into. */
  openFile(): Promise<FileHandle>;
}

const READ_BYTES = 256 * 1024;

/**
 * A stream between a writer that must never wait and a reader that may be slow: what does not fit in memory waits in an
 * anonymous temp file.
 */
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

  append(bytes: Buffer): void {
    if (this.#file || this.#queuedBytes + bytes.length > this.#options.memoryBytes) this.#overflow(bytes);
    else {
      this.#queue.push(bytes);
      this.#queuedBytes += bytes.length;
    }
    this.#serve();
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
    const closed = this.#writing.catch(() => undefined).then(() => this.#file?.then((file) => file.close()));
    closed.then(
      () => callback(error),
      () => callback(error),
    );
  }

  #overflow(bytes: Buffer): void {
    this.#file ??= this.#options.openFile();
    const file = this.#file;
    const position = this.#written;
    this.#written += bytes.length;
    this.#writing = this.#writing.then(async () => {
      await (await file).write(bytes, 0, bytes.length, position);
    });
    this.#writing.catch((error) => this.destroy(error));
  }

  /** Gives the reader what comes next, in order: memory first, for the file is only begun when memory is full. */
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
