// Tests that the files that a browser loads for the first screen do not exceed a size limit.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const built = join(import.meta.dirname, '..', 'dist');
const MAX_BYTES = 60_000;

interface Output {
  readonly bytes: number;
  readonly entryPoint?: string;
  /** Files that this file imports statically. */
  readonly imports: readonly string[];
}

it('the first screen is at most 60 kB, compressed', () => {
  const sizes = JSON.parse(readFileSync(join(built, 'sizes.json'), 'utf8')) as Record<string, Output>;
  const first = Object.keys(sizes).filter((name) =>
    /^(?:src\/main\.tsx|table:styles:all|table:messages:en|src\/screens\/overview\/overview-screen\.tsx)$/.test(
      sizes[name]!.entryPoint ?? '',
    ),
  );
  const all = new Set(first);
  for (const name of all) for (const needed of sizes[name]!.imports) all.add(needed);
  const bytes = [...all].map((name) => statSync(join(built, 'site', 'assets', `${name}.br`)).size);
  const sum = bytes.reduce((total, one) => total + one, 0);
  expect(first.length).toBe(4);
  expect(sum).toBeLessThan(MAX_BYTES);
  expect(existsSync(join(built, 'site', 'index.html'))).toBe(true);
});
