// What is remembered of the files of folders that are in: one line of JSON each, appended when the last of its records is
// durable. A file is known by its digest, so that it may be moved and renamed. That it is in is asked of the service all
// the same, by an artifact of it: a repository that was emptied takes the file again.
import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { type RepositoryClient, ServiceError } from '@holdfast/client';
import { systemCode } from '@holdfast/service-kit/text';

export interface LedgerLine {
  /** The digest of the file's bytes, lower-case hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Where the file was. */
  readonly file: string;
  /** An artifact that one of its records is, or is a duplicate of. */
  readonly artifact: string;
  /** ISO 8601. */
  readonly importedAt: string;
}

/** Imports into the same AU, with the same records left out, share a ledger. */
export interface LedgerTarget {
  /** Address of the service. */
  readonly origin: string;
  readonly namespace: string | undefined;
  readonly auid: string;
  readonly excludeStatusPattern: string | undefined;
}

export interface Ledger {
  /** Whether a file of this size may be in; only then its digest is worth computing. */
  mayHold(sizeBytes: number): boolean;
  find(sha256: string): LedgerLine | undefined;
  /** Throws `UsageError` when the ledger cannot be written. */
  add(line: LedgerLine): void;
}

/** `folder`: of all ledgers. Throws `UsageError` when the ledger cannot be read or written. */
export function openLedger(folder: string, target: LedgerTarget): Ledger {
  const { origin, namespace = '', auid, excludeStatusPattern = '' } = target;
  const name = createHash('sha256').update(JSON.stringify([origin, namespace, auid, excludeStatusPattern]));
  const path = join(folder, `${name.digest('hex').slice(0, 32)}.jsonl`);
  append(path, '');
  const lines = new Map(linesIn(path).map((line) => [line.sha256, line]));
  const sizes = new Set([...lines.values()].map(({ sizeBytes }) => sizeBytes));
  return {
    mayHold: (sizeBytes) => sizes.has(sizeBytes),
    find: (sha256) => lines.get(sha256),
    add(line) {
      // What a crash has cut is a line by itself.
      append(path, `\n${JSON.stringify(line)}\n`);
      lines.set(line.sha256, line);
      sizes.add(line.sizeBytes);
    },
  };
}

/** Whether the service still has the artifact that the line names. */
export async function isStillIn(
  { artifact }: Pick<RepositoryClient, 'artifact'>,
  { artifact: uuid }: LedgerLine,
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await artifact(
      { uuid, includeContent: 'NEVER', ...(namespace !== undefined && { namespace }) },
      { signal },
    );
    return true;
  } catch (error) {
    // Whatever else is wrong, the import of the file will meet it and tell.
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

function linesIn(path: string): LedgerLine[] {
  try {
    return readFileSync(path, 'utf8').split('\n').flatMap(lineIn);
  } catch (error) {
    throw unusable(path, error);
  }
}

/** The last line may have been cut by a crash: then its file is sent again. */
function lineIn(text: string): LedgerLine[] {
  try {
    const line = JSON.parse(text) as LedgerLine;
    return typeof line.sha256 === 'string' && typeof line.artifact === 'string' ? [line] : [];
  } catch {
    return [];
  }
}

function append(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const file = openSync(path, 'a', 0o600);
    try {
      appendFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): UsageError {
  const why = systemCode(error) ?? String(error);
  return new UsageError(`What is in already is remembered in ${path}, which cannot be used (${why}).`);
}
