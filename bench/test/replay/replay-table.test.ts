import { expect, it } from '@jest/globals';
import type { ReplayResults } from '../../src/replay/replay-results.ts';
import { formatReplayTable } from '../../src/replay/replay-table.ts';

const scan = { lines: 1e6, answers: 10, linesPerSecond: 150_000, seconds: [6.7], memoryGrowthBytes: 50e6 };
const results: ReplayResults = {
  captures: 1e6,
  urls: 50_000,
  busyCaptures: 20_000,
  lookups: [
    {
      name: 'exact, usual URL',
      rows: 100,
      overHttp: { p50Ms: 1, p99Ms: 2.5 },
      bareSelect: { p50Ms: 0.4, p99Ms: 1 },
      timesSelect: 2.5,
    },
  ],
  busyOverTen: 1.1,
  scans: { resumed: scan, whole: { ...scan, answers: 1 } },
  surt: {
    urls: 200_000,
    perSecond: 500_000,
    python: { perSecond: 40_000, timesPython: 12.5, sameKeys: true },
  },
};

it('tells look-ups, scans and urlkeys', () => {
  expect(formatReplayTable(results)).toBe(
    [
      '1,000,000 captures of 50,000 URLs, busy ones with 20,000 each',
      '',
      '  look-ups          p50 ms  p99 ms  SELECT p50  SELECT p99  × SELECT at p50',
      '  exact, usual URL    1.00    2.50        0.40        1.00             2.50',
      '',
      '  closest of a busy URL: 1.10 times the p50 of closest of a URL with 10 captures',
      '',
      '  full scan by resume keys: 150,000 lines/s (1,000,000 lines in 10 answers); memory of the service grew by 50.0 MB',
      '  full scan in one answer: 150,000 lines/s (1,000,000 lines in 1 answer); memory of the service grew by 50.0 MB',
      '',
      '  urlkeys: 500,000 URLs/s on one core (a list of 200,000)',
      '  python surt: 40,000 URLs/s, the same keys; ours is 12.5 times as fast',
    ].join('\n'),
  );
});

it('says what could not be measured', () => {
  const surt = { ...results.surt, python: { missing: 'there is no python3' } };
  expect(formatReplayTable({ ...results, surt })).toMatch(
    /NOT MEASURED: python surt, because there is no python3$/,
  );
});
