// Covers: bench services packages
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { readInheritedEnvironment } from '../../src/env.ts';
import type { ExportResults } from '../../src/export/export-bench.ts';

const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

// Runs the benchmark with a small file, and checks only that the results are plausible.
it('npm run bench -- export', () => {
  const options = ['export', '--scale=0.01', '--rounds=1', '--json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...options], {
    encoding: 'utf8',
    env: readInheritedEnvironment(),
  });
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  const { benchmarks } = JSON.parse(stdout) as { benchmarks: { export: ExportResults } };
  const { objects, sizeBytes, ways, ofCat } = benchmarks.export;
  expect(ways.map(({ name }) => name)).toEqual(['cat', 'warc.gz', 'wacz', 'tar']);
  expect(sizeBytes).toBeGreaterThan(10e6);
  expect(objects).toBeGreaterThan(0);
  expect(ofCat).toBeGreaterThan(0);
}, 60_000);
