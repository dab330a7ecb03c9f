// Spool file for export data that is not in the store. It is an anonymous file, written sequentially and then read at
// any offset. Its digest is computed while writing.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { openAnonymousFile, writePiecesAt } from '../ingest/spool/anonymous-file.ts';

export interface SpoolLocation {
  readonly folder: string;
  /** Throws if the disk lacks free space. */
  checkRoom(): void;
}

const WRITE_BYTES = 256 * 1024;

export class Spool {
  readonly #file: FileHandle;
  readonly #place: SpoolLocation;
  readonly #hash = createHash('sha256');
  #crc32 = 0;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #writtenBytes = 0;

  private constructor(file: FileHandle, place: SpoolLocation) {
    this.#file = file;
    this.#place = place;
  }

  static async open(place: SpoolLocation): Promise<Spool> {
    return new Spool(await openAnonymousFile(place.folder), place);
  }

  get sizeBytes(): number {
    return this.#writtenBytes + this.#waitingBytes;
  }

  get crc32(): number {
    return this.#crc32;
  }

  /** Appends bytes without copying them. The caller must not modify the bytes afterwards. */
  async append(bytes: Uint8Array): Promise<void> {
    this.#crc32 = crc32(bytes, this.#crc32);
    this.#hash.update(bytes);
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes >= WRITE_BYTES) await this.#flush();
  }

  /** Finishes writing. Returns the SHA-256 of the whole file. */
  async end(): Promise<string> {
    await this.#flush();
    return this.#hash.digest('hex');
  }

  /** Call after `end`. */
  async read(position: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafeSlow(length);
    for (let at = 0; at < length; ) {
      const { bytesRead } = await this.#file.read(bytes, at, length - at, position + at);
      if (bytesRead === 0) throw new Error('a spooled part of the export is truncated');
      at += bytesRead;
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    if (this.#waitingBytes === 0) return;
    this.#place.checkRoom();
    const [pieces, bytes] = [this.#waiting, this.#waitingBytes];
    [this.#waiting, this.#waitingBytes] = [[], 0];
    await writePiecesAt(this.#file, [Buffer.concat(pieces)], this.#writtenBytes);
    this.#writtenBytes += bytes;
  }
}
