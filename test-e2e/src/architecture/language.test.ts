// Enforces the language rules of CONTRIBUTING.md that a program can check, in every source, test and script.
import { describe, expect, it } from '@jest/globals';
import {
  findBadOpenings,
  findBannedWords,
  findOfNames,
  findRepeatedNames,
  MAX_SAME_NAME,
} from './language.ts';
import { readAllScripts, readAllSources, type Source } from './sources.ts';

const rules: Readonly<Record<string, (sources: readonly Source[]) => string[]>> = {
  'opens comments with a verb or the name of the thing': findBadOpenings,
  'exports no name that ends in Of': findOfNames,
  [`exports no name from more than ${MAX_SAME_NAME} files`]: findRepeatedNames,
  'uses no private words in comments and names': findBannedWords,
};

describe('the language of the sources', () => {
  const sources = [...readAllSources(), ...readAllScripts()];

  it.each(Object.entries(rules))('%s', (_name, rule) => {
    expect(rule(sources)).toEqual([]);
  });
});

describe('each language rule', () => {
  const path = 'packages/warc/src/x.ts';
  const makeSources = (text: string): Source[] => [{ path, text }];

  it.each(
    'Of|What|That|Those|By|Who|Whoever|As|From|Behind|Beyond|Beside|Where|Which|Is|Are|To be|In'.split('|'),
  )('finds a comment that opens with %s', (opening) => {
    for (const comment of [`/** ${opening} it. */`, `  // ${opening} it.`, `/**\n * ${opening} it.\n */`]) {
      expect(findBadOpenings(makeSources(`${comment}\nconst x = 1;\n`))).toEqual([
        expect.stringMatching(/^packages\/warc\/src\/x\.ts:1 opens with/),
      ]);
    }
  });

  it('finds the opening of a judge, after the folders that it judges', () => {
    expect(findBadOpenings(makeSources('// Covers: services packages\n// Of it.\n'))).toHaveLength(1);
    expect(findBadOpenings(makeSources('// Covers: services packages\n'))).toEqual([]);
  });

  it('passes openings with a verb, a name or a longer word', () => {
    const text = ['Returns it.', 'Interval in ms.', 'Whether it is.', 'Isolation level.', 'Office hours.']
      .map((comment) => `/** ${comment} */\nconst x = 1;\n`)
      .join('\n');
    expect(findBadOpenings(makeSources(text))).toEqual([]);
  });

  it('looks only at the beginning of a comment, and at no text in code', () => {
    expect(findBadOpenings(makeSources("// Opens it.\n// What follows.\nconst x = '// Of it';\n"))).toEqual(
      [],
    );
  });

  it.each(['function nameOf() {}', 'const nameOf = 1;', 'async function nameOf() {}', 'type NameOf = 1;'])(
    'finds export %s',
    (declaration) => {
      expect(findOfNames(makeSources(`export ${declaration}\n`))).toHaveLength(1);
      expect(findOfNames(makeSources(`${declaration}\n`))).toEqual([]);
    },
  );

  it('finds a name that too many files export', () => {
    const files = Array.from({ length: MAX_SAME_NAME + 1 }, (_, i) => ({
      path: `packages/warc/src/x${i}.ts`,
      text: 'export interface Page {}\n',
    }));
    expect(findRepeatedNames(files)).toEqual([expect.stringMatching(/^Page is exported by 4 files/)]);
    expect(findRepeatedNames(files.slice(1))).toEqual([]);
  });

  it.each([
    ['in a comment', path, '// Asks the heirs.\n'],
    ['of two words', path, '// Files that are\n// let go.\n'],
    ['in an exported name', path, 'export const firstTold = 1;\n'],
    ['in a file name', 'packages/warc/src/strangers.ts', ''],
  ])('finds a private word %s', (_where, file, text) => {
    expect(findBannedWords([{ path: file, text }])).toHaveLength(1);
  });
});
