// Data with the results that other programs, or people, got from it. There is data of our own making in this package
// (fixtures/README.md), and real data beside the repository, which is not part of it: tests that need that say loudly
// what did not run where it is missing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusFolder } from '../env.ts';
import type { JestGlobals } from '../jest-globals.ts';

const folder = corpusFolder() ?? fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url));

const fixtures = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** Full path of a file of our own making: `fixture('warcs/plain.warc')`. */
export const fixture = (name: string): string => join(fixtures, name);

export const corpus = {
  folder,
  available: existsSync(join(folder, 'README.md')),
  /** Full path of a file: `corpus.path('warcs/iana.warc.gz')`. */
  path: (name: string): string => join(folder, name),
};

/**
 * `describe` where the corpus is. Elsewhere one skipped test and a sentence on stderr: the body, which may read the
 * corpus at once, is not called.
 */
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
