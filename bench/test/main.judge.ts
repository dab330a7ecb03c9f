// Covers: bench services packages
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readInheritedEnvironment } from '../src/env.ts';
import type { FileResult } from '../src/results.ts';

// Runs the compiled `npm run bench` with tiny files and a single round, and checks only that the results are plausible.
const program = fileURLToPath(new URL('../dist/main.js', import.meta.url));
let cache: string;

beforeAll(() => {
  cache = mkdtempSync(join(tmpdir(), 'holdfast-bench-test-'));
});
afterAll(() => rmSync(cache, { recursive: true }));

describe('npm run bench', () => {
  it('measures reading, and prints a table', () => {
    const { status, stdout } = bench('read', '--files=small');
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^read\n\nsmall: .* records\n +MB\/s .*\n +bound .*\n +warcio .*\n +warcio \+ digests .*\n +codec .*\n/,
    );
  });

  it('measures whole imports into services that it starts and stops, and prints JSON', () => {
    const { status, stdout, stderr } = bench('import', '--files=huge', '--json');
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    const { benchmarks } = JSON.parse(stdout) as { benchmarks: { import: FileResult[] } };
    expect(benchmarks.import.map(({ file }) => file)).toEqual(['huge']);
    for (const { ways, service } of benchmarks.import) {
      expect(ways.map(({ name }) => name)).toEqual([
        'bound',
        'warcio',
        'warcio + digests',
        'codec',
        'import',
        'import, artifacts alone',
        'two imports at once',
      ]);
      for (const way of ways) expect(way.megabytesPerSecond).toBeGreaterThan(0);
      expect(service!.memoryGrowthBytes).toBeGreaterThanOrEqual(0);
      expect(service!.storeRequestsPerGigabyte).toBeGreaterThan(0);
    }
  }, 120_000);

  it('says what it does not know, and what there is', () => {
    const { status, stderr } = bench('flying');
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^There is no benchmark flying; there is read, import, create, (?:\w+, )*titles\./,
    );
    expect(bench('--help').stdout).toMatch(/--scale/);
  });
});

function bench(...args: string[]) {
  const command = [program, '--scale=0.002', '--rounds=1', ...args];
  const env = { ...readInheritedEnvironment(), XDG_CACHE_HOME: cache };
  return spawnSync(process.execPath, command, { encoding: 'utf8', env });
}
