// Counts all records by status and keeps a limited number of them for display.
import type { ImportOutcome, ImportStatus } from '@holdfast/api-types';

/** A line of the response that contains the status of its record. */
export type ReportedRecord = ImportStatus & { readonly status: ImportOutcome };

export interface StatusLine {
  readonly file: string;
  readonly namespace: string;
  /** AU that the file was sent to. The lines of the response do not name it. */
  readonly auid: string;
  readonly offset: number | undefined;
  readonly url: string | undefined;
  readonly status: ImportOutcome;
  readonly artifactUuid: string | undefined;
  readonly message: string | undefined;
}

export type RecordCounts = Record<ImportOutcome, number>;

export const createRecordCounts = (): RecordCounts => ({ OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 });

/** Maximum number of lines that are kept per status. */
export const MAX_STATUS_LINES = 20_000;

/** Arrays grow to twice the maximum before they are truncated, so that truncation is rare. */
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

  /**
   * Returns the kept lines of a status. Failures are in order of arrival; lines of any other status are newest first.
   */
  of(status: ImportOutcome): readonly StatusLine[] {
    const lines = this.#lines[status];
    return status === 'ERROR' ? lines : lines.slice(-MAX_STATUS_LINES).reverse();
  }
}
