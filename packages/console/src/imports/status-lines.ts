// What became of the records: all of them counted, and the last ones and the failed ones kept to be looked at. What is kept
// is bounded, whatever is imported.
import type { ImportOutcome, ImportStatus } from '@holdfast/api-types';

/** A line of an answer, which always says what became of its record. */
export type JudgedRecord = ImportStatus & { readonly status: ImportOutcome };

export interface StatusLine {
  readonly file: string;
  readonly namespace: string;
  /** It is that of the AU to which the file was sent; lines of an answer do not say it. */
  readonly auid: string;
  readonly offset: number | undefined;
  readonly url: string | undefined;
  readonly status: ImportOutcome;
  readonly artifactUuid: string | undefined;
  readonly message: string | undefined;
}

export type Counts = Record<ImportOutcome, number>;

export const noCounts = (): Counts => ({ OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0 });

/** Of each status. */
export const MOST_LINES = 20_000;

/** Lines are held in arrays that are twice as long at most, and cut when they are. */
export class StatusLines {
  readonly counts = noCounts();
  readonly #lines: Record<ImportOutcome, StatusLine[]> = { OK: [], DUPLICATE: [], EXCLUDED: [], ERROR: [] };

  add(
    from: Pick<StatusLine, 'file' | 'namespace' | 'auid'>,
    { status, offset, url, artifactUuid, statusMessage }: JudgedRecord,
  ): void {
    const lines = this.#lines[status];
    this.counts[status] += 1;
    // Of failures the first ones tell most.
    if (status === 'ERROR' && lines.length === MOST_LINES) return;
    lines.push({ ...from, offset, url, status, artifactUuid, message: statusMessage });
    if (lines.length > 2 * MOST_LINES) lines.splice(0, lines.length - MOST_LINES);
  }

  /** Failures in the order in which they came; of the others the last ones, the last first. */
  of(status: ImportOutcome): readonly StatusLine[] {
    const lines = this.#lines[status];
    return status === 'ERROR' ? lines : lines.slice(-MOST_LINES).reverse();
  }
}
