// Monitors the free space of the disks that a service writes to. While a disk has less free space than its reserve, the
// service refuses to store new content. The reserve is needed for work in progress and for PostgreSQL, which stops when
// it cannot write its log. Reads are not affected.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observe/log.ts';

export interface WatchedDisk {
  /** Name of the disk in messages, such as `object store`. */
  readonly name: string;
  /** Any folder on the disk. If the folder does not exist yet, the nearest existing parent is used. */
  readonly folder: string;
  /** Maximum reserve, as a fraction of the disk's size, for disks that may be smaller than the configured reserve. */
  readonly mostShare?: number;
  /**
   * True if the service stops storing when this disk is full. False for a disk that is only measured, because other
   * disks have the same data. Default true.
   */
  readonly stopsWrites?: boolean;
}

/** Maximum reserve on the disk of SPOOL_DIR, as a fraction of its size, because that disk may be small. */
const MAX_OF_SPOOL = 0.1;

/** Returns the disks to monitor: `disks`, the disk of SPOOL_DIR, and PostgreSQL's disk if it is on this machine. */
export function listServiceDisks(
  {
    spoolFolder,
    databaseFolder,
  }: { readonly spoolFolder: string; readonly databaseFolder: string | undefined },
  disks: readonly WatchedDisk[],
): WatchedDisk[] {
  return [
    ...disks,
    ...(databaseFolder === undefined ? [] : [{ name: 'database', folder: databaseFolder }]),
    { name: 'spool', folder: spoolFolder, mostShare: MAX_OF_SPOOL },
  ];
}

export interface DiskSpaceOptions {
  readonly disks: readonly WatchedDisk[];
  /** Free space to reserve on each disk, in bytes. 0 disables the check. */
  readonly reserveBytes: number;
  readonly log?: Log;
  /** Replaces the system's `statfs` in tests. */
  readonly statfs?: (folder: string) => Promise<FileSystemStats>;
}

/** Fields of a `statfs` result that are used. */
export interface FileSystemStats {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
  /** Total number of inodes. 0 if the file system has no such limit. */
  readonly files: number;
  readonly ffree: number;
}

/** Free space, as seen by code that stores content. */
export interface StorageSpace {
  /** Reason why nothing can be stored now, for clients. Undefined if there is free space. */
  readonly full: string | undefined;
  /** Throws DiskFullError if nothing can be stored now. */
  check(): void;
  /** Returns a signal that aborts with a DiskFullError as soon as the disk is full, or immediately if it already is. */
  signal(): AbortSignal;
  /** Resolves when there is free space, or when `stop` aborts. */
  untilFree(stop: AbortSignal): Promise<void>;
}

export interface DiskState {
  readonly name: string;
  /** Free bytes on the disk. Undefined before the first check. */
  readonly freeBytes: number | undefined;
  readonly reserveBytes: number;
}

export interface DiskSpace extends StorageSpace {
  readonly disks: readonly DiskState[];
  /** Checks all disks. The state of a disk that cannot be checked does not change. */
  look(): Promise<void>;
  /** Checks all disks periodically until `stop` aborts. */
  watch(stop: AbortSignal): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
/** Interval of checks while a disk has less free space than twice its reserve. */
const LOOK_OFTEN_MS = 250;
/**
 * Interval of checks while every disk has AMPLE_BYTES more than its reserve. No disk can become full within this time.
 */
const LOOK_RARELY_MS = 5_000;
const AMPLE_BYTES = 16 * 2 ** 30;
/**
 * Hysteresis: a full disk counts as usable again when its free space exceeds this multiple of the reserve. Otherwise,
 * its state could change with every file.
 */
const ROOM_AGAIN = 1.1;
/** A disk with fewer free inodes than this counts as full. */
const FEWEST_FILES = 1_000;

interface WatchedDiskState {
  readonly disk: WatchedDisk;
  freeBytes: number | undefined;
  reserveBytes: number;
  isFull: boolean;
}

export function createDiskSpace(options: DiskSpaceOptions): DiskSpace {
  const { reserveBytes, log } = options;
  const ask = options.statfs ?? ((folder: string) => statfs(folder));
  const looked = options.disks.map(
    (disk): WatchedDiskState => ({ disk, freeBytes: undefined, reserveBytes, isFull: false }),
  );
  let full: string | undefined;
  let crossing = new AbortController();
  let freed = Promise.withResolvers<void>();

  function settle(): void {
    const lacking = looked.find(({ isFull, disk }) => isFull && disk.stopsWrites !== false);
    const before = full;
    full = lacking === undefined ? undefined : formatFullMessage(lacking);
    if ((before === undefined) === (full === undefined)) return;
    if (full === undefined) {
      log?.info('the disks have free space again');
      crossing = new AbortController();
      freed.resolve();
    } else {
      log?.error({ disks: disks() }, full);
      freed = Promise.withResolvers<void>();
      crossing.abort(new DiskFullError(full));
    }
  }

  const disks = (): DiskState[] =>
    looked.map(({ disk: { name }, freeBytes, reserveBytes }) => ({ name, freeBytes, reserveBytes }));
  const chooseDelayMs = (): number => {
    const isSome = (isScarce: (freeBytes: number, reserveBytes: number) => boolean) =>
      looked.some(
        ({ freeBytes, reserveBytes }) => freeBytes !== undefined && isScarce(freeBytes, reserveBytes),
      );
    if (isSome((free, reserve) => free < 2 * reserve)) return LOOK_OFTEN_MS;
    return isSome((free, reserve) => free < reserve + AMPLE_BYTES) ? LOOK_EVERY_MS : LOOK_RARELY_MS;
  };

  async function look(): Promise<void> {
    await Promise.all(
      looked.map(async (one) => {
        const found = await statNearestFolder(ask, one.disk.folder).catch(() => undefined);
        if (found !== undefined) updateDiskState(one, found, options.reserveBytes);
      }),
    );
    settle();
  }

  return {
    get full() {
      return full;
    },
    check() {
      if (full !== undefined) throw new DiskFullError(full);
    },
    signal: () => crossing.signal,
    async untilFree(stop) {
      if (full === undefined || stop.aborted) return;
      const stopped = Promise.withResolvers<void>();
      const resolve = () => stopped.resolve();
      stop.addEventListener('abort', resolve, { once: true });
      await Promise.race([freed.promise, stopped.promise]);
      stop.removeEventListener('abort', resolve);
    },
    get disks() {
      return disks();
    },
    look,
    async watch(stop) {
      while (!stop.aborted) {
        await sleep(chooseDelayMs(), undefined, { signal: stop, ref: false }).catch(() => undefined);
        if (!stop.aborted) await look();
      }
    },
  };
}

function updateDiskState(one: WatchedDiskState, found: FileSystemStats, wantedBytes: number): void {
  const { mostShare } = one.disk;
  const mostBytes = mostShare === undefined ? wantedBytes : found.blocks * found.bsize * mostShare;
  one.freeBytes = found.bavail * found.bsize;
  one.reserveBytes = Math.min(wantedBytes, Math.floor(mostBytes));
  if (wantedBytes === 0) return;
  const factor = one.isFull ? ROOM_AGAIN : 1;
  const filesLack = found.files > 0 && found.ffree < FEWEST_FILES * factor;
  one.isFull = filesLack || one.freeBytes < Math.floor(one.reserveBytes * factor);
}

async function statNearestFolder(
  ask: (folder: string) => Promise<FileSystemStats>,
  folder: string,
): Promise<FileSystemStats> {
  try {
    return await ask(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return statNearestFolder(ask, dirname(folder));
  }
}

function formatFullMessage({ disk: { name }, reserveBytes }: WatchedDiskState): string {
  const reserve = sizeWords(reserveBytes);
  return `disk full: nothing is stored while the disk of the ${name} has less than ${reserve} free; reads go on`;
}

function sizeWords(bytes: number): string {
  const [unit, size] = bytes >= 2 ** 30 ? ['GiB', 2 ** 30] : ['MiB', 2 ** 20];
  return `${Number((bytes / size).toPrecision(3))} ${unit}`;
}

/** Thrown if nothing can be stored because a disk is full. The message, for clients, begins with "disk full". */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
}

/** ENOSPC: file system full. EDQUOT: quota exceeded. 53100: PostgreSQL's SQLSTATE for a full disk. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);
const DEEPEST_CAUSE = 8;

/** Returns whether a full disk caused the error. */
export function isDiskFull(error: unknown): boolean {
  let one = error as { name?: unknown; code?: unknown; cause?: unknown } | undefined | null;
  for (let depth = 0; depth < DEEPEST_CAUSE && typeof one === 'object' && one !== null; depth++) {
    if (one.name === 'DiskFullError' || CODES.has(String(one.code))) return true;
    one = one.cause as typeof one;
  }
  return false;
}
