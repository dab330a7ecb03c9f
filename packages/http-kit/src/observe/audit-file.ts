// The file of the audit log: bounded by putting a full one aside under another name, so that no line is lost; the oldest of
// those goes. It is opened when a line is due, and anew when somebody else has moved it away.
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface AuditFileLimits {
  readonly fileBytes: number;
  /** Older files kept beside the current one: `.1` is the latest of them. */
  readonly olderFiles: number;
}

const LIMITS: AuditFileLimits = { fileBytes: 32 * 1024 * 1024, olderFiles: 7 };

export interface AuditFile {
  /** To be asked before every write. Throws what the system says when the file cannot be opened. */
  descriptor(): number;
}

/** What a worker has of a file that its primary process bounds, see `boundAuditFile`. */
export const BOUNDED_ELSEWHERE: AuditFileLimits = { ...LIMITS, fileBytes: Number.POSITIVE_INFINITY };

/** For files that several processes write: puts a full one aside now. Each of them notices that before its next write. */
export function boundAuditFile(folder: string, name: string, limits = LIMITS): void {
  const file = join(folder, name);
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= limits.fileBytes) putAside(file, limits);
}

export function openAuditFile(folder: string, name: string, limits = LIMITS): AuditFile {
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

function putAside(file: string, { olderFiles }: AuditFileLimits): void {
  for (let age = olderFiles; age > 0; age--) {
    const younger = age === 1 ? file : `${file}.${age - 1}`;
    if (existsSync(younger)) renameSync(younger, `${file}.${age}`);
  }
}
