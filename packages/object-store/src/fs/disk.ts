// The few calls to the file system the store makes, as a value: tests hand in one that records their order
// or fails. Also what a failure of one means to the caller.
import { constants, read } from 'node:fs';
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
