// Checks that bytes consist of complete gzip members with correct checksums. All objects in a backup have this form.
import { once } from 'node:events';
import { createGunzip } from 'node:zlib';

export class GzipCheck {
  readonly #gunzip = createGunzip();
  readonly #ended: Promise<void>;
  #fault: string | undefined;
  #over = false;
  #givenBytes = 0;

  constructor() {
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#over = true;
        resolve();
      };
      this.#gunzip.once('end', end).once('close', end);
      this.#gunzip.once('error', (error) => {
        this.#fault = error.message;
        end();
      });
    });
    this.#gunzip.resume();
  }

  async chunk(bytes: Uint8Array): Promise<void> {
    this.#givenBytes += bytes.length;
    if (this.#over || this.#gunzip.write(bytes)) return;
    await Promise.race([once(this.#gunzip, 'drain').catch(() => undefined), this.#ended]);
  }

  /** Returns a description of the damage. Returns undefined if the bytes are intact. */
  async end(): Promise<string | undefined> {
    if (!this.#over) this.#gunzip.end();
    await this.#ended;
    this.#gunzip.destroy();
    if (this.#fault !== undefined) return this.#fault;
    return this.#gunzip.bytesWritten === this.#givenBytes
      ? undefined
      : 'unexpected bytes follow the last gzip member';
  }
}
