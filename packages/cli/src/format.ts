// How things are said: sizes, times, the progress line and the summary. Pure text.
import { recordsIn, type Tally } from './tally.ts';

export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.95 ? value.toFixed(0) : value.toFixed(1)} ${units[unit]}`;
}

export function timeWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export function countWords(count: number, thing: string): string {
  return `${count.toLocaleString('en-GB')} ${thing}${count === 1 ? '' : 's'}`;
}

export interface ProgressView {
  readonly sentBytes: number;
  /** Absent when standard input is among the files. */
  readonly totalBytes?: number;
  readonly records: number;
  readonly bytesPerSecond: number;
}

/** `1.2 of 3.4 GB, 12,345 records, 120 MB/s, 0:19 left` */
export function progressWords(
  { sentBytes, totalBytes, records, bytesPerSecond }: ProgressView,
  thing = 'record',
): string {
  const bytes =
    totalBytes === undefined
      ? formatBytes(sentBytes)
      : `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`;
  const words = [bytes, countWords(records, thing), `${formatBytes(bytesPerSecond)}/s`];
  if (totalBytes !== undefined) words.push(timeLeft(totalBytes - sentBytes, bytesPerSecond, thing));
  return words.join(', ');
}

function timeLeft(bytesLeft: number, bytesPerSecond: number, thing: string): string {
  if (bytesLeft <= 0) return `waiting for the last ${thing}s`;
  return bytesPerSecond > 0 ? `${timeWords((bytesLeft / bytesPerSecond) * 1000)} left` : 'time left unknown';
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

/** What comes from a captured page may hold a terminal's control sequences. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => {
    return `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
  });
}
