// Checks that a test runs every command of the runbooks, or that commands.ts states why no test does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { COMMAND_COVERAGE, findCoverage } from './commands.ts';
import { type BlockKind, extractBlocks, runbookPages, runbooksProjectFolder } from './runbook.ts';

const commands = runbookPages.flatMap((page) =>
  extractBlocks(page).flatMap(({ kind, commands: lines }) =>
    lines.map((command) => ({ page, kind, command, coverage: findCoverage(page, kind, command) })),
  ),
);

it('covers every command of the runbooks, or says why not', () => {
  expect(commands.length).toBeGreaterThan(100);
  expect(commands.filter(({ coverage }) => coverage === undefined)).toEqual([]);
});

it('names only commands that the runbooks have', () => {
  const used = new Set(commands.map(({ coverage }) => coverage));
  expect(COMMAND_COVERAGE.filter((one) => !used.has(one))).toEqual([]);
});

it('names tests that read the page', () => {
  const unread = commands.filter(({ page, coverage }) => {
    if (coverage === undefined || !('test' in coverage.how)) return false;
    return !readFileSync(join(runbooksProjectFolder, coverage.how.test), 'utf8').includes(`'${page}'`);
  });
  expect(unread).toEqual([]);
});

it.each<[string, BlockKind, string]>([
  ['a command of a new page', 'sh', './holdfast keep verify'],
  ['a command of Docker that nobody runs', 'docker', 'docker volume prune'],
])('finds %s', (_what, kind, command) => {
  expect(findCoverage('new.md', kind, command)).toBeUndefined();
});
