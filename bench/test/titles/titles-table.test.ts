import { expect, it } from '@jest/globals';
import { formatTitlesTable } from '../../src/titles/titles-table.ts';

it('shows medians, rates and memory', () => {
  const load = {
    copies: 1,
    files: 100,
    sizeBytes: 1e6,
    aus: 10_000,
    seconds: [2, 1, 3],
    memoryGrowthBytes: 2e7,
  };
  expect(
    formatTitlesTable({
      loads: [load, { ...load, copies: 30, files: 3_000, sizeBytes: 3e7, aus: 300_000, seconds: [60] }],
      timesPerAu: 1,
      queries: [{ name: "issn = '…'", count: 300, rows: 19, p50Ms: 1.25, p99Ms: 4 }],
      everything: { rows: 300_000, sizeBytes: 3e8, seconds: [10], memoryGrowthBytes: 1e7 },
    }),
  ).toBe(
    [
      '                      files      AUs  seconds  AUs/s  MB/s  MB of memory',
      '  load of the corpus    100   10,000     2.00  5,000  0.50            20',
      '  load of 30 copies   3,000  300,000    60.00  5,000  0.50            20',
      '  time per AU: 1.00 times that of the corpus alone',
      '',
      '  select auId, name where …  requests  rows  p50 ms  p99 ms',
      "  issn = '…'                      300    19     1.3     4.0",
      '',
      '  select *: 300,000 rows, 30,000 rows/s, 30.0 MB/s, memory of the service grew by 10 MB',
    ].join('\n'),
  );
});
