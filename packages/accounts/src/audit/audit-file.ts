// Files of the audit log. Rotates a full file by renaming it, so that no line is lost. Deletes the oldest rotated files
// if they exceed a number or a total size. Opens the file for the first line, and again after another process has
// rotated it.
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type AuditTarget, createLineOutput, type LineOutput, type Log } from '@holdfast/service-kit';

interface AuditFileLimits {
  readonly fileBytes: number;
  /** Number of rotated files to keep. The newest one ends in `.1`. */
  readonly olderFiles: number;
}

interface AuditFile {
  /** Returns the descriptor of the current file. Call before every write. Throws if the file cannot be opened. */
  descriptor(): number;
}

/**
 * Rotates the file if it is full. Call this for a file that several processes write: before its next write, each
 * process detects that the file was renamed.
 */
export function rotateFullAuditFile(folder: string, name: string, limits: AuditFileLimits): void {
  const file = join(folder, name);
  if (readFileSize(file) >= limits.fileBytes) rotateFiles(file, limits);
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
      rotateFiles(file, limits);
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

function rotateFiles(file: string, { olderFiles, fileBytes }: AuditFileLimits): void {
  for (let age = olderFiles; age > 0; age--) {
    const younger = age === 1 ? file : `${file}.${age - 1}`;
    if (existsSync(younger)) renameSync(younger, `${file}.${age}`);
  }
  // A rotated file may exceed the size limit, because other processes may write to a full file before it is renamed.
  let bytes = 0;
  for (let age = 1; age <= olderFiles; age++) {
    bytes += readFileSize(`${file}.${age}`);
    if (age > 1 && bytes > (olderFiles + 1) * fileBytes) rmSync(`${file}.${age}`, { force: true });
  }
}

/** Returns the size of a file in bytes, or 0 if the file does not exist. */
const readFileSize = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/**
 * One log file of a service. Lines about refused requests have a separate file, so that a flood of refused requests
 * cannot displace other lines.
 */
export interface AuditFileName {
  readonly suffix: string;
  /** Value of the label `log` in metrics. */
  readonly log: string;
  readonly limits: AuditFileLimits;
}

export const CARRIED_OUT: AuditFileName = {
  suffix: 'audit.log',
  log: 'audit',
  limits: { fileBytes: 32 * 1024 * 1024, olderFiles: 7 },
};
export const REFUSED: AuditFileName = {
  suffix: 'audit-refused.log',
  log: 'audit refused',
  limits: { fileBytes: 16 * 1024 * 1024, olderFiles: 3 },
};

const BOUND_EVERY_MS = 1_000;

/** Rotates the files that several processes write. Call once, in the primary process. */
export function limitAuditFileSizes(service: string, target: AuditTarget, log: Log): void {
  if (typeof target === 'string') return;
  const bound = (): void => {
    try {
      for (const { suffix, limits } of [CARRIED_OUT, REFUSED])
        rotateFullAuditFile(target.folder, `${service}.${suffix}`, limits);
    } catch (error) {
      log.warn({ err: error }, 'a full audit log file could not be rotated');
    }
  };
  setInterval(bound, BOUND_EVERY_MS).unref();
}

/** Opens a log file of a service. `isBoundedElsewhere`: another process rotates the file; see `limitAuditFileSizes`. */
export function openAuditOutput(
  service: string,
  folder: string,
  { suffix, log, limits }: AuditFileName,
  isBoundedElsewhere: boolean,
): LineOutput {
  const fileBytes = isBoundedElsewhere ? Number.POSITIVE_INFINITY : limits.fileBytes;
  const file = openAuditFile(folder, `${service}.${suffix}`, { ...limits, fileBytes });
  const output = createLineOutput({
    name: log,
    descriptor: () => file.descriptor(),
    missingLine(dropped) {
      const time = new Date().toISOString();
      const msg = 'lines are missing here: they could not be written';
      return `${JSON.stringify({ level: 'warn', time, service, log: 'audit', dropped, msg })}\n`;
    },
  });
  process.on('exit', () => output.flushSync());
  return output;
}
