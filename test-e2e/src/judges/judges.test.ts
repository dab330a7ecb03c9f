// Tests which judges `npm run judges -- NAME...` selects, and its message for an unknown name.
import { fileURLToPath } from 'node:url';
import { startProcess } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const pywb = ['methods', 'own-tests', 'pywb', 'queries'].map((name) => `test-e2e/src/pywb/${name}.judge.ts`);

it.each([
  ['the name of a file', ['live'], ['packages/surt/test/live.judge.ts']],
  ['a file name with its ending', ['live.judge.ts'], ['packages/surt/test/live.judge.ts']],
  ['a folder', ['pywb'], pywb],
  ['a path', ['test-e2e/src/pywb/'], pywb],
  [
    'two names',
    ['own-tests', 'surt'],
    ['packages/surt/test/live.judge.ts', 'test-e2e/src/pywb/own-tests.judge.ts'],
  ],
])('chooses judges by %s', async (_what, names, judges) => {
  const { code, output } = await runJudges('--list', ...names);
  expect({ code, listed: output.trim().split('\n') }).toEqual({ code: 0, listed: judges });
});

it('lists all judges when no name is given', async () => {
  const { output } = await runJudges('--list');
  expect(output.trim().split('\n').length).toBeGreaterThan(80);
});

it.each([
  ['an unknown name', ['nobody'], /^There is no judge nobody\. .*\n(?:.*\.judge\.ts\n){80,}Usage: /],
  ['a part of a name', ['pyw'], /^There is no judge pyw\./],
  ['no number of seconds', ['--for', 'ever'], /^--for takes a number of seconds\./],
])('refuses %s', async (_what, words, said) => {
  expect(await runJudges(...words)).toEqual({ code: 2, output: expect.stringMatching(said) });
});

async function runJudges(...words: string[]): Promise<{ code: number | null; output: string }> {
  const judges = await startProcess('node', ['scripts/judges.mjs', ...words], { cwd: project });
  const { code } = await judges.exited;
  return { code, output: judges.output() };
}
