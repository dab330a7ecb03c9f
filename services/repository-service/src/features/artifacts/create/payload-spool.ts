// Spools a payload until its form is complete, and computes its length and digests. The parts of the form may therefore
// come in any order. Small payloads are held in memory, large ones in an anonymous temporary file.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { openAnonymousFile, readFile, writePiecesAt } from '../../../ingest/spool/anonymous-file.ts';
import { makeCannotSpoolError } from '../../errors.ts';
import type { DigestedPayload } from './new-record.ts';

export interface SpoolDeps {
  readonly spoolFolder: string;
  /** Throws if there is not enough free disk space for the file. */
  checkRoom?(): void;
  /** Maximum size of a payload that is held in memory. The memory budget must have space for it. */
  readonly inlineLimitBytes: number;
  readonly memory: MemoryBudget;
}

export interface SpooledPayload extends DigestedPayload {
  /** Whether the payload is in memory; otherwise it is in a file. */
  readonly isInMemory: boolean;
  /**
   * Returns the payload. Call once. Payloads in memory are released while they are read. Reading a file stops when the
   * signal aborts.
   */
  bytes(signal: AbortSignal): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Releases the memory or the file. Idempotent. */
  release(): Promise<void>;
}

/** Number of bytes written to the file in one call. */
const WRITE_BYTES = 256 * 1024;

/**
 * Spools a payload. Throws 502 if spooling fails. Rethrows errors of the source. After an error, no memory or file is
 * held.
 */
export async function spoolPayload(deps: SpoolDeps, bytes: AsyncIterable<Buffer>): Promise<SpooledPayload> {
  const spool = new PayloadSpool(deps);
  const [sha256, sha1] = [createHash('sha256'), createHash('sha1')];
  let lengthBytes = 0;
  try {
    for await (const chunk of bytes) {
      lengthBytes += chunk.length;
      const writing = spool.add(chunk);
      // Prevents an unhandled rejection while the write is in progress; the error is handled below.
      writing?.catch(() => undefined);
      sha256.update(chunk);
      sha1.update(chunk);
      if (writing) await writing;
    }
    await spool.flush();
  } catch (error) {
    await spool.release();
    throw error;
  }
  return {
    lengthBytes,
    sha256: sha256.digest(),
    sha1: sha1.digest(),
    isInMemory: spool.isInMemory,
    bytes: (signal) => spool.bytes(signal),
    release: () => spool.release(),
  };
}

class PayloadSpool {
  readonly #deps: SpoolDeps;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  /** Bytes reserved in the memory budget. */
  #budgetedBytes = 0;
  #file: FileHandle | undefined;
  #writtenBytes = 0;

  constructor(deps: SpoolDeps) {
    this.#deps = deps;
  }

  get isInMemory(): boolean {
    return this.#file === undefined;
  }

  /** Appends a chunk and takes ownership of it. Await the result before the next call. */
  add(chunk: Uint8Array): Promise<void> | undefined {
    const fits = !this.#file && this.#heldBytes + chunk.length <= this.#deps.inlineLimitBytes;
    const budgeted = fits && this.#deps.memory.take(chunk.length);
    if (budgeted) this.#budgetedBytes += chunk.length;
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    return budgeted || (this.#file && this.#heldBytes < WRITE_BYTES) ? undefined : this.#write();
  }

  /** Resolves when all spooled bytes are in the file, if there is one. */
  async flush(): Promise<void> {
    if (this.#file) await this.#write();
  }

  bytes(signal: AbortSignal): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
    return this.#file ? readUntilAborted(this.#file, signal) : drainPieces(this.#held);
  }

  async release(): Promise<void> {
    this.#releaseHeld();
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #write(): Promise<void> {
    try {
      this.#deps.checkRoom?.();
      this.#file ??= await openAnonymousFile(this.#deps.spoolFolder);
      await writePiecesAt(this.#file, this.#held, this.#writtenBytes);
    } catch (error) {
      throw makeCannotSpoolError(error);
    }
    this.#writtenBytes += this.#heldBytes;
    this.#releaseHeld();
  }

  #releaseHeld(): void {
    this.#deps.memory.give(this.#budgetedBytes);
    this.#budgetedBytes = 0;
    this.#held = [];
    this.#heldBytes = 0;
  }
}

async function* readUntilAborted(file: FileHandle, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const bytes of readFile(file)) {
    signal.throwIfAborted();
    yield bytes;
  }
}

function* drainPieces(pieces: Uint8Array[]): Generator<Uint8Array> {
  for (let next = pieces.shift(); next; next = pieces.shift()) yield next;
}

/** Memory budget in bytes, shared by all spools. */
export class MemoryBudget {
  #freeBytes: number;

  constructor(totalBytes: number) {
    this.#freeBytes = totalBytes;
  }

  /** Reserves bytes. Returns false if the budget has too few bytes left. */
  take(bytes: number): boolean {
    if (bytes > this.#freeBytes) return false;
    this.#freeBytes -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#freeBytes += bytes;
  }
}
