// A payload as it arrives: digested and counted, and kept until all of its form is there. A small one waits in memory;
// one that is too large for it waits in an anonymous temp file, so that the parts of a form may come in any order.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { openAnonymousFile, readFile, writeAt } from '../../../ingest/spool/anonymous-file.ts';
import { cannotSpool } from '../../errors.ts';
import type { Digested } from './new-record.ts';

export interface SpoolDeps {
  readonly spoolFolder: string;
  /** Throws when nothing more is to be written there. */
  checkRoom?(): void;
  /** Payloads up to this size wait in memory, as long as there is room. */
  readonly inlineLimitBytes: number;
  readonly memory: MemoryBudget;
}

export interface Payload extends Digested {
  /** False: it waits in a file. */
  readonly isInMemory: boolean;
  /** All its bytes, once: memory is let go of as it is read. A file is read until the signal aborts. */
  bytes(signal: AbortSignal): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Lets go of memory and file. Idempotent. */
  release(): Promise<void>;
}

/** Written to the file at a time. */
const WRITE_BYTES = 256 * 1024;

/** Throws cannotSpool, and what the bytes throw; then nothing is kept. */
export async function spoolPayload(deps: SpoolDeps, bytes: AsyncIterable<Buffer>): Promise<Payload> {
  const spool = new PayloadSpool(deps);
  const [sha256, sha1] = [createHash('sha256'), createHash('sha1')];
  let lengthBytes = 0;
  try {
    for await (const chunk of bytes) {
      lengthBytes += chunk.length;
      const writing = spool.add(chunk);
      // While the file takes it; a failure is met below.
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
  /** What was taken of the budget. */
  #budgetedBytes = 0;
  #file: FileHandle | undefined;
  #writtenBytes = 0;

  constructor(deps: SpoolDeps) {
    this.#deps = deps;
  }

  get isInMemory(): boolean {
    return this.#file === undefined;
  }

  /** Takes the chunk over. What it answers is to be awaited before the next call. */
  add(chunk: Uint8Array): Promise<void> | undefined {
    const fits = !this.#file && this.#heldBytes + chunk.length <= this.#deps.inlineLimitBytes;
    const budgeted = fits && this.#deps.memory.take(chunk.length);
    if (budgeted) this.#budgetedBytes += chunk.length;
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
    return budgeted || (this.#file && this.#heldBytes < WRITE_BYTES) ? undefined : this.#write();
  }

  /** Nothing that belongs into the file is in memory any more. */
  async flush(): Promise<void> {
    if (this.#file) await this.#write();
  }

  bytes(signal: AbortSignal): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
    return this.#file ? readUntilAborted(this.#file, signal) : drained(this.#held);
  }

  async release(): Promise<void> {
    this.#forgetHeld();
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #write(): Promise<void> {
    try {
      this.#deps.checkRoom?.();
      this.#file ??= await openAnonymousFile(this.#deps.spoolFolder);
      await writeAt(this.#file, this.#held, this.#writtenBytes);
    } catch (error) {
      throw cannotSpool(error);
    }
    this.#writtenBytes += this.#heldBytes;
    this.#forgetHeld();
  }

  #forgetHeld(): void {
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

function* drained(pieces: Uint8Array[]): Generator<Uint8Array> {
  for (let next = pieces.shift(); next; next = pieces.shift()) yield next;
}

/** A number of bytes that many share. */
export class MemoryBudget {
  #freeBytes: number;

  constructor(totalBytes: number) {
    this.#freeBytes = totalBytes;
  }

  /** False when there are not so many left. */
  take(bytes: number): boolean {
    if (bytes > this.#freeBytes) return false;
    this.#freeBytes -= bytes;
    return true;
  }

  give(bytes: number): void {
    this.#freeBytes += bytes;
  }
}
