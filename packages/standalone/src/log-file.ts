// Log file to which a service appends JSON lines. Rotates the file, and reads its last lines when the service has died.
// If the disk is full or broken, log lines are lost but no process stops.
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { devNull } from 'node:os';

export interface LogLimits {
  readonly fileBytes: number;
  /** Number of rotated files to keep. The newest one ends in `.1`. */
  readonly olderFiles: number;
}
export const logLimits: LogLimits = { fileBytes: 32 * 1024 * 1024, olderFiles: 3 };

/** Opens the log for appending, after rotating a full log. Opens /dev/null instead if the disk is full or broken. */
export function openLogFile(file: string, limits = logLimits): { descriptor: number; sizeBytes: number } {
  try {
    if (sizeOf(file) >= limits.fileBytes) {
      shiftOlderFiles(file, limits);
      if (limits.olderFiles > 0) renameSync(file, `${file}.1`);
      else rmSync(file);
    }
    return { descriptor: openSync(file, 'a', 0o600), sizeBytes: sizeOf(file) };
  } catch (error) {
    if (!isDiskError(error)) throw error;
    return { descriptor: openSync(devNull, 'a'), sizeBytes: 0 };
  }
}

function isDiskError(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '');
}

/**
 * Rotates a full log by copying and truncating it, because the running service keeps its file descriptor. Lines that
 * are written between the two steps are lost. Does nothing if the disk has no space for the copy.
 */
export function trimLogFile(file: string, limits = logLimits): void {
  const copy = `${file}.copy`;
  try {
    if (sizeOf(file) < limits.fileBytes) return;
    // Renames the older files only after the copy is complete.
    if (limits.olderFiles > 0) copyFileSync(file, copy);
    shiftOlderFiles(file, limits);
    if (limits.olderFiles > 0) renameSync(copy, `${file}.1`);
    truncateSync(file);
  } catch {
    // The next call tries again. Until then, a log on a full disk cannot grow.
    removeIfPossible(copy);
  }
}

function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Ignores the error: the next copy overwrites the file.
  }
}

/** Returns the last important log lines of a service: warnings, errors, and non-JSON lines such as stack traces. */
export function readLastLines(file: string, fromByte: number, maxLines = 12): string[] {
  const lines = tryReadTail(file, fromByte)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines
    .map(toReadableLine)
    .filter((line) => line !== undefined)
    .slice(-maxLines);
}

const PINO_WARN = 40;

function toReadableLine(line: string): string | undefined {
  if (!line.startsWith('{')) return line;
  try {
    const { level, msg, err, reason, faults } = JSON.parse(line) as Record<string, unknown>;
    const severe =
      typeof level === 'number' ? level >= PINO_WARN : /^(warn|error|fatal)$/i.test(String(level));
    if (!severe) return undefined;
    const cause = (err as { message?: unknown } | undefined)?.message;
    const details = [cause, reason, faults]
      .flat()
      .filter((words) => typeof words === 'string' && words !== msg);
    return [msg ?? 'an error', details.join('; ')].filter((words) => words !== '').join(': ');
  } catch {
    return line;
  }
}

const TAIL_BYTES = 64 * 1024;

function tryReadTail(file: string, fromByte: number): string {
  try {
    return readTail(file, fromByte);
  } catch {
    return '';
  }
}

function readTail(file: string, fromByte: number): string {
  const size = sizeOf(file);
  const start = Math.max(size < fromByte ? 0 : fromByte, size - TAIL_BYTES);
  const buffer = Buffer.alloc(size - start);
  const descriptor = openSync(file, 'r');
  try {
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, start));
  } finally {
    closeSync(descriptor);
  }
}

function shiftOlderFiles(file: string, { olderFiles }: LogLimits): void {
  for (let age = olderFiles; age > 1; age--) {
    if (existsSync(`${file}.${age - 1}`)) renameSync(`${file}.${age - 1}`, `${file}.${age}`);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
