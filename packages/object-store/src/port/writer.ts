// The life of a writer, the same for both stores: write … write, then close or abort, with one failure that
// sticks. What is done with the bytes is the target's (fs/writer.ts, s3/writer.ts).
import { type Part, Parts, type PartsOptions } from './parts.ts';
import type { ObjectWriter } from './port.ts';

/** Where the bytes of one object go. Every method rejects with errors of the port. */
export interface Target {
  /** Takes one part of a large object; several at a time. */
  send(part: Part): Promise<void>;
  /** Publishes an object of which no part was sent. */
  publishWhole(bytes: Buffer): Promise<void>;
  /** Publishes the object made of all parts sent. */
  publishParts(): Promise<void>;
  /** Makes parts on their way fail soon. */
  cancel(): void;
  /** Removes all that was sent; called once no part is on its way; must not reject. */
  discard(): Promise<void>;
}

export class TargetWriter implements ObjectWriter {
  readonly #target: Target;
  readonly #parts: Parts;
  #writing = false;
  #closing: Promise<{ sizeBytes: number }> | undefined;
  #aborting: Promise<void> | undefined;

  constructor(target: Target, options: Omit<PartsOptions, 'send'>) {
    this.#target = target;
    this.#parts = new Parts({ ...options, send: (part) => target.send(part) });
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
    this.#aborting ??= this.#giveUp(new Error('the writer was aborted'));
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
      await this.#giveUp(error as Error);
      throw error;
    }
  }

  async #giveUp(error: Error): Promise<void> {
    this.#parts.stop(error);
    this.#target.cancel();
    await this.#parts.settled();
    await this.#target.discard();
  }
}
