// What became of the records: counted, and the failed ones remembered. Says nothing itself.
import type { JudgedRecord } from '@holdfast/client';

export interface FailedRecord {
  readonly file: string;
  readonly offset: number | undefined;
  readonly url: string | undefined;
  readonly message: string;
}
export interface Tally {
  OK: number;
  DUPLICATE: number;
  EXCLUDED: number;
  ERROR: number;
  /** The first ones only: a damaged file of millions of records must not fill the memory. */
  readonly failed: FailedRecord[];
}

export const FAILED_KEPT = 200;

export function newTally(): Tally {
  return { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0, failed: [] };
}

export function count(
  tally: Tally,
  file: string,
  { status, offset, url, statusMessage }: JudgedRecord,
): void {
  tally[status] += 1;
  if (status !== 'ERROR' || tally.failed.length >= FAILED_KEPT) return;
  tally.failed.push({ file, offset, url, message: statusMessage ?? 'no reason given' });
}

export function recordsIn({ OK, DUPLICATE, EXCLUDED, ERROR }: Tally): number {
  return OK + DUPLICATE + EXCLUDED + ERROR;
}
