// Formats the results of the benchmark `growth`.
import { formatColumns } from '../table.ts';
import type { GrowthResults, IndexSizeResult } from './growth-bench.ts';

export function formatGrowthTable({ memoryBytes, sizes, lastOverFirst }: GrowthResults): string {
  const row = (name: string, of: (size: IndexSizeResult) => string, ratio?: number) => [
    name,
    ...sizes.map(of),
    ratio === undefined ? '' : ratio.toFixed(2),
  ];
  const perRow = (of: (stored: IndexSizeResult['stored']) => number) => (size: IndexSizeResult) =>
    (of(size.stored) / size.stored.rows).toFixed(2);
  const rows = [
    row('captures', ({ rows: captures }) => groupDigits(captures)),
    row('index size ÷ memory', ({ indexBytes }) => (indexBytes / memoryBytes).toFixed(2)),
    row('bytes per capture', ({ bytesPerRow }) => bytesPerRow.toFixed(0)),
    row(
      'stored, captures/s',
      ({ stored }) => groupDigits(stored.rows / stored.seconds),
      lastOverFirst.rowsPerSecond,
    ),
    row(
      '  µs of PostgreSQL each',
      perRow((stored) => stored.postgresCpuSeconds * 1e6),
    ),
    row(
      '  bytes of log each',
      perRow((stored) => stored.walBytes),
    ),
    row(
      '  pages read each',
      perRow((stored) => stored.pagesRead),
    ),
    row(
      '  pages written each',
      perRow((stored) => stored.pagesWritten),
    ),
    row(
      'import of small records, s',
      ({ importSeconds }) => importSeconds.toFixed(2),
      lastOverFirst.importSeconds,
    ),
    ...sizes[0]!.latencies.map(({ name }, i) =>
      row(
        name,
        ({ latencies }) => `${latencies[i]!.p50Ms.toFixed(1)} / ${latencies[i]!.p99Ms.toFixed(1)}`,
        lastOverFirst.p99[name],
      ),
    ),
  ];
  const head = ['', ...sizes.map(() => ''), 'last / first'];
  const parts = Object.entries(sizes.at(-1)!.parts).map(([name, bytes]) => `${name} ${bytes.toFixed(1)}`);
  return [
    `memory: ${groupDigits(memoryBytes / 2 ** 20)} MiB; requests: p50 / p99 in ms, and the ratio of p99`,
    ...formatColumns([head, ...rows]),
    `  bytes per capture at the end: ${parts.join(', ')}`,
  ].join('\n');
}

const groupDigits = (number: number): string => Math.round(number).toLocaleString('en');
