// How much room there is on the disks that a service writes to, looked at again and again. While one of them has less than its
// reserve, nothing is to be stored: what is left is for what is under way, and for PostgreSQL, which ends when it cannot
// write its log. Reads need none of it.
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../observe/log.ts';

export interface WatchedDisk {
  /** What it is to the service: `object store`. */
  readonly name: string;
  /** Any folder on it; one that is not there yet will be made where its parent is. */
  readonly folder: string;
  /** Share of the disk that is kept free at most, for one that may be much smaller than the reserve. */
  readonly mostShare?: number;
}

export interface DiskSpaceOptions {
  readonly disks: readonly WatchedDisk[];
  /** 0: nothing is ever refused. */
  readonly reserveBytes: number;
  readonly log?: Log;
  /** The system's, unless a test says otherwise. */
  readonly statfs?: (folder: string) => Promise<FileSystem>;
}

/** The part of the system's answer that is used. */
export interface FileSystem {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
  /** 0 where a file system does not count its files. */
  readonly files: number;
  readonly ffree: number;
}

/** The part of it that those need who store something. */
export interface Room {
  /** Why nothing is to be stored now, in words for anybody; undefined while there is room. */
  readonly full: string | undefined;
  /** Throws DiskFullError while nothing is to be stored. */
  check(): void;
  /** Aborts, with a DiskFullError, when there is no room any more: at once when there is none now. */
  signal(): AbortSignal;
  /** Resolves when there is room, or `stop` aborts. */
  untilFree(stop: AbortSignal): Promise<void>;
}

export interface DiskState {
  readonly name: string;
  /** Undefined until it is known. */
  readonly freeBytes: number | undefined;
  readonly reserveBytes: number;
}

export interface DiskSpace extends Room {
  readonly disks: readonly DiskState[];
  /** Looks at all of them. What cannot be looked at stays as it was. */
  look(): Promise<void>;
  /** Looks again and again until `stop` aborts. */
  watch(stop: AbortSignal): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
/** While there is less than twice the reserve. */
const LOOK_OFTEN_MS = 250;
/** There is room again when there is so much more than the reserve: else it would come and go with every file. */
const ROOM_AGAIN = 1.1;
/** A disk without room for new files is full, too. */
const FEWEST_FILES = 1_000;

interface Looked {
  readonly disk: WatchedDisk;
  freeBytes: number | undefined;
  reserveBytes: number;
  isFull: boolean;
}

export function createDiskSpace(options: DiskSpaceOptions): DiskSpace {
  const { reserveBytes, log } = options;
  const ask = options.statfs ?? ((folder: string) => statfs(folder));
  const looked = options.disks.map(
    (disk): Looked => ({ disk, freeBytes: undefined, reserveBytes, isFull: false }),
  );
  let full: string | undefined;
  let crossing = new AbortController();
  let freed = Promise.withResolvers<void>();

  function settle(): void {
    const lacking = looked.find(({ isFull }) => isFull);
    const before = full;
    full = lacking === undefined ? undefined : wordsOf(lacking);
    if ((before === undefined) === (full === undefined)) return;
    if (full === undefined) {
      log?.info('there is room on the disks again');
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
  const isNear = (): boolean =>
    looked.some(({ freeBytes = Number.POSITIVE_INFINITY, reserveBytes }) => freeBytes < 2 * reserveBytes);

  async function look(): Promise<void> {
    await Promise.all(
      looked.map(async (one) => {
        const found = await ofFolder(ask, one.disk.folder).catch(() => undefined);
        if (found !== undefined) take(one, found, options.reserveBytes);
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
        const delayMs = isNear() ? LOOK_OFTEN_MS : LOOK_EVERY_MS;
        await sleep(delayMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
        if (!stop.aborted) await look();
      }
    },
  };
}

function take(one: Looked, found: FileSystem, wantedBytes: number): void {
  const { mostShare } = one.disk;
  const mostBytes = mostShare === undefined ? wantedBytes : found.blocks * found.bsize * mostShare;
  one.freeBytes = found.bavail * found.bsize;
  one.reserveBytes = Math.min(wantedBytes, Math.floor(mostBytes));
  if (wantedBytes === 0) return;
  const factor = one.isFull ? ROOM_AGAIN : 1;
  const filesLack = found.files > 0 && found.ffree < FEWEST_FILES * factor;
  one.isFull = filesLack || one.freeBytes < Math.floor(one.reserveBytes * factor);
}

async function ofFolder(ask: (folder: string) => Promise<FileSystem>, folder: string): Promise<FileSystem> {
  try {
    return await ask(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error;
    return ofFolder(ask, dirname(folder));
  }
}

function wordsOf({ disk: { name }, reserveBytes }: Looked): string {
  const reserve = sizeWords(reserveBytes);
  return `disk full: nothing is stored while the disk of the ${name} has less than ${reserve} free; reads go on`;
}

function sizeWords(bytes: number): string {
  const [unit, size] = bytes >= 2 ** 30 ? ['GiB', 2 ** 30] : ['MiB', 2 ** 20];
  return `${Number((bytes / size).toPrecision(3))} ${unit}`;
}

/** Nothing may be stored now. The message says why, in words for anybody; it begins with "disk full". */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
}

/** The system gives the first for a full file system, the second for a quota that is used up; PostgreSQL the SQLSTATE. */
const CODES = new Set(['ENOSPC', 'EDQUOT', '53100']);
const DEEPEST_CAUSE = 8;

/** Whether a full disk is the error, or what caused it. */
export function isDiskFull(error: unknown): boolean {
  let one = error as { name?: unknown; code?: unknown; cause?: unknown } | undefined | null;
  for (let depth = 0; depth < DEEPEST_CAUSE && typeof one === 'object' && one !== null; depth++) {
    if (one.name === 'DiskFullError' || CODES.has(String(one.code))) return true;
    one = one.cause as typeof one;
  }
  return false;
}
