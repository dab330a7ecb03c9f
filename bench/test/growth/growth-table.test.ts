import { expect, it } from '@jest/globals';
import type { IndexSizeResult } from '../../src/growth/growth-bench.ts';
import { formatGrowthTable } from '../../src/growth/growth-table.ts';

const size = (rows: number): IndexSizeResult => ({
  rows,
  indexBytes: rows * 600,
  bytesPerRow: 600,
  parts: { artifact: 320.04, of_au: 120 },
  stored: {
    ...{ rows: 1_000, seconds: 0.1, walBytes: 900_000, pagesRead: 250, pagesWritten: 500 },
    postgresCpuSeconds: 0.05,
  },
  importSeconds: 2,
  latencies: [{ name: 'CDX: a URL', p50Ms: 1.04, p99Ms: 3 }],
});

it('shows each size in a column, and how the last compares with the first', () => {
  const table = formatGrowthTable({
    memoryBytes: 480 * 2 ** 20,
    sizes: [size(100_000), size(3_000_000)],
    lastOverFirst: { rowsPerSecond: 0.9, importSeconds: 1.1, p99: { 'CDX: a URL': 1.25 } },
  });
  expect(table.split('\n').map((line) => line.trim().replaceAll(/ {2,}/g, '  '))).toEqual([
    'memory: 480 MiB; requests: p50 / p99 in ms, and the ratio of p99',
    'last / first',
    'captures  100,000  3,000,000',
    'index size ÷ memory  0.12  3.58',
    'bytes per capture  600  600',
    'stored, captures/s  10,000  10,000  0.90',
    'µs of PostgreSQL each  50.00  50.00',
    'bytes of log each  900.00  900.00',
    'pages read each  0.25  0.25',
    'pages written each  0.50  0.50',
    'import of small records, s  2.00  2.00  1.10',
    'CDX: a URL  1.0 / 3.0  1.0 / 3.0  1.25',
    'bytes per capture at the end: artifact 320.0, of_au 120.0',
  ]);
});
