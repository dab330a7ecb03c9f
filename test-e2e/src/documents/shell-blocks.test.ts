// Checks that a test runs every shell block in the documents, or that the document states why the block is not run.
// Also checks that commands inside sentences exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { documentsProjectFolder, documentTexts, extractCommands } from './documents.ts';
import {
  extractShellBlocks,
  findShellBlocks,
  findUnknownCommands,
  isAccountedFor,
  PRINTED_PAGES,
  SHELL_BLOCK_RUNNERS,
} from './shell-blocks.ts';

const pages = [...documentTexts.keys()];
/** Returns the code of a page: code blocks and inline code. */
const codeIn = (page: string) => extractCommands(documentTexts.get(page)!, /^([^\n]+)$/gm).join('\n');

it('runs every shell block, or says why not', () => {
  expect(extractShellBlocks.length).toBeGreaterThan(60);
  expect(extractShellBlocks.filter((block) => !isAccountedFor(block))).toEqual([]);
});

it('names tests that exist in the reasons', () => {
  const named = extractShellBlocks.flatMap(({ page, notRun = '' }) =>
    [...notRun.matchAll(/(?:test-e2e|packages|services|bench)\/[\w/.-]*\w/g)].map(([path]) => ({
      page,
      path,
    })),
  );
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(({ path }) => !existsSync(join(documentsProjectFolder, path)))).toEqual([]);
});

it('finds a block that nothing runs', () => {
  const [block, marked] = findShellBlocks(
    'docs/new.md',
    '```sh\ncurl http://127.0.0.1/\n```\n\n<!-- not run: needs a broker -->\n\n```sh\ncurl http://127.0.0.1/\n```\n',
  );
  expect(isAccountedFor(block!)).toBe(false);
  expect(marked).toMatchObject({ notRun: 'needs a broker' });
  expect(isAccountedFor(marked!)).toBe(true);
});

it('names only pages that have such blocks', () => {
  for (const path of [...Object.keys(SHELL_BLOCK_RUNNERS), ...PRINTED_PAGES]) {
    expect(extractShellBlocks.filter(({ page }) => page.startsWith(path)).length).toBeGreaterThan(0);
  }
});

it('marks shell commands as such', () => {
  const plain = /^```\n(?:\$ |npm |curl |docker |kubectl |\.\/holdfast )/m;
  expect(pages.filter((page) => plain.test(documentTexts.get(page)!))).toEqual([]);
});

it.each(pages)('names judges, drills, tests and scripts in %s that exist', (page) => {
  expect(findUnknownCommands(codeIn(page))).toEqual([]);
});

it('finds commands that do not exist', () => {
  const wrong = ['npm run judges -- no-such', 'npm run drill -- no-such', 'npm test -- packages/no-such'];
  expect(findUnknownCommands(wrong.join('\n'))).toEqual(wrong);
});

it('names options of holdfast that its help knows', async () => {
  const options = new Map<string, Set<string>>();
  for (const page of pages) {
    for (const line of codeIn(page)
      .replaceAll(/ *#.*$/gm, '')
      .split('\n')) {
      const [, command, rest] = /\.\/holdfast ([a-z-]+)([^|;&]*)/.exec(line) ?? [];
      if (command === undefined || command.startsWith('-')) continue;
      const found = options.get(command) ?? new Set();
      for (const [option] of rest!.matchAll(/(?<=\s)--[a-z][a-z-]*/g)) found.add(option);
      options.set(command, found);
    }
  }
  const unknown: string[] = [];
  for (const [command, named] of options) {
    const help = await startProcess('./holdfast', [command, '--help'], { cwd: documentsProjectFolder });
    await help.exited;
    for (const option of named) {
      if (option !== '--help' && !help.output().includes(option)) unknown.push(`${command} ${option}`);
    }
  }
  expect(unknown).toEqual([]);
}, 120_000);

it('keeps the README short', () => {
  expect(
    readFileSync(join(documentsProjectFolder, 'README.md'), 'utf8').split('\n').length,
  ).toBeLessThanOrEqual(161);
});
