// Covers: bench services packages
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describeWithCorpus } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { readInheritedEnvironment } from '../../src/env.ts';
import type { GroupsResults } from '../../src/groups/groups-bench.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

describeWithCorpus('the benchmark groups', () => {
  it('takes real AUs through their life in services that it starts and stops', () => {
    const command = [program, 'groups', '--scale=0.002', '--rounds=2', '--json'];
    const env = readInheritedEnvironment();
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    const { groups } = (JSON.parse(stdout) as { benchmarks: { groups: GroupsResults } }).benchmarks;
    expect(groups).toMatchObject({ aus: 20, added: 20 });
    expect(groups.steps.map(({ name }) => name)).toEqual([
      'add',
      'list',
      'deactivate',
      'reactivate',
      'delete',
    ]);
    for (const { seconds, ausPerSecond } of groups.steps) {
      expect(seconds).toHaveLength(2);
      expect(ausPerSecond).toBeGreaterThan(0);
    }
  }, 120_000);
});
