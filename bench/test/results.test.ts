import { expect, it } from '@jest/globals';
import { computeFileResult } from '../src/results.ts';
import { formatResultsTable } from '../src/table.ts';

it('compares each way with the bound and with warcio, as data and as a table', () => {
  const facts = { records: 3000, responses: 1000, sizeBytes: 2e6, inflatedBytes: 8e6 };
  const found = computeFileResult({ ...facts, kind: 'html', path: '/x' }, [
    { name: 'bound', seconds: [0.02], megabytesPerSecond: 100, cpuSeconds: 0.02 },
    { name: 'warcio', seconds: [0.1], megabytesPerSecond: 20, cpuSeconds: 0.125 },
    { name: 'warcio + digests', seconds: [0.2], megabytesPerSecond: 10, cpuSeconds: 0.2 },
    { name: 'import', seconds: [0.04], megabytesPerSecond: 50, cpuSeconds: 0.04 },
  ]);
  expect(found.ways[3]).toEqual({
    name: 'import',
    megabytesPerSecond: 50,
    recordsPerSecond: 75_000,
    shareOfBound: 0.5,
    cpuSeconds: 0.04,
    cpuShareOfBound: 0.5,
    timesWarcio: 2.5,
    timesWarcioDigesting: 5,
    seconds: [0.04],
  });
  const service = {
    memoryGrowthBytes: 123.4e6,
    memoryGrowthOfAllBytes: 200e6,
    storeRequestsPerGigabyte: 149.6,
    twoAtOnce: 1.5,
    cpuTimesBound: 2.5,
    cpuSecondsPerGigabyte: 25,
  };
  expect(formatResultsTable([{ ...found, service }])).toBe(
    [
      'html: 2.0 MB, 4.00 times as much inflated, 3,000 records',
      '                     MB/s  records/s  of bound  (by CPU)  × warcio  × w. + digests',
      '  bound             100.0    150,000      1.00      1.00      5.00           10.00',
      '  warcio             20.0     30,000      0.20      0.16      1.00            2.00',
      '  warcio + digests   10.0     15,000      0.10      0.10      0.50            1.00',
      '  import             50.0     75,000      0.50      0.50      2.50            5.00',
      '  25.0 processor seconds per GB of all processes together: 2.50 times those of the bound',
      '  two imports at once: 1.50 times the throughput of one',
      '  memory of the service grew by 123.4 MB in one import, 200.0 MB over all',
      '  150 requests to the object store per GB imported',
    ].join('\n'),
  );
});
