// Tests the table of the benchmark `copies`.
import { expect, it } from '@jest/globals';
import type { CopiesResults } from '../../src/copies/copies-bench.ts';
import { formatCopiesTable } from '../../src/copies/copies-table.ts';

const results: CopiesResults = {
  importMegabytesPerSecond: { one: [100, 110], two: [95, 99], share: 0.925 },
  createsPerSecond: { one: [1_000, 1_000], two: [900, 700], share: 0.8 },
  readsPerSecond: { one: [2_000, 2_000], two: [2_000, 2_100], share: 1.025 },
  equalReadsPerSecond: { one: [2_000, 2_000], two: [2_020, 1_980], share: 1 },
  hang: { p99BeforeMs: 10, p99HangingMs: 31.44, costMs: 21.44 },
  place: 'folders in /dev/shm',
};

it('shows both figures, their share, and the cost of a store that hangs', () => {
  const lines = formatCopiesTable(results).split('\n');
  expect(lines[0]).toBe('Stores: folders in /dev/shm');
  expect(lines[2]!.split(/ {2,}/)).toEqual(['', 'imports, MB/s', '105.0', '97.0', '0.93', '0.95 0.90']);
  expect(lines[5]!.trim().split(/ {2,}/)).toEqual([
    'reads/s, one store in both',
    ...['2000.0', '2000.0', '1.00', '1.01 0.99'],
  ]);
  expect(lines.at(-1)).toContain('p99 31.4 ms after the first second, 10.0 ms before: a cost of 21.4 ms');
});

it('says that a store that hangs was not measured', () => {
  const { hang: _, ...rest } = results;
  expect(formatCopiesTable(rest)).toContain('not measured, because there is no S3 server');
});
