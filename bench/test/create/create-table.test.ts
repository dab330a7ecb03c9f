import { expect, it } from '@jest/globals';
import { computeStoreResult } from '../../src/create/create-results.ts';
import { formatCreateTable } from '../../src/create/create-table.ts';

const run = (artifactsPerSecond: number, objectsPerThousandArtifacts: number) => ({
  artifactsPerSecond,
  objectsPerThousandArtifacts,
  p50Ms: 200,
  p99Ms: 400.04,
  serviceCpuMs: 1.5,
  creatorsCpuMs: 0.2,
});

const largeRun = (artifactsPerSecond: number) => ({
  ...run(artifactsPerSecond, 1000),
  megabytesPerSecond: artifactsPerSecond * 50,
  memoryBytes: 200e6,
});

it('shows the medians of both ways, how they compare, and what was left out and why', () => {
  const fs = computeStoreResult('fs', {
    grouped: [run(900, 10), run(700, 12), run(800, 11)],
    alone: [run(90, 1000), run(110, 1000)],
    large: [largeRun(3), largeRun(4), largeRun(2)],
  });
  expect(fs.timesAlone).toBe(8);
  const leftOut = [{ store: 's3' as const, reason: 'there is no Go on this machine' }];
  const table = formatCreateTable({
    ...{ creators: 200, seconds: 30, payloadBytes: 20_000 },
    large: { creators: 4, seconds: 10, payloadBytes: 50e6 },
    stores: [fs],
    leftOut,
  });
  expect(table).toBe(
    [
      '200 creators for 30 s, 20 KB each, one AU',
      '',
      '                    artifacts/s  p50 ms  p99 ms  objects/1,000  service CPU ms each         runs',
      '  fs, group commit          800   200.0   400.0           11.0                 1.50  900 700 800',
      '  fs, each alone            100   200.0   400.0         1000.0                 1.50       90 110',
      '  group commit: 8.00 times the artifacts per second',
      '',
      '4 creators for 10 s, 50 MB each, one AU',
      '',
      '      MB/s  artifacts/s  p50 ms  p99 ms  service CPU ms each  memory MB         runs',
      '  fs   150         3.00     200     400                    2        200  150 200 100',
      '',
      'NOT MEASURED: s3, because there is no Go on this machine.',
    ].join('\n'),
  );
});
