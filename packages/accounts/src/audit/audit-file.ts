// Audit log file. Rotates a full file by renaming it, so that no line is lost. Deletes the oldest rotated files if they
// exceed a number or a total size. Opens the file for the first line, and again after another process has rotated it.
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface AuditFileLimits {
  readonly fileBytes: number;
  /** Number of rotated files to keep. The newest one ends in `.1`. */
  readonly olderFiles: number;
}

export interface AuditFile {
  /** Returns the descriptor of the current file. Call before every write. Throws if the file cannot be opened. */
  descriptor(): number;
}

/**
 * Returns the limits without a maximum size. Workers use them, because the primary process rotates the file of all
 * workers; see `rotateFullAuditFile`.
 */
export const removeAuditSizeLimit = (limits: AuditFileLimits): AuditFileLimits => ({
  ...limits,
  fileBytes: Number.POSITIVE_INFINITY,
});

/**
 * Rotates the file if it is full. Call this for a file that several processes write: before its next write, each
 * process detects that the file was renamed.
 */
export function rotateFullAuditFile(folder: string, name: string, limits: AuditFileLimits): void {
  const file = join(folder, name);
  if (sizeIn(file) >= limits.fileBytes) putAside(file, limits);
}

export function openAuditFile(folder: string, name: string, limits: AuditFileLimits): AuditFile {
  const file = join(folder, name);
  let open: number | undefined;

  function close(): void {
    if (open !== undefined) closeSync(open);
    open = undefined;
  }

  return {
    descriptor() {
      if (open !== undefined && isMoved(file, open)) close();
      open ??= openNew(folder, file);
      if (fstatSync(open).size < limits.fileBytes) return open;
      close();
      putAside(file, limits);
      open = openNew(folder, file);
      return open;
    },
  };
}

function openNew(folder: string, file: string): number {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return openSync(file, 'a', 0o600);
}

function isMoved(file: string, descriptor: number): boolean {
  return statSync(file, { throwIfNoEntry: false })?.ino !== fstatSync(descriptor).ino;
}

function putAside(file: string, { olderFiles, fileBytes }: AuditFileLimits): void {
  for (let age = olderFiles; age > 0; age--) {
    const younger = age === 1 ? file : `${file}.${age - 1}`;
    if (existsSync(younger)) renameSync(younger, `${file}.${age}`);
  }
  // A rotated file may exceed the size limit, because other processes may write to a full file before it is renamed.
  let bytes = 0;
  for (let age = 1; age <= olderFiles; age++) {
    bytes += sizeIn(`${file}.${age}`);
    if (age > 1 && bytes > (olderFiles + 1) * fileBytes) rmSync(`${file}.${age}`, { force: true });
  }
}

/** Returns the size of a file in bytes, or 0 if the file does not exist. */
const sizeIn = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
