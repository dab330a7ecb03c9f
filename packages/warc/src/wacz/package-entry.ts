// Reads one file of a WACZ: computes digests of its content, and passes the content to a reader if the file has one.
import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { WaczEntry } from './wacz-entry.ts';
import type { ZipEntryReader } from './zip-handler.ts';

/** Maximum size of a file that describes the package. The content of a longer file is discarded. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;

export class PackageEntry implements ZipEntryReader {
  /** CRC-32 of the content so far. */
  crc = 0;
  lengthBytes = 0;
  readonly archive: WaczEntry | undefined;
  readonly #sha256: Hash = createHash('sha256');
  #text: Buffer[] | undefined;

  /** Begins a file. With `isText`, its content is collected. */
  constructor(archive: WaczEntry | undefined, isText: boolean) {
    this.archive = archive;
    this.#text = isText ? [] : undefined;
  }

  write(bytes: Buffer): boolean {
    this.crc = crc32(bytes, this.crc);
    this.lengthBytes += bytes.length;
    this.#sha256.update(bytes);
    if (this.lengthBytes > MAX_TEXT_BYTES) this.#text = undefined;
    this.#text?.push(Buffer.from(bytes));
    return this.archive?.write(bytes) ?? true;
  }

  goOn(): boolean {
    return this.archive?.goOn() ?? true;
  }

  get heldInputBytes(): number {
    return this.archive?.heldInputBytes ?? 0;
  }

  /** SHA-256 of the content in lower-case hex. May be read repeatedly after the end of the file. */
  get sha256(): string {
    return this.#sha256.copy().digest('hex');
  }

  /** Content of a file that was begun with `isText`. Undefined if the content is too long. */
  get text(): string | undefined {
    return this.#text && Buffer.concat(this.#text).toString('utf8');
  }
}
