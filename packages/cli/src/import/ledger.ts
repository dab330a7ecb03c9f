// Remembers imported files of folders: a JSON line per file, appended when its last record is durable. Files are
// identified by digest, so they may be moved or renamed. Before a file is skipped, the command requests one of its
// artifacts, so that a file is imported again if the repository has been emptied.
import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { type RepositoryClient, ServiceError } from '@holdfast/client';
import { readSystemCode } from '@holdfast/service-kit/text';

export interface LedgerLine {
  /** SHA-256 of the file, lower-case hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Path of the file. */
  readonly file: string;
  /**
   * UUID of an artifact with the content of one of the file's records. The artifact was stored from the record, or
   * existed already if the record was a duplicate.
   */
  readonly artifact: string;
  /** ISO 8601. */
  readonly importedAt: string;
}

/** Target of an import. Imports with the same target share a ledger. */
export interface LedgerTarget {
  /** Origin of the service. */
  readonly origin: string;
  readonly namespace: string | undefined;
  readonly auid: string;
  readonly excludeStatusPattern: string | undefined;
}

export interface ImportLedger {
  /** Returns true if a file of this size was imported. If the result is false, the digest need not be computed. */
  mayHold(sizeBytes: number): boolean;
  find(sha256: string): LedgerLine | undefined;
  /** Appends a line. Throws `UsageError` if the ledger cannot be written. */
  add(line: LedgerLine): void;
}

/** Opens a ledger. `folder` contains all ledgers. Throws `UsageError` if the ledger cannot be read or written. */
export function openLedger(folder: string, target: LedgerTarget): ImportLedger {
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
      // A leading line end separates this line from one that a crash truncated.
      append(path, `\n${JSON.stringify(line)}\n`);
      lines.set(line.sha256, line);
      sizes.add(line.sizeBytes);
    },
  };
}

/** Returns true if the service still has the artifact that the line names. */
export async function isStillStored(
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
    // Any error of the service counts as "not stored". The import will meet the same error and report it.
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

/** Parses a line. Ignores it if a crash truncated it; its file is then sent again. */
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
  const why = readSystemCode(error) ?? String(error);
  return new UsageError(`The list of imported files, ${path}, cannot be used (${why}).`);
}
