// Formats the results of the benchmark `titles`.
import { computeMedian } from '../measure.ts';
import type { TitlesResults } from './titles-bench.ts';

export function formatTitlesTable({ loads, timesPerAu, queries, everything }: TitlesResults): string {
  const loadRows = loads.map(({ copies, files, sizeBytes, aus, seconds, memoryGrowthBytes }) => [
    copies === 1 ? 'load of the corpus' : `load of ${copies} copies`,
    groupDigits(files),
    groupDigits(aus),
    computeMedian(seconds).toFixed(2),
    groupDigits(aus / computeMedian(seconds)),
    (sizeBytes / 1e6 / computeMedian(seconds)).toFixed(2),
    formatMegabytes(memoryGrowthBytes),
  ]);
  const queryRows = queries.map(({ name, count: times, rows, p50Ms, p99Ms }) => [
    name,
    groupDigits(times),
    groupDigits(rows),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
  ]);
  const { rows, sizeBytes, seconds, memoryGrowthBytes } = everything;
  const speed = `${groupDigits(rows / computeMedian(seconds))} rows/s, ${(sizeBytes / 1e6 / computeMedian(seconds)).toFixed(1)} MB/s`;
  return [
    ...alignColumns([['', 'files', 'AUs', 'seconds', 'AUs/s', 'MB/s', 'MB of memory'], ...loadRows]),
    `  time per AU: ${timesPerAu.toFixed(2)} times that of the corpus alone`,
    '',
    ...alignColumns([['select auId, name where …', 'requests', 'rows', 'p50 ms', 'p99 ms'], ...queryRows]),
    '',
    `  select *: ${groupDigits(rows)} rows, ${speed}, memory of the service grew by ${formatMegabytes(memoryGrowthBytes)} MB`,
  ].join('\n');
}

function alignColumns(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) => {
    const cells = row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)));
    return `  ${cells.join('  ')}`;
  });
}

const formatMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
const groupDigits = (number: number): string => Math.round(number).toLocaleString('en');
