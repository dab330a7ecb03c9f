// A file whose first bytes come last, and its name with them: both are written into it before it gets its name.
import type { LateTarget } from '../port/late.ts';
import type { Part } from '../port/parts.ts';
import { FsTarget, type FsTargetOptions } from './writer.ts';

export class FsLateTarget implements LateTarget {
  readonly #options: FsTargetOptions;
  readonly #pathOf: (key: string) => string;
  readonly #target: FsTarget;
  #first: Uint8Array = new Uint8Array(0);

  /** `pathOf` throws BadKeyError. */
  constructor(options: Omit<FsTargetOptions, 'key' | 'path'>, pathOf: (key: string) => string) {
    this.#options = { ...options, key: '', path: '' };
    this.#pathOf = pathOf;
    this.#target = new FsTarget(this.#options);
  }

  setKey(key: string): void {
    this.#options.path = this.#pathOf(key);
    this.#options.key = key;
  }

  replaceFirst(bytes: Uint8Array): void {
    this.#first = bytes;
  }

  send(part: Part): Promise<void> {
    return this.#target.send(part);
  }

  async publishWhole(bytes: Buffer): Promise<void> {
    bytes.set(this.#first, 0);
    await this.#target.publishWhole(bytes);
  }

  async publishParts(): Promise<void> {
    await this.#target.send({ index: 0, offset: 0, bytes: Buffer.from(this.#first) });
    await this.#target.publishParts();
  }

  cancel(): void {
    this.#target.cancel();
  }

  discard(): Promise<void> {
    return this.#target.discard();
  }
}
