// Report of an import, as JSON.
import { writeFileSync } from 'node:fs';
import { UsageError } from '@holdfast/cli-kit';
import type { ImportedRecord, ImportSummary } from '@holdfast/client';
import { readSystemCode } from '@holdfast/service-kit/text';

/**
 * Outcome for a file. `imported`: the whole file was read, and every record has a status. `in already`: an earlier run
 * imported the file. `broken off`: the import of the file stopped early.
 */
export type FileOutcome = 'imported' | 'in already' | 'broken off' | 'not sent';

export interface FileReport {
  /** Path as typed, or as found in a folder. */
  readonly file: string;
  readonly sizeBytes: number | undefined;
  /** SHA-256 of the file, lower-case hex. Undefined if the file was not read completely. */
  sha256?: string;
  outcome: FileOutcome;
  /** Number of records by status. */
  readonly records: Record<ImportedRecord['status'], number>;
  /** Summary received from the service. */
  summary?: ImportSummary;
  /** Reason why the import of the file stopped early. */
  trouble?: string;
}

export interface ImportReport {
  /** ISO 8601. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly service: string;
  readonly namespace: string | undefined;
  readonly auid: string;
  readonly files: readonly FileReport[];
}

export function createFileReport(file: string, sizeBytes: number | undefined): FileReport {
  return { file, sizeBytes, outcome: 'not sent', records: { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 } };
}

/**
 * Writes the report. Call it before the import as well, to fail early if the path is not writable. Throws `UsageError`.
 */
export function writeReport(path: string, report: ImportReport): void {
  try {
    writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`);
  } catch (error) {
    throw new UsageError(`The report ${path} cannot be written (${readSystemCode(error) ?? String(error)}).`);
  }
}
