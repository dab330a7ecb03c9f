// Covers: bench services packages
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { readInheritedEnvironment } from '../../src/env.ts';
import { REPLAY_LOOKUP_KINDS } from '../../src/replay/lookups.ts';
import type { ReplayResults } from '../../src/replay/replay-results.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

// Runs a short benchmark, and checks only that the results are plausible. The benchmark itself compares the responses
// with the SELECTs and checks the numbers of lines.
it('measures look-ups, scans and urlkeys on services that it starts and stops, and prints JSON', () => {
  const options = ['replay', '--captures=10000', '--rounds=1', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options], {
    encoding: 'utf8',
    env: readInheritedEnvironment(),
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  const { benchmarks } = JSON.parse(stdout) as { benchmarks: { replay: ReplayResults } };
  const { lookups, scans, surt, ...rest } = benchmarks.replay;
  expect(rest).toMatchObject({ captures: 10_000, urls: 500, busyCaptures: 200 });
  expect(lookups.map(({ name }) => name)).toEqual(Object.keys(REPLAY_LOOKUP_KINDS));
  for (const { rows, overHttp, bareSelect, timesSelect } of lookups) {
    expect(rows).toBeGreaterThanOrEqual(100);
    expect(overHttp.p99Ms).toBeGreaterThanOrEqual(overHttp.p50Ms);
    expect(timesSelect).toBeCloseTo(overHttp.p50Ms / bareSelect.p50Ms);
  }
  for (const { lines, answers, linesPerSecond } of [scans.resumed, scans.whole]) {
    expect([lines, answers]).toEqual([10_000, 1]);
    expect(linesPerSecond).toBeGreaterThan(0);
  }
  expect(surt.perSecond).toBeGreaterThan(0);
  if ('sameKeys' in surt.python) expect(surt.python.sameKeys).toBe(true);
}, 120_000);
