// What a migration from files has done, so that it goes on where it was cut: of each file that is over there, how far, with
// which artifacts and with what trouble. A file of its own for each, written whole or not at all.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { systemCode } from '@holdfast/service-kit/text';
import type { Problem } from '../transfer/report.ts';

export interface DoneFile {
  readonly file: string;
  /** Up to here it was read; what is behind that came later. */
  readonly doneBytes: number;
  /** When it was written last, milliseconds since 1970. */
  readonly modifiedMs: number;
  readonly problems: readonly Problem[];
  /** Artifacts that are over there, as a `Census` has them. */
  readonly entries: Buffer;
}

export interface Ledger {
  find(namespace: string, file: string): DoneFile | undefined;
  /** What a crash of the machine loses of it is sent again. Throws `UsageError` when it cannot be written. */
  add(namespace: string, done: DoneFile): void;
  /** What it says of the file does not hold. */
  forget(namespace: string, file: string): void;
}

/** `folder`: of this source and this target. */
export function openMigrationLedger(folder: string): Ledger {
  const pathOf = (namespace: string, file: string) => {
    const name = createHash('sha256')
      .update(JSON.stringify([namespace, file]))
      .digest('hex');
    return join(folder, name.slice(0, 2), `${name.slice(2, 40)}.done`);
  };
  return {
    find: (namespace, file) => read(pathOf(namespace, file), file),
    add: (namespace, done) => write(pathOf(namespace, done.file), done),
    forget: (namespace, file) => rmSync(pathOf(namespace, file), { force: true }),
  };
}

function read(path: string, file: string): DoneFile | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw unusable(path, error);
  }
  try {
    const end = bytes.indexOf(10);
    const { sha256, ...done } = JSON.parse(bytes.toString('utf8', 0, end));
    const entries = bytes.subarray(end + 1);
    return done.file === file && digestOf(entries) === sha256 ? { ...done, entries } : undefined;
  } catch {
    // A disk that lost it: the file is sent again.
    return undefined;
  }
}

function write(path: string, { entries, ...done }: DoneFile): void {
  const head = Buffer.from(`${JSON.stringify({ ...done, sha256: digestOf(entries) })}\n`);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.new`, Buffer.concat([head, entries]), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  } catch (error) {
    throw unusable(path, error);
  }
}

function digestOf(entries: Buffer): string {
  return createHash('sha256').update(entries).digest('hex');
}

function unusable(path: string, error: unknown): UsageError {
  const why = systemCode(error) ?? String(error);
  return new UsageError(
    `What is over there already is remembered in ${path}, which cannot be used (${why}).`,
  );
}
