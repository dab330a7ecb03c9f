// Counts the records of an import by status, collects failed records and formats the summary.
import { escapeControls, formatCount, formatDuration } from '@holdfast/cli-kit';
import type { ImportedRecord, ImportSummary } from '@holdfast/client';
import { formatBytes } from '@holdfast/service-kit/text';
import type { FileReport } from './report.ts';

export interface FailedRecord {
  readonly file: string;
  readonly offset: number | undefined;
  readonly url: string | undefined;
  readonly message: string;
}
export interface ImportTally {
  OK: number;
  DUPLICATE: number;
  EXCLUDED: number;
  ERROR: number;
  /** First failed records, at most MAX_FAILED_RECORDS, because a damaged file may have millions. */
  readonly failed: FailedRecord[];
  /** Number of damaged records that were stored and quarantined. */
  quarantined: number;
  /**
   * Numbers of companion records (request, metadata or warcinfo). `kept`: stored, by type. `alone`: stored without an
   * artifact. `dropped`: not stored, by reason.
   */
  readonly kept: Map<string, number>;
  alone: number;
  readonly dropped: Map<string, number>;
}

export const MAX_FAILED_RECORDS = 200;

export function createImportTally(): ImportTally {
  const counts = { OK: 0, DUPLICATE: 0, EXCLUDED: 0, ERROR: 0, quarantined: 0, alone: 0 };
  return { ...counts, failed: [], kept: new Map(), dropped: new Map() };
}

export function countRecord(
  tally: ImportTally,
  file: string,
  { status, offset, url, statusMessage }: ImportedRecord,
): void {
  tally[status] += 1;
  if (status !== 'ERROR' || tally.failed.length >= MAX_FAILED_RECORDS) return;
  tally.failed.push({ file, offset, url, message: statusMessage ?? 'no reason given' });
}

/** Adds the service's summary of one file. */
export function addSummary(tally: ImportTally, { quarantined, companions }: ImportSummary): void {
  tally.quarantined += quarantined;
  tally.alone += companions.alone;
  for (const [counts, more] of [
    [tally.kept, companions.kept],
    [tally.dropped, companions.dropped],
  ] as const) {
    for (const [name, number] of Object.entries(more)) counts.set(name, (counts.get(name) ?? 0) + number);
  }
}

export function countRecords({ OK, DUPLICATE, EXCLUDED, ERROR }: ImportTally): number {
  return OK + DUPLICATE + EXCLUDED + ERROR;
}

/** Formats the counts by status, and the failed records with offset and reason. */
export function formatSummary(
  tally: ImportTally,
  fileCount: number,
  sentBytes: number,
  tookMs: number,
): string {
  const head = `${formatCount(countRecords(tally), 'record')} in ${formatCount(fileCount, 'file')}, ${formatBytes(sentBytes)}, ${formatDuration(tookMs)}`;
  const meanings = {
    OK: 'stored',
    DUPLICATE: 'stored before',
    EXCLUDED: 'excluded by HTTP status',
    ERROR: 'could not be stored',
  };
  const counts = (['OK', 'DUPLICATE', 'EXCLUDED', 'ERROR'] as const).map(
    (status) =>
      `  ${status.padEnd(9)} ${tally[status].toLocaleString('en-GB').padStart(11)}  ${meanings[status]}`,
  );
  return [head, ...counts, ...formatCompanions(tally), ...formatFailedRecord(tally)].join('\n');
}

const droppedBecause: Record<string, string> = {
  duplicate: 'of duplicates',
  excluded: 'of excluded records',
  damaged: 'damaged',
  setting: 'dropped by a setting of the service',
};

/** Formats the counts of companion records (request, metadata or warcinfo). Empty array if the import had none. */
function formatCompanions({ quarantined, kept, alone, dropped }: ImportTally): string[] {
  const listed = (counts: Map<string, number>, words: (name: string) => string) =>
    [...counts]
      .filter(([, number]) => number > 0)
      .map(([name, number]) => `${number.toLocaleString('en-GB')} ${words(name)}`)
      .join(', ');
  const [keptWords, droppedWords] = [
    listed(kept, (type) => type),
    listed(dropped, (reason) => droppedBecause[reason] ?? reason),
  ];
  const nothing = alone > 0 ? ` (${alone.toLocaleString('en-GB')} without an artifact)` : '';
  return [
    ...(quarantined > 0 ? [`  stored, but damaged: ${quarantined.toLocaleString('en-GB')}`] : []),
    ...(keptWords === '' ? [] : [`  companion records stored: ${keptWords}${nothing}`]),
    ...(droppedWords === '' ? [] : [`  companion records not stored: ${droppedWords}`]),
  ];
}

/** Formats the counts of skipped files, unsent files, and files that are not archives. */
export function formatFileOutcomes(reports: readonly FileReport[], others: number): string[] {
  const passedOver = reports.filter(({ outcome }) => outcome === 'in already').length;
  const notSent = reports.filter(({ outcome }) => outcome === 'not sent').length;
  return [
    ...(passedOver > 0 ? ['', `${formatCount(passedOver, 'file')} skipped: imported before.`] : []),
    ...(notSent > 0 ? ['', `${formatCount(notSent, 'file')} not sent.`] : []),
    ...(others > 0
      ? ['', `${formatCount(others, 'other file')} in the folders skipped: not named like an archive.`]
      : []),
  ];
}

export function formatFailedRecord({ failed, ERROR }: ImportTally): string[] {
  const lines = failed.map(({ file, offset, url, message }) => {
    const where = [file, offset === undefined ? [] : `offset ${offset}`, url ?? []]
      .flat()
      .map(escapeControls)
      .join(', ');
    return `  ${where}: ${escapeControls(message)}`;
  });
  if (lines.length === 0) return [];
  const more =
    ERROR > failed.length ? [`  … and ${(ERROR - failed.length).toLocaleString('en-GB')} more`] : [];
  return ['', 'Could not be stored:', ...lines, ...more];
}
