// Covers: bench services packages
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { countWrittenObjects } from '../../src/create/create-bench.ts';
import type { CreateResults } from '../../src/create/create-results.ts';
import { readInheritedEnvironment } from '../../src/env.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

describe('npm run bench -- create', () => {
  // Checks only that the results are plausible, because such a short run does not measure speed.
  it('creates with group commit and without, in services that it starts and stops, and prints JSON', () => {
    const options = [
      'create',
      '--seconds=3',
      '--creators=5',
      '--store=fs',
      '--large-mb=2',
      '--rounds=1',
      '--json',
    ];
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options], {
      encoding: 'utf8',
      env: readInheritedEnvironment(),
    });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    const { benchmarks } = JSON.parse(stdout) as { benchmarks: { create: CreateResults } };
    const { creators, seconds, stores, leftOut } = benchmarks.create;
    expect({ creators, seconds, leftOut }).toEqual({ creators: 5, seconds: 3, leftOut: [] });
    expect(stores.map(({ store }) => store)).toEqual(['fs']);
    const [{ grouped, alone, timesAlone, large }] = stores as [CreateResults['stores'][number]];
    // Without group commit, every artifact has its own object. With group commit, some artifacts share an object. The
    // journal has additional objects in both cases.
    expect(alone.objectsPerThousandArtifacts).toBeGreaterThanOrEqual(1000);
    expect(grouped.objectsPerThousandArtifacts).toBeGreaterThan(0);
    expect(grouped.objectsPerThousandArtifacts).toBeLessThan(1000);
    expect(timesAlone).toBeGreaterThan(0);
    expect(large.megabytesPerSecond).toBeCloseTo(large.artifactsPerSecond * 2);
    expect(large.memoryBytes).toBeGreaterThan(20e6);
    for (const { artifactsPerSecond, p50Ms, p99Ms, serviceCpuMs, runs } of [grouped, alone, large]) {
      expect(runs).toHaveLength(1);
      expect(artifactsPerSecond).toBeGreaterThan(0);
      expect(serviceCpuMs).toBeGreaterThan(0);
      expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
    }
  }, 120_000);
});

it('counts requests that made an object, and no others', () => {
  const sample = (operation: string, outcome: string, count: number, name = 'count') =>
    `holdfast_object_store_request_duration_seconds_${name}{operation="${operation}",outcome="${outcome}"} ${count}`;
  const metrics = [
    '# TYPE holdfast_object_store_request_duration_seconds histogram',
    sample('create', 'ok', 3),
    sample('create', 'ok', 99, 'sum'),
    sample('create', 'error', 50),
    sample('put', 'ok', 4),
    sample('PutObject', 'ok', 20),
    sample('CompleteMultipartUpload', 'ok', 100),
    sample('UploadPart', 'ok', 5000),
    sample('GetObject', 'ok', 7000),
  ].join('\n');
  expect(countWrittenObjects(metrics)).toBe(127);
});
