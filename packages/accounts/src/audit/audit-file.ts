// A file of the audit log. A full file is renamed, so that no line is lost. The oldest renamed files are deleted when
// there are too many or when they take too many bytes. The file is opened for the first line, and opened again after
// another process has renamed it.
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface AuditFileLimits {
  readonly fileBytes: number;
  /** Number of older files kept next to the current one. `.1` is the newest of them. */
  readonly olderFiles: number;
}

export interface AuditFile {
  /** Call before every write. Throws the file system's error if the file cannot be opened. */
  descriptor(): number;
}

/**
 * Returns the limits for a worker: no maximum size, because the primary process bounds the file; see
 * `rotateFullAuditFile`.
 */
export const removeAuditSizeLimit = (limits: AuditFileLimits): AuditFileLimits => ({
  ...limits,
  fileBytes: Number.POSITIVE_INFINITY,
});

/**
 * Renames the file if it is full. Use this for files that several processes write. Each process notices the renaming
 * before its next write.
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
  // Renamed files may exceed the limit, because other processes may write more before the file is renamed.
  let bytes = 0;
  for (let age = 1; age <= olderFiles; age++) {
    bytes += sizeIn(`${file}.${age}`);
    if (age > 1 && bytes > (olderFiles + 1) * fileBytes) rmSync(`${file}.${age}`, { force: true });
  }
}

/** Size in bytes, or 0 if the file does not exist. */
const sizeIn = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
