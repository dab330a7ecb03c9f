// What became of the records: counted, the failed ones remembered, and all of it as a summary.
import type { JudgedRecord } from '@holdfast/client';
import { countWords, formatBytes, printable, timeWords } from '../terminal/format.ts';
import type { FileReport } from './report.ts';

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

/** Counts by status, then the failed records with where they are and why. */
export function summaryWords(tally: Tally, fileCount: number, sentBytes: number, tookMs: number): string {
  const head = `${countWords(recordsIn(tally), 'record')} in ${countWords(fileCount, 'file')}, ${formatBytes(sentBytes)}, ${timeWords(tookMs)}`;
  const meanings = {
    OK: 'stored',
    DUPLICATE: 'there already',
    EXCLUDED: 'left out by their status',
    ERROR: 'could not be stored',
  };
  const counts = (['OK', 'DUPLICATE', 'EXCLUDED', 'ERROR'] as const).map(
    (status) =>
      `  ${status.padEnd(9)} ${tally[status].toLocaleString('en-GB').padStart(11)}  ${meanings[status]}`,
  );
  return [head, ...counts, ...failedWords(tally)].join('\n');
}

/** What is worth saying of files beside their records. */
export function filesWords(reports: readonly FileReport[], others: number): string[] {
  const passedOver = reports.filter(({ outcome }) => outcome === 'in already').length;
  const notSent = reports.filter(({ outcome }) => outcome === 'not sent').length;
  return [
    ...(passedOver > 0 ? ['', `${countWords(passedOver, 'file')} passed over: in already.`] : []),
    ...(notSent > 0 ? ['', `${countWords(notSent, 'file')} not sent.`] : []),
    ...(others > 0
      ? ['', `${countWords(others, 'other file')} in the folders: no archives by their names.`]
      : []),
  ];
}

export function failedWords({ failed, ERROR }: Tally): string[] {
  const lines = failed.map(({ file, offset, url, message }) => {
    const where = [file, offset === undefined ? [] : `offset ${offset}`, url ?? []]
      .flat()
      .map(printable)
      .join(', ');
    return `  ${where}: ${printable(message)}`;
  });
  if (lines.length === 0) return [];
  const more =
    ERROR > failed.length ? [`  … and ${(ERROR - failed.length).toLocaleString('en-GB')} more`] : [];
  return ['', 'Could not be stored:', ...lines, ...more];
}
