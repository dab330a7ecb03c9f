// Counts all records by status. Keeps a limited number of status lines per status for display.
import type { ImportOutcome, ImportStatus } from '@holdfast/api-types';

/** A line of the response that reports the status of a record. */
export type ReportedRecord = ImportStatus & { readonly status: ImportOutcome };

export interface StatusLine {
  readonly file: string;
  readonly namespace: string;
  /** AU to which the file was sent. The lines of the response do not contain it. */
  readonly auid: string;
  readonly offset: number | undefined;
  readonly url: string | undefined;
  readonly status: ImportOutcome;
  readonly artifactUuid: string | undefined;
  readonly message: string | undefined;
}

export type RecordCounts = Record<ImportOutcome, number>;

export const createRecordCounts = (): RecordCounts => ({ OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 });

/** Maximum number of lines kept per status. */
export const MAX_STATUS_LINES = 20_000;

/** Status lines and counts. Arrays grow to twice the maximum before they are truncated, so that truncation is rare. */
export class StatusLines {
  readonly counts = createRecordCounts();
  readonly #lines: Record<ImportOutcome, StatusLine[]> = { OK: [], DUPLICATE: [], EXCLUDED: [], ERROR: [] };

  add(
    from: Pick<StatusLine, 'file' | 'namespace' | 'auid'>,
    { status, offset, url, artifactUuid, statusMessage }: ReportedRecord,
  ): void {
    const lines = this.#lines[status];
    this.counts[status] += 1;
    // Keeps the first failures, because they usually show the cause.
    if (status === 'ERROR' && lines.length === MAX_STATUS_LINES) return;
    lines.push({ ...from, offset, url, status, artifactUuid, message: statusMessage });
    if (lines.length > 2 * MAX_STATUS_LINES) lines.splice(0, lines.length - MAX_STATUS_LINES);
  }

  /** Returns the kept lines of a status. Failures are in order of arrival; all other lines are newest first. */
  of(status: ImportOutcome): readonly StatusLine[] {
    const lines = this.#lines[status];
    return status === 'ERROR' ? lines : lines.slice(-MAX_STATUS_LINES).reverse();
  }
}
