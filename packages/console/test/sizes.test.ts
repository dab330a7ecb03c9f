// Tests that the files that a browser loads for the overview do not exceed a size limit. The drill `console` measures
// the same in a browser.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../src/language/languages.ts';
import {
  listEntryFiles,
  listPageFiles,
  measureBrotliBytes,
  readBuiltPage,
  readScreenFiles,
} from './built-site.ts';

/** Size limit of this test. The limit for users is 60 kB; the rest is a reserve for new parts of the overview. */
const MAX_BYTES = 50_000;
const MAX_FILES = 8;
/** Estimated size of the response headers of a file, rounded up. */
const HEADER_BYTES = 500;

describe('the overview', () => {
  it.each(Object.keys(LANGUAGES))(
    'is at most 50 kB in %s: all files, compressed, with headers',
    (language) => {
      const files = new Set([
        ...listPageFiles(),
        ...listEntryFiles(`table:messages:${language}`),
        ...listEntryFiles('src/screens/overview/later-parts.ts'),
      ]);
      const page = gzipSync(readBuiltPage(), { level: 4 }).length + HEADER_BYTES;
      const sizes = [...files].map((name) => measureBrotliBytes(name) + HEADER_BYTES);
      expect(files.size).toBeLessThanOrEqual(MAX_FILES);
      expect(sizes.reduce((sum, one) => sum + one, page)).toBeLessThan(MAX_BYTES);
    },
  );

  it('is loaded by the page without a chain of scripts', () => {
    const scripts = listPageFiles().filter((name) => name.endsWith('.js'));
    const needed = [...listEntryFiles('src/early.ts'), ...listEntryFiles('src/main.tsx')];
    // Each entry point file contains only an import.
    const chunks = needed.filter((name) => !/^(?:early|console)-/.test(name));
    expect(scripts.toSorted()).toEqual([...new Set(chunks)].sort());
  });
});

it.each(['aus', 'artifact', 'settings'])('the page lists all files of the screen %s', (screen) => {
  const entry = `src/screens/${screen}/${screen}-screen.tsx`;
  const [own, ...needed] = listEntryFiles(entry);
  expect(own).toMatch(`${screen}-screen-`);
  const others = needed.filter((name) => !listPageFiles().includes(name));
  expect(others.length).toBeGreaterThan(0);
  expect(readScreenFiles(screen).toSorted()).toEqual(others.sort());
});
