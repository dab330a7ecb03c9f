// Progress records of a migration, with which an interrupted run can resume. The record of a source file contains the
// number of bytes sent, the artifacts and the problems. Each record is a separate file, which is replaced atomically.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { readSystemCode } from '@holdfast/service-kit/text';
import type { MigrationProblem } from '../transfer/report.ts';

export interface SentStoreFile {
  readonly file: string;
  /** Number of bytes of the source file that were sent. Bytes beyond this number were appended later. */
  readonly doneBytes: number;
  /** Modification time of the source file, as Unix time in milliseconds. */
  readonly modifiedMs: number;
  readonly problems: readonly MigrationProblem[];
  /** Artifacts from the file that exist in the target, as census entries. */
  readonly entries: Buffer;
}

export interface MigrationProgressFile {
  find(namespace: string, file: string): SentStoreFile | undefined;
  /**
   * Stores a record. Does not flush it to disk: if a machine crash loses the record, the file is sent again. Throws
   * `UsageError` if the record cannot be written.
   */
  add(namespace: string, done: SentStoreFile): void;
  /** Removes the record of a file, so that the file is sent again. */
  forget(namespace: string, file: string): void;
}

/** Opens the progress records in `folder`. Each combination of source and target has its own folder. */
export function openMigrationProgress(folder: string): MigrationProgressFile {
  const toPath = (namespace: string, file: string) => {
    const name = createHash('sha256')
      .update(JSON.stringify([namespace, file]))
      .digest('hex');
    return join(folder, name.slice(0, 2), `${name.slice(2, 40)}.done`);
  };
  return {
    find: (namespace, file) => readProgress(toPath(namespace, file), file),
    add: (namespace, done) => writeProgress(toPath(namespace, done.file), done),
    forget: (namespace, file) => rmSync(toPath(namespace, file), { force: true }),
  };
}

function readProgress(path: string, file: string): SentStoreFile | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (readSystemCode(error) === 'ENOENT') return undefined;
    throw makeUnusableError(path, error);
  }
  try {
    const end = bytes.indexOf(10);
    const { sha256, ...done } = JSON.parse(bytes.toString('utf8', 0, end));
    const entries = bytes.subarray(end + 1);
    return done.file === file && computeSha256(entries) === sha256 ? { ...done, entries } : undefined;
  } catch {
    // A damaged record counts as missing, so the file is sent again.
    return undefined;
  }
}

function writeProgress(path: string, { entries, ...done }: SentStoreFile): void {
  const head = Buffer.from(`${JSON.stringify({ ...done, sha256: computeSha256(entries) })}\n`);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, Buffer.concat([head, entries]), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw makeUnusableError(path, error);
  }
}

function computeSha256(entries: Buffer): string {
  return createHash('sha256').update(entries).digest('hex');
}

function makeUnusableError(path: string, error: unknown): UsageError {
  const why = readSystemCode(error) ?? String(error);
  return new UsageError(`The list of migrated files, ${path}, cannot be used (${why}).`);
}
