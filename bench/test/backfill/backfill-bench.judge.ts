// Covers: bench packages/object-store services/repository-service
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import type { BackfillResults } from '../../src/backfill/backfill-bench.ts';
import { readInheritedEnvironment } from '../../src/env.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

// On a busy machine, the ratio may exceed its limit. Allows the program to fail for this reason only.
it('the benchmark backfill fills a second store while clients read', () => {
  const command = [program, 'backfill', '4000', '--seconds=2', '--json'];
  const env = readInheritedEnvironment();
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
  const { backfill } = (JSON.parse(stdout) as { benchmarks: { backfill: BackfillResults } }).benchmarks;
  expect({ status, stderr: stderr.trim() }).toEqual(
    backfill.ratio > 2 ? { status: 1, stderr: backfill.failures[0] } : { status: 0, stderr: '' },
  );
  expect(backfill.artifacts).toBe(4_000);
  expect(backfill.objects).toBeGreaterThan(backfill.smallArchives);
  expect(backfill.ratio).toBeCloseTo(backfill.during.p99Ms / backfill.idle.p99Ms, 6);
  for (const figure of [backfill.bytes, backfill.seconds, backfill.during.p50Ms, backfill.idle.p50Ms])
    expect(figure).toBeGreaterThan(0);
}, 300_000);
