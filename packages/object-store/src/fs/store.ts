// Object store in a folder of a file system, with one file per object. names.ts maps keys to paths, and writer.ts
// writes the files.
import { dirname, join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { BadKeyError, BadRangeError, NoSuchObjectError, ObjectExistsError } from '../port/errors.ts';
import { checkObjectKey, encodeKeyForUrl } from '../port/key.ts';
import { BufferPool } from '../port/pool.ts';
import type {
  BytesRange,
  CreateOptions,
  ListOptions,
  ObjectInfo,
  ObjectReadOptions,
  ObjectStore,
  ObjectWriter,
  StoreHooks,
  StoreUsage,
  UnfinishedWrite,
} from '../port/port.ts';
import { checkBytesRange, checkRange, computeReadLength } from '../port/range.ts';
import { TargetWriter } from '../port/writer.ts';
import {
  createPresenceCheck,
  type Disk,
  type FileHandle,
  isOnLocalDisk,
  defaultDisk as realDisk,
  toUnavailableError,
  toUndefinedIfMissing,
} from './disk.ts';
import { createGatedDisk, type DiskGate } from './gate.ts';
import { listFoundObjects } from './list.ts';
import { toKeyPath } from './names.ts';
import { CHUNK_BYTES, FileRangeStream } from './reader.ts';
import { RecentRanges } from './recent-ranges.ts';
import {
  DurableFolders,
  discardUnfinishedWrite,
  listUnfinishedWrites,
  makeTemporaryPath,
  openStoreRoot,
  type StoreRoot,
  syncFolder,
  throwIfStoreGone,
} from './root.ts';
import { RootCheck } from './root-check.ts';
import { SharedFiles } from './shared-files.ts';
import { SmallReads } from './small-reads.ts';
import { FsTarget } from './writer.ts';

const CHECK_TIMEOUT_MS = 5000;
const SPARE_BUFFERS = 16;

export interface FsStoreOptions {
  readonly folder: string;
  readonly disk?: Disk;
  readonly nowMs?: number;
  /** True if a missing folder is an error instead of being created. */
  readonly mustExist?: boolean;
  /** Limits the number of concurrent file operations. */
  readonly gate?: DiskGate | undefined;
}

export async function openFsStore(
  { folder, disk: given = realDisk, nowMs = Date.now(), mustExist = false, gate }: FsStoreOptions,
  hooks: StoreHooks = {},
): Promise<ObjectStore> {
  const disk = gate ? createGatedDisk(given, gate) : given;
  const root = await convertErrors('opening its folder', () =>
    openStoreRoot(disk, folder, { nowMs, mustExist }),
  );
  const isLocal = await isOnLocalDisk(disk, folder).catch(() => false);
  return new FsStore({ disk, root, isLocal, gate }, hooks);
}

interface FsStoreParts {
  readonly disk: Disk;
  readonly root: StoreRoot;
  readonly isLocal: boolean;
  readonly gate: DiskGate | undefined;
}

class FsStore implements ObjectStore {
  readonly type = 'Posix';
  readonly name = 'fs';
  readonly #disk: Disk;
  readonly #root: StoreRoot;
  readonly #hooks: StoreHooks;
  readonly #check: RootCheck;
  readonly #folders: DurableFolders;
  readonly #pool = new BufferPool(CHUNK_BYTES, SPARE_BUFFERS);
  readonly #shared: SharedFiles;
  readonly #small: SmallReads;

  constructor({ disk, root, isLocal, gate }: FsStoreParts, hooks: StoreHooks) {
    this.#disk = disk;
    this.#root = root;
    this.#hooks = hooks;
    this.#check = new RootCheck(disk, root, () => performance.now());
    this.#folders = new DurableFolders(disk, root.objects);
    const later = (delayMs: number, work: () => void) => void setTimeout(work, delayMs).unref();
    const nextTurn = (work: () => void) => void setImmediate(work);
    const presence = (file: FileHandle, key: string) => createPresenceCheck(file, this.#toPath(key));
    this.#shared = new SharedFiles({ presenceOf: isLocal ? presence : undefined, later, nextTurn });
    this.#small = new SmallReads({
      files: this.#shared,
      recent: isLocal ? new RecentRanges(() => performance.now()) : undefined,
      open: async (key) => this.#openFile(key, this.#toPath(key)),
      gate,
    });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await reportRequest(this.#hooks, 'put', async () => {
      const target = this.#createTarget(key);
      try {
        await target.publishWhole(bytes);
      } catch (error) {
        this.#check.suspect();
        await target.discard();
        throw error;
      }
    });
  }

  create(key: string, { replace = false }: CreateOptions = {}): ObjectWriter {
    const writer = new TargetWriter(this.#createTarget(key, replace), {
      pool: this.#pool,
      inFlight: 1,
      direct: true,
    });
    return {
      write: (chunk) => writer.write(chunk),
      close: () =>
        reportRequest(this.#hooks, 'create', () => writer.close())
          .catch((error: unknown) => {
            this.#check.suspect();
            throw error;
          })
          .finally(() => this.#shared.forget(key)),
      abort: () => writer.abort(),
    };
  }

  async read(key: string, options: ObjectReadOptions = {}): Promise<Readable> {
    return reportRequest(this.#hooks, 'read', async () => {
      const path = this.#toPath(key);
      const { offset = 0, length, signal } = options;
      checkRange(key, offset, length);
      signal?.throwIfAborted();
      const handle = await this.#openFile(key, path);
      const stream = await openRangeStream(handle, key, offset, length);
      return signal ? addAbortSignal(signal, stream) : stream;
    });
  }

  async readBytes(key: string, { offset, length, signal }: BytesRange): Promise<Buffer> {
    return reportRequest(this.#hooks, 'read', async () => {
      checkBytesRange(key, offset, length);
      signal?.throwIfAborted();
      return convertErrors('reading an object', () => this.#small.bytes(key, offset, length));
    });
  }

  fillAtOnce(key: string, offset: number, room: Buffer): boolean {
    return reportSynchronousRead(this.#hooks, 'read', () => this.#small.fillAtOnce(key, offset, room));
  }

  async stat(key: string): Promise<ObjectInfo | undefined> {
    return reportRequest(this.#hooks, 'stat', () => {
      const path = this.#toPath(key);
      return convertErrors('looking for an object', async () => {
        const info = await this.#readInfo(key, path);
        if (!info) await throwIfStoreGone(this.#disk, this.#root);
        return info;
      });
    });
  }

  async list({ prefix = '', after = '', limit = 1000 }: ListOptions): Promise<ObjectInfo[]> {
    return reportRequest(this.#hooks, 'list', () =>
      convertErrors('listing objects', async () => {
        await throwIfStoreGone(this.#disk, this.#root);
        const wanted = { prefix: Buffer.from(prefix), after: Buffer.from(after) };
        const page: ObjectInfo[] = [];
        if (limit <= 0) return page;
        for await (const { key, path } of listFoundObjects(this.#disk, this.#root.objects, wanted)) {
          const info = await this.#readInfo(key, path);
          if (info) page.push(info);
          if (page.length >= limit) break;
        }
        return page;
      }),
    );
  }

  async delete(key: string): Promise<void> {
    await reportRequest(this.#hooks, 'delete', () => {
      const path = this.#toPath(key);
      return convertErrors('deleting an object', async () => {
        const gone = (await toUndefinedIfMissing(this.#disk.unlink(path).then(() => true))) === undefined;
        this.#shared.forget(key);
        if (gone) await throwIfStoreGone(this.#disk, this.#root);
        // Syncs the folder even if the file does not exist: another process may have removed it without syncing yet.
        await toUndefinedIfMissing(syncFolder(this.#disk, dirname(path)));
      });
    });
  }

  async unfinished(limit = 1000): Promise<UnfinishedWrite[]> {
    return reportRequest(this.#hooks, 'list', () =>
      convertErrors('listing unfinished writes', () => listUnfinishedWrites(this.#disk, this.#root, limit)),
    );
  }

  async discardUnfinished(name: string): Promise<void> {
    await reportRequest(this.#hooks, 'delete', () =>
      convertErrors('removing an unfinished write', () =>
        discardUnfinishedWrite(this.#disk, this.#root, name),
      ),
    );
  }

  url(key: string): string {
    checkObjectKey(key);
    return `file:///${encodeKeyForUrl(key)}`;
  }

  async usage(): Promise<StoreUsage> {
    return reportRequest(this.#hooks, 'usage', () =>
      convertErrors('asking for its space', async () => {
        const { bsize, blocks, bfree, bavail } = await this.#disk.statfs(this.#root.folder);
        return {
          sizeBytes: blocks * bsize,
          usedBytes: (blocks - bfree) * bsize,
          availableBytes: bavail * bsize,
        };
      }),
    );
  }

  async check(): Promise<void> {
    await reportRequest(this.#hooks, 'check', () =>
      convertErrors('checking its folder', () => waitAtMost(CHECK_TIMEOUT_MS, this.#check.run())),
    );
  }

  async shortcomings(): Promise<string[]> {
    return [];
  }

  async close(): Promise<void> {
    this.#shared.forgetAll();
  }

  #toPath(key: string): string {
    checkObjectKey(key);
    return join(this.#root.objects, toKeyPath(key));
  }

  #createTarget(key: string, replace = false): FsTarget {
    const path = this.#toPath(key);
    const temporary = makeTemporaryPath(this.#root);
    const [disk, folders] = [this.#disk, this.#folders];
    return new FsTarget({ disk, folders, key, path, temporaryPath: temporary, replace });
  }

  #openFile(key: string, path: string): Promise<FileHandle> {
    return convertErrors('opening an object', async () => {
      const handle = await toUndefinedIfMissing(this.#disk.open(path, 'r'));
      if (handle) return handle;
      await throwIfStoreGone(this.#disk, this.#root);
      throw new NoSuchObjectError(key);
    });
  }

  async #readInfo(key: string, path: string): Promise<ObjectInfo | undefined> {
    const found = await toUndefinedIfMissing(this.#disk.stat(path));
    return found && { key, sizeBytes: found.size, modifiedMs: Math.floor(found.mtimeMs) };
  }
}

async function openRangeStream(
  handle: FileHandle,
  key: string,
  offset: number,
  length?: number,
): Promise<Readable> {
  try {
    const { size } = await convertErrors('opening an object', () => handle.stat());
    return new FileRangeStream(handle, offset, computeReadLength(key, size, offset, length));
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function convertErrors<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof NoSuchObjectError || error instanceof BadRangeError || error instanceof BadKeyError
      ? error
      : toUnavailableError(doing, error);
  }
}

async function waitAtMost(timeoutMs: number, work: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

/**
 * Runs `work` and reports the request to the hooks. Errors of the caller and expected results do not count as errors.
 */
async function reportRequest<T>(hooks: StoreHooks, operation: string, work: () => Promise<T>): Promise<T> {
  if (!hooks.onRequest) return work();
  const begun = performance.now();
  try {
    const result = await work();
    hooks.onRequest(operation, 'ok', performance.now() - begun);
    return result;
  } catch (error) {
    hooks.onRequest(operation, isExpected(error) ? 'ok' : 'error', performance.now() - begun);
    throw error;
  }
}

/**
 * Runs a synchronous read and reports the request to the hooks. If the bytes are not available, reports nothing,
 * because the asynchronous read that follows is reported.
 */
function reportSynchronousRead({ onRequest }: StoreHooks, operation: string, work: () => boolean): boolean {
  const begun = performance.now();
  try {
    const isHad = work();
    if (isHad) onRequest?.(operation, 'ok', performance.now() - begun);
    return isHad;
  } catch {
    return false;
  }
}

function isExpected(error: unknown): boolean {
  return [NoSuchObjectError, ObjectExistsError, BadRangeError, BadKeyError].some(
    (type) => error instanceof type,
  );
}
