// A file of the audit log: bounded by putting a full one aside under another name, so that no line is lost; the oldest of
// those go, by number and by their bytes in all. It is opened when a line is due, and anew when somebody else has moved it away.
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface AuditFileLimits {
  readonly fileBytes: number;
  /** Older files kept beside the current one: `.1` is the latest of them. */
  readonly olderFiles: number;
}

export interface AuditFile {
  /** To be asked before every write. Throws what the system says when the file cannot be opened. */
  descriptor(): number;
}

/** What a worker has of a file that its primary process bounds, see `boundAuditFile`. */
export const unbounded = (limits: AuditFileLimits): AuditFileLimits => ({
  ...limits,
  fileBytes: Number.POSITIVE_INFINITY,
});

/** For files that several processes write: puts a full one aside now. Each of them notices that before its next write. */
export function boundAuditFile(folder: string, name: string, limits: AuditFileLimits): void {
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
  // A file that others write may have grown beyond its limit before it was put aside.
  let bytes = 0;
  for (let age = 1; age <= olderFiles; age++) {
    bytes += sizeIn(`${file}.${age}`);
    if (age > 1 && bytes > (olderFiles + 1) * fileBytes) rmSync(`${file}.${age}`, { force: true });
  }
}

/** Zero where there is no file. */
const sizeIn = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
