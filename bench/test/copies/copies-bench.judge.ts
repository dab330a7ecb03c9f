// Covers: bench packages/object-store services/repository-service
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findTestS3 } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import type { CopiesResults } from '../../src/copies/copies-bench.ts';
import { readInheritedEnvironment } from '../../src/env.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

it('the benchmark copies compares two stores with one, and reads while a store hangs', () => {
  const command = [program, 'copies', '--scale=0.01', '--seconds=2', '--rounds=2', '--json'];
  const env = readInheritedEnvironment();
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  const { copies } = (JSON.parse(stdout) as { benchmarks: { copies: CopiesResults } }).benchmarks;
  const { importMegabytesPerSecond, createsPerSecond, readsPerSecond, equalReadsPerSecond } = copies;
  for (const pair of [importMegabytesPerSecond, createsPerSecond, readsPerSecond, equalReadsPerSecond]) {
    expect(pair.one).toHaveLength(2);
    expect(pair.two).toHaveLength(2);
    for (const figure of [...pair.one, ...pair.two, pair.share]) expect(figure).toBeGreaterThan(0);
  }
  if (findTestS3()) expect(copies.hang?.p99HangingMs).toBeGreaterThan(0);
  else expect(copies.hang).toBeUndefined();
}, 400_000);
