// List of imported files: one JSON line per file, appended when the file's last record is durable. Identifies files by
// digest, so files may be moved or renamed. Before skipping a file, the command checks that the service still has one
// of the file's artifacts.
import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import { type RepositoryClient, ServiceError } from '@holdfast/client';
import { readSystemCode } from '@holdfast/service-kit/text';

export interface ImportProgressLine {
  /** SHA-256 of the file, lower-case hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly file: string;
  /** UUID of one artifact from this file, either stored by the import or already present with the same content. */
  readonly artifact: string;
  /** ISO 8601. */
  readonly importedAt: string;
}

/** Destination of the records of an import. Each target has a separate list of imported files. */
export interface ImportProgressTarget {
  /** Origin of the service's URL. */
  readonly origin: string;
  readonly namespace: string | undefined;
  readonly auid: string;
  readonly excludeStatusPattern: string | undefined;
}

export interface ImportProgressFile {
  /** Returns false if no file of this size was imported, so that the file's digest need not be computed. */
  mayHold(sizeBytes: number): boolean;
  find(sha256: string): ImportProgressLine | undefined;
  /** Appends a line. Throws `UsageError` if the list cannot be written. */
  add(line: ImportProgressLine): void;
}

/** Opens the list of imported files for `target`. `folder` contains the lists of all targets. Throws `UsageError`. */
export function openImportProgress(folder: string, target: ImportProgressTarget): ImportProgressFile {
  const { origin, namespace = '', auid, excludeStatusPattern = '' } = target;
  const name = createHash('sha256').update(JSON.stringify([origin, namespace, auid, excludeStatusPattern]));
  const path = join(folder, `${name.digest('hex').slice(0, 32)}.jsonl`);
  appendAndSync(path, '');
  const lines = new Map(readProgressLines(path).map((line) => [line.sha256, line]));
  const sizes = new Set([...lines.values()].map(({ sizeBytes }) => sizeBytes));
  return {
    mayHold: (sizeBytes) => sizes.has(sizeBytes),
    find: (sha256) => lines.get(sha256),
    add(line) {
      // Starts with a line break, because a crash may have truncated the previous line.
      appendAndSync(path, `\n${JSON.stringify(line)}\n`);
      lines.set(line.sha256, line);
      sizes.add(line.sizeBytes);
    },
  };
}

/** Returns whether the service still has the artifact. */
export async function isStillStored(
  { artifact }: Pick<RepositoryClient, 'artifact'>,
  { artifact: uuid }: ImportProgressLine,
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
    // Counts every service error as "not stored". The import then probably fails with the same error, and reports it.
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

function readProgressLines(path: string): ImportProgressLine[] {
  try {
    return readFileSync(path, 'utf8').split('\n').flatMap(parseProgressLine);
  } catch (error) {
    throw createUnusableError(path, error);
  }
}

/** Parses a line. Ignores a line that a crash has truncated; its file is then imported again. */
function parseProgressLine(text: string): ImportProgressLine[] {
  try {
    const line = JSON.parse(text) as ImportProgressLine;
    return typeof line.sha256 === 'string' && typeof line.artifact === 'string' ? [line] : [];
  } catch {
    return [];
  }
}

function appendAndSync(path: string, text: string): void {
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
    throw createUnusableError(path, error);
  }
}

function createUnusableError(path: string, error: unknown): UsageError {
  const why = readSystemCode(error) ?? String(error);
  return new UsageError(`The list of imported files, ${path}, cannot be used (${why}).`);
}
