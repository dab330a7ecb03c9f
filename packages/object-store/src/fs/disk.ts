// The few calls to the file system the store makes, as a value: tests hand in one that records their order
// or fails. Also what a failure of one means to the caller.
import { constants, fstatSync, read, readSync, statSync } from 'node:fs';
import {
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  stat,
  statfs,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { ObjectStoreUnavailableError } from '../port/errors.ts';

export const disk = { constants, link, mkdir, open, readdir, readFile, stat, statfs, unlink, writeFile };

export type Disk = typeof disk;

export type { FileHandle };

/**
 * Reads up to `length` bytes at `position` into `bytes` from `at`; resolves with how many, 0 at the end of the file. A
 * FileHandle's own `read` costs a small read twice as much.
 */
export function readAt(
  { fd }: FileHandle,
  bytes: Buffer,
  { at, length, position }: { at: number; length: number; position: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, bytes, at, length, position, (error, bytesRead) => (error ? reject(error) : resolve(bytesRead)));
  });
}

/** Fills `bytes` at once, as far as the file goes: for what need not be waited for. Throws. */
export function readNow({ fd }: FileHandle, bytes: Buffer, position: number): number {
  return readSync(fd, bytes, 0, bytes.length, position);
}

/** What tells whether a path still leads to the file that was opened there. */
export function presenceOf({ fd }: FileHandle, path: string): () => boolean {
  const { dev, ino } = fstatSync(fd);
  return () => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.ino === ino && found.dev === dev;
  };
}

/** ext2 to ext4, XFS, Btrfs, F2FS, ZFS, bcachefs, tmpfs, overlayfs, as statfs(2) numbers them. */
const LOCAL_FILE_SYSTEMS = [
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x01021994, 0x794c7630,
];

/** Whether a folder is known to be on a file system of this machine, which can be asked about the files in use without waiting. */
export async function isOnLocalDisk(disk: Disk, folder: string): Promise<boolean> {
  const { type } = await disk.statfs(folder);
  return LOCAL_FILE_SYSTEMS.includes(type >>> 0);
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** Waits for a call; `undefined` when it says there is no such file. Folders in the way count as none too. */
export async function orMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export function unavailable(doing: string, error: unknown): Error {
  return error instanceof ObjectStoreUnavailableError ? error : new ObjectStoreUnavailableError(doing, error);
}
