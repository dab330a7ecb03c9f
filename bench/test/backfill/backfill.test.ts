// Tests the plan and the table of the benchmark `backfill`.
import { expect, it } from '@jest/globals';
import { type BackfillResults, planArchives } from '../../src/backfill/backfill-bench.ts';
import { formatBackfillTable } from '../../src/backfill/backfill-table.ts';

it.each([
  [1_000_000, { large: { count: 8, captures: 62_500 }, small: { count: 5_000, captures: 100 } }],
  [20_000, { large: { count: 1, captures: 10_000 }, small: { count: 5_000, captures: 2 } }],
  [1_000, { large: { count: 1, captures: 500 }, small: { count: 250, captures: 2 } }],
])('plans %d artifacts in large archives and thousands of small ones', (artifacts, plan) => {
  expect(planArchives(artifacts)).toEqual(plan);
});

const reads = { perSecond: 1_000, p50Ms: 1, p99Ms: 4, meanBytes: 900, requests: 5_000 };
const results: BackfillResults = {
  artifacts: 20_000,
  largeArchives: 1,
  smallArchives: 5_000,
  importSeconds: 50,
  objects: 5_024,
  bytes: 40_000_000,
  seconds: 100,
  idle: reads,
  during: { ...reads, p99Ms: 6 },
  ratio: 1.5,
  failures: [],
};

it('shows rates of the backfill, and the latency of reads before and during it', () => {
  const table = formatBackfillTable(results);
  expect(table).toContain('5024 objects, 40.0 MB');
  expect(table).toContain('50.2 objects/s, 0.4 MB/s, 200.0 artifacts/s');
  expect(table).toMatch(/backfilling +p50 1\.00 ms, p99 6\.00 ms, 1000 reads\/s\n.*1\.50$/);
});
