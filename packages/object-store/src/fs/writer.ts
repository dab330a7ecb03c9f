// Writes one object to the file system so that after a crash, either nothing or the whole object exists. Steps:
// temporary file → fsync → hard link (which never replaces a file) → fsync of the folder → unlink. A repair renames the
// file instead of linking it.
import { dirname } from 'node:path';
import { BadKeyError, ObjectExistsError } from '../port/errors.ts';
import type { ObjectPart, WriteTarget } from '../port/writer.ts';
import { type Disk, type FileHandle, getErrorCode, toUnavailableError } from './disk.ts';
import type { DurableFolders } from './root.ts';

interface FsTargetOptions {
  disk: Disk;
  folders: DurableFolders;
  key: string;
  /** Final path of the object. */
  path: string;
  /** Path of the temporary file. Not in use yet, and on the same file system as `path`. */
  temporaryPath: string;
  /** True to replace an existing object. */
  replace?: boolean;
}

export class FsTarget implements WriteTarget {
  readonly #options: FsTargetOptions;
  #opened: Promise<FileHandle> | undefined;

  constructor(options: FsTargetOptions) {
    this.#options = options;
  }

  async send(part: ObjectPart): Promise<void> {
    await this.#storing(async () => writeAll(await this.#openFile(), part.bytes, part.offset));
  }

  async publishWhole(bytes: Uint8Array): Promise<void> {
    await this.#storing(async () => writeAll(await this.#openFile(), bytes, 0));
    await this.publishParts();
  }

  async publishParts(): Promise<void> {
    const { disk, folders, path, temporaryPath } = this.#options;
    const handle = await this.#openFile();
    await this.#storing(async () => {
      await handle.sync();
      await this.#publishFile();
      await folders.sync(dirname(path));
      this.#opened = undefined;
      await handle.close();
    });
    // The object is already durable, so a temporary file that cannot be removed is not an error.
    await disk.unlink(temporaryPath).catch(() => undefined);
  }

  cancel(): void {}

  async discard(): Promise<void> {
    const handle = await this.#opened?.catch(() => undefined);
    this.#opened = undefined;
    if (!handle) return;
    await handle.close().catch(() => undefined);
    await this.#options.disk.unlink(this.#options.temporaryPath).catch(() => undefined);
  }

  #openFile(): Promise<FileHandle> {
    this.#opened ??= this.#options.disk.open(this.#options.temporaryPath, 'wx');
    return this.#opened;
  }

  /**
   * Publishes the file under its final path. Creates the folder again if it was removed, for example by an operator.
   */
  async #publishFile(): Promise<void> {
    const { disk, folders, path, temporaryPath, replace } = this.#options;
    const publish = () => (replace ? disk.rename(temporaryPath, path) : disk.link(temporaryPath, path));
    await folders.make(dirname(path));
    try {
      await publish();
    } catch (error) {
      if (getErrorCode(error) !== 'ENOENT') throw error;
      folders.forget();
      await folders.make(dirname(path));
      await publish();
    }
  }

  async #storing<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (getErrorCode(error) === 'EEXIST') throw new ObjectExistsError(this.#options.key);
      if (getErrorCode(error) === 'ENAMETOOLONG') {
        throw new BadKeyError(this.#options.key, 'its path would be too long', { cause: error });
      }
      throw toUnavailableError('writing an object', error);
    }
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
