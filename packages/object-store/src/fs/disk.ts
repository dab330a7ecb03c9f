// File system calls of the store, and the interpretation of their errors. Tests replace the `Disk` object to record the
// calls or to make them fail.
import { constants, fstatSync, read, readSync, statSync } from 'node:fs';
import {
  access,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  stat,
  statfs,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { ObjectStoreUnavailableError } from '../port/errors.ts';

export const defaultDisk = {
  access,
  constants,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  stat,
  statfs,
  unlink,
  writeFile,
};

export type Disk = typeof defaultDisk;

export type { FileHandle };

/**
 * Reads up to `length` bytes at `position` into `bytes` at index `at`. Resolves to the number of bytes read, or 0 at
 * the end of the file. FileHandle's `read` method takes twice as long for a small read.
 */
export function readBytesAt(
  { fd }: FileHandle,
  bytes: Buffer,
  { at, length, position }: { at: number; length: number; position: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    read(fd, bytes, at, length, position, (error, bytesRead) => (error ? reject(error) : resolve(bytesRead)));
  });
}

/**
 * Fills `bytes` synchronously and returns the number of bytes read. Use it only for bytes that are probably in memory.
 * Throws read errors.
 */
export function readFileSynchronously({ fd }: FileHandle, bytes: Buffer, position: number): number {
  return readSync(fd, bytes, 0, bytes.length, position);
}

/** Returns a function that checks whether `path` still refers to the opened file. */
export function createPresenceCheck({ fd }: FileHandle, path: string): () => boolean {
  const { dev, ino } = fstatSync(fd);
  return () => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.ino === ino && found.dev === dev;
  };
}

/** Local file systems by their statfs(2) type: ext2 to ext4, XFS, Btrfs, F2FS, ZFS, bcachefs, tmpfs, overlayfs. */
const LOCAL_FILE_SYSTEMS = [
  0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x01021994, 0x794c7630,
];

/** Returns whether the folder is on a local file system, where checking an open file requires no network round trip. */
export async function isOnLocalDisk(defaultDisk: Disk, folder: string): Promise<boolean> {
  const { type } = await defaultDisk.statfs(folder);
  return LOCAL_FILE_SYSTEMS.includes(type >>> 0);
}

export function getErrorCode(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

/** Resolves to the result of `call`, or to undefined if the file or its parent folder does not exist. */
export async function toUndefinedIfMissing<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

export function toUnavailableError(doing: string, error: unknown): Error {
  return error instanceof ObjectStoreUnavailableError ? error : new ObjectStoreUnavailableError(doing, error);
}
