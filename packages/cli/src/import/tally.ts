// What became of the records: counted, the failed ones remembered, and all of it as a summary.
import { countWords, printable, timeWords } from '@holdfast/cli-kit';
import type { ImportSummary, JudgedRecord } from '@holdfast/client';
import { formatBytes } from '@holdfast/service-kit/text';
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
  /** Records that were stored although they are damaged. */
  quarantined: number;
  /** Records that lie beside artifacts, by type; those of them that belong to nothing; those not kept, by the reason. */
  readonly kept: Map<string, number>;
  alone: number;
  readonly dropped: Map<string, number>;
}

export const FAILED_KEPT = 200;

export function newTally(): Tally {
  const counts = { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0, quarantined: 0, alone: 0 };
  return { ...counts, failed: [], kept: new Map(), dropped: new Map() };
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

/** Adds what is said of a whole import. */
export function sumUp(tally: Tally, { quarantined, companions }: ImportSummary): void {
  tally.quarantined += quarantined;
  tally.alone += companions.alone;
  for (const [counts, more] of [
    [tally.kept, companions.kept],
    [tally.dropped, companions.dropped],
  ] as const) {
    for (const [name, number] of Object.entries(more)) counts.set(name, (counts.get(name) ?? 0) + number);
  }
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
  return [head, ...counts, ...besideWords(tally), ...failedWords(tally)].join('\n');
}

const droppedBecause: Record<string, string> = {
  duplicate: 'of duplicates',
  excluded: 'of records left out',
  damaged: 'damaged',
  setting: 'left out by a setting of the service',
};

/** What lies beside the records, as far as there is anything. */
function besideWords({ quarantined, kept, alone, dropped }: Tally): string[] {
  const listed = (counts: Map<string, number>, words: (name: string) => string) =>
    [...counts]
      .filter(([, number]) => number > 0)
      .map(([name, number]) => `${number.toLocaleString('en-GB')} ${words(name)}`)
      .join(', ');
  const [keptWords, droppedWords] = [
    listed(kept, (type) => type),
    listed(dropped, (reason) => droppedBecause[reason] ?? reason),
  ];
  const nothing = alone > 0 ? ` (${alone.toLocaleString('en-GB')} that belong to nothing stored)` : '';
  return [
    ...(quarantined > 0 ? [`  of those stored, damaged: ${quarantined.toLocaleString('en-GB')}`] : []),
    ...(keptWords === '' ? [] : [`  kept beside them: ${keptWords}${nothing}`]),
    ...(droppedWords === '' ? [] : [`  not kept: ${droppedWords}`]),
  ];
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
