// Opens the folder of a store: creates and tests it, writes its marker file, and removes leftover temporary files.
//
// - objects/: the objects (names.ts)
// - tmp/: objects that are being written, as {uuid}.part
// - holdfast-objects.json: the marker file. If it is missing, for example because the volume is not mounted, the store
//   is unavailable, and no object counts as missing
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { BadKeyError, ObjectStoreUnavailableError } from '../port/errors.ts';
import type { UnfinishedWrite } from '../port/port.ts';
import { type Disk, getErrorCode, toUndefinedIfMissing } from './disk.ts';

export interface StoreRoot {
  folder: string;
  objects: string;
  temporary: string;
  mark: string;
}

const FORMAT = 1;
const STALE_AFTER_MS = 24 * 3600 * 1000;
/** Maximum length of the folder's path. A path has at most 4,096 bytes; the rest is reserved for the longest key. */
const MAX_FOLDER_BYTES = 900;

/** Opens the folder of a store. With `mustExist`, creates only its subfolders, not the folder itself. */
export async function openStoreRoot(
  disk: Disk,
  folder: string,
  { nowMs, mustExist }: { nowMs: number; mustExist: boolean },
): Promise<StoreRoot> {
  if (Buffer.byteLength(folder) > MAX_FOLDER_BYTES)
    throw new ObjectStoreUnavailableError('the path of its folder is too long');
  const objects = join(folder, 'objects');
  const temporary = join(folder, 'tmp');
  const root = { folder, objects, temporary, mark: join(folder, 'holdfast-objects.json') };
  if (!mustExist) await makeRoot(disk, folder);
  for (const each of [objects, temporary]) await makeFolder(disk, each);
  await syncFolder(disk, folder);
  await probeLinks(disk, root);
  await checkMark(disk, root);
  await removeStale(disk, root, nowMs);
  return root;
}

export function makeTemporaryPath(root: StoreRoot): string {
  return join(root.temporary, `${randomUUID()}.part`);
}

/** Resolves if a file can be written, or if the disk is full. */
export function probeWriting(disk: Disk, root: StoreRoot): Promise<void> {
  return withProbe(disk, root, async () => undefined);
}

/** Writes a temporary file, calls `use` with its path, and removes the file. Does not call `use` on a full disk. */
async function withProbe(disk: Disk, root: StoreRoot, use: (path: string) => Promise<void>): Promise<void> {
  const path = makeTemporaryPath(root);
  try {
    await disk.writeFile(path, 'probe', { flag: 'wx' });
    await use(path);
  } catch (error) {
    if (!isDiskFullError(error)) throw error;
  } finally {
    // Removes the file even if writing failed, because it may have been created.
    await disk.unlink(path).catch(() => undefined);
  }
}

/** Rejects with ObjectStoreUnavailableError if the whole store is missing, instead of only the requested object. */
export async function throwIfStoreGone(disk: Disk, root: StoreRoot): Promise<void> {
  if (!(await toUndefinedIfMissing(disk.stat(root.mark))))
    throw new ObjectStoreUnavailableError('its folder no longer exists');
}

/**
 * Rejects if the file system does not support hard links. The store publishes each object with a hard link, because
 * creating one never overwrites a file.
 */
async function probeLinks(disk: Disk, root: StoreRoot): Promise<void> {
  const other = makeTemporaryPath(root);
  // Skips the test on a full disk, because its file cannot be written. Without hard links, a later write fails.
  await withProbe(disk, root, async (path) => {
    try {
      await disk.link(path, other);
      await disk.unlink(other);
    } catch (error) {
      if (isDiskFullError(error)) throw error;
      throw new ObjectStoreUnavailableError('its file system has no hard links', error);
    }
  });
}

function isDiskFullError(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(getErrorCode(error) ?? '');
}

async function checkMark(disk: Disk, root: StoreRoot): Promise<void> {
  const text = await toUndefinedIfMissing(disk.readFile(root.mark, 'utf8'));
  if (text === undefined) await writeMark(disk, root);
  else if (readFormat(text) !== FORMAT) {
    throw new ObjectStoreUnavailableError('its folder was created by another version of this software');
  }
}

async function writeMark(disk: Disk, root: StoreRoot): Promise<void> {
  const path = makeTemporaryPath(root);
  const handle = await disk.open(path, 'wx');
  try {
    await handle.writeFile(`${JSON.stringify({ format: FORMAT })}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await disk.link(path, root.mark).catch((error) => {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  });
  await disk.unlink(path);
  await syncFolder(disk, root.folder);
}

function readFormat(text: string): unknown {
  try {
    return (JSON.parse(text) as { format?: unknown }).format;
  } catch {
    return undefined;
  }
}

/** Lists temporary files, whether their writers are still running or were killed. Ignores all other files. */
export async function listUnfinishedWrites(
  disk: Disk,
  root: StoreRoot,
  limit = Number.POSITIVE_INFINITY,
): Promise<UnfinishedWrite[]> {
  const found: UnfinishedWrite[] = [];
  for (const name of await disk.readdir(root.temporary)) {
    if (!isTemporary(name)) continue;
    if (found.length >= limit) break;
    const info = await toUndefinedIfMissing(disk.stat(join(root.temporary, name)));
    if (info) found.push({ name, changedMs: Math.floor(info.mtimeMs), sizeBytes: info.size });
  }
  return found;
}

export async function discardUnfinishedWrite(disk: Disk, root: StoreRoot, name: string): Promise<void> {
  if (!isTemporary(name)) throw new BadKeyError(name, 'it does not name an unfinished write');
  await toUndefinedIfMissing(disk.unlink(join(root.temporary, name)));
}

function isTemporary(name: string): boolean {
  return /^[0-9a-f-]{36}\.part$/.test(name);
}

/** Removes temporary files of killed processes: files so old that no running process can still be writing them. */
async function removeStale(disk: Disk, root: StoreRoot, nowMs: number): Promise<void> {
  for (const { name, changedMs } of await listUnfinishedWrites(disk, root)) {
    if (nowMs - changedMs > STALE_AFTER_MS) await discardUnfinishedWrite(disk, root, name);
  }
}

const MAX_REMEMBERED = 50_000;

/** Creates folders under one root. Remembers which folders are durable, so that each folder is synced only once. */
export class DurableFolders {
  readonly #disk: Disk;
  readonly #root: string;
  #durable = new Set<string>();

  constructor(disk: Disk, root: string) {
    this.#disk = disk;
    this.#root = root;
  }

  /**
   * Creates `folder`, which is below the root, and its parents. Syncs the parent of each folder that this object has
   * not synced yet, even if the folder exists: another process may have created it without syncing the parent yet.
   */
  async make(folder: string): Promise<void> {
    if (folder === this.#root || this.#durable.has(folder)) return;
    const above = dirname(folder);
    await this.make(above);
    await makeFolder(this.#disk, folder);
    await this.sync(above);
    if (this.#durable.size >= MAX_REMEMBERED) this.#durable = new Set();
    this.#durable.add(folder);
  }

  forget(): void {
    this.#durable = new Set();
  }

  async sync(folder: string): Promise<void> {
    await syncFolder(this.#disk, folder);
  }
}

/**
 * Creates the root folder of a store and its parents, and syncs the parent of each new folder. Creates one folder at a
 * time: Node's recursive mkdir never returns if a created folder does not appear, as under /proc.
 */
async function makeRoot(disk: Disk, root: string): Promise<void> {
  if (await toUndefinedIfMissing(disk.stat(root))) return;
  const above = dirname(root);
  await makeRoot(disk, above);
  await makeFolder(disk, root);
  await syncFolder(disk, above);
}

export async function syncFolder(disk: Disk, folder: string): Promise<void> {
  const handle = await disk.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function makeFolder(disk: Disk, folder: string): Promise<void> {
  try {
    await disk.mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  }
}
