// An object on S3 whose first bytes come last: its first part waits in memory until they are there.
import { ObjectStoreUnavailableError } from '../port/errors.ts';
import type { LateTarget } from '../port/late.ts';
import type { Part } from '../port/parts.ts';
import type { S3Target } from './writer.ts';

export class S3LateTarget implements LateTarget {
  readonly #target: S3Target;
  readonly #key: string;
  #firstPart: Buffer | undefined;
  #first: Uint8Array = new Uint8Array(0);

  constructor(target: S3Target, key: string) {
    this.#target = target;
    this.#key = key;
  }

  /** An upload is begun under its key: another one cannot be given later. */
  setKey(key: string): void {
    if (key !== this.#key) throw new Error(`the object was begun as ${this.#key}, not as ${key}`);
  }

  replaceFirst(bytes: Uint8Array): void {
    this.#first = bytes;
  }

  async send(part: Part): Promise<void> {
    // The buffer goes back to its pool, so what waits is a copy.
    if (part.index === 0) this.#firstPart = Buffer.from(part.bytes);
    else await this.#target.send(part);
  }

  async publishWhole(bytes: Buffer): Promise<void> {
    bytes.set(this.#first, 0);
    await this.#target.publishWhole(bytes);
  }

  async publishParts(): Promise<void> {
    const bytes = this.#firstPart;
    if (!bytes) throw new ObjectStoreUnavailableError('the first part of an object is gone');
    this.#firstPart = undefined;
    bytes.set(this.#first, 0);
    await this.#target.send({ index: 0, offset: 0, bytes });
    await this.#target.publishParts();
  }

  cancel(): void {
    this.#target.cancel();
  }

  async discard(): Promise<void> {
    this.#firstPart = undefined;
    await this.#target.discard();
  }
}
