// Test data whose expected results are independent of this code: they come from other programs or from people.
// Generated data is in this package (fixtures/README.md). Real data is outside the repository; tests that need it print
// a message if it is missing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCorpusFolder } from '../env.ts';
import type { JestGlobals } from '../jest-globals.ts';

const folder = readCorpusFolder() ?? fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url));

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** Returns the path of a generated file. Example: `findFixture('warcs/plain.warc')`. */
export const findFixture = (name: string): string => join(fixtures, name);

export const corpus = {
  folder,
  available: existsSync(join(folder, 'README.md')),
  /** Returns the path of a corpus file. Example: `corpus.path('warcs/iana.warc.gz')`. */
  path: (name: string): string => join(folder, name),
};

/** Calls `describe` if the corpus is available. Otherwise prints a message and adds a skipped test. */
export function describeWithCorpus(name: string, body: () => void): void {
  const { describe, it } = globalThis as unknown as JestGlobals;
  if (corpus.available) {
    describe(name, body);
    return;
  }
  process.stderr.write(
    `NOT RUN: "${name}" needs the corpus, which is not at ${folder} (set HOLDFAST_CORPUS).\n`,
  );
  it.skip(name, () => undefined);
}
