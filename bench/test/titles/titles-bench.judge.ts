// Covers: bench services packages
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeWithCorpus } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { readInheritedEnvironment } from '../../src/env.ts';
import type { TitlesResults } from '../../src/titles/titles-bench.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

describeWithCorpus('the benchmark titles', () => {
  it('loads and asks services that it starts and stops', () => {
    const command = [program, 'titles', '--scale=0.05', '--rounds=1', '--json'];
    const env = readInheritedEnvironment();
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    const { titles } = (JSON.parse(stdout) as { benchmarks: { titles: TitlesResults } }).benchmarks;
    expect(titles.loads).toMatchObject([
      { copies: 1, files: 109, aus: 12_518 },
      { copies: 2, files: 218, aus: 25_036 },
    ]);
    expect(titles.queries).toMatchObject([{ count: 15 }, { count: 15 }]);
    for (const { rows, p50Ms } of titles.queries) {
      expect(rows).toBeGreaterThan(0);
      expect(p50Ms).toBeGreaterThan(0);
    }
    expect(titles.everything.rows).toBe(25_036);
  }, 120_000);
});
