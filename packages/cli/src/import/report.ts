// What became of each file of an import, for programs and for later.
import { writeFileSync } from 'node:fs';
import { UsageError } from '@holdfast/cli-kit';
import type { ImportSummary, JudgedRecord } from '@holdfast/client';
import { systemCode } from '@holdfast/service-kit/text';

/** `imported`: all of it was read, and every record judged. `in already`: it was passed over. */
export type FileOutcome = 'imported' | 'in already' | 'broken off' | 'not sent';

export interface FileReport {
  /** The name as it was given, or found in a folder. */
  readonly file: string;
  readonly sizeBytes: number | undefined;
  /** Lower-case hex, where all of the file was read. */
  sha256?: string;
  outcome: FileOutcome;
  /** Records by what became of them. */
  readonly records: Record<JudgedRecord['status'], number>;
  /** What the service said of the whole of it. */
  summary?: ImportSummary;
  /** Why it was broken off. */
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

export function newFileReport(file: string, sizeBytes: number | undefined): FileReport {
  return { file, sizeBytes, outcome: 'not sent', records: { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 } };
}

/** Throws `UsageError`. Also called before the import, so that it is known early that nothing can be written there. */
export function writeReport(path: string, report: ImportReport): void {
  try {
    writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`);
  } catch (error) {
    throw new UsageError(`The report ${path} cannot be written (${systemCode(error) ?? String(error)}).`);
  }
}
