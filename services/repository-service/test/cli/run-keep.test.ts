// `holdfast keep` parses its arguments before it opens anything, and rejects invalid arguments with the reason.
import { expect, it } from '@jest/globals';
import { keepCommands } from '../../src/cli/commands.ts';
import { runKeep } from '../../src/cli/run-keep.ts';

/** Runs the command. Returns its exit code and its complete output. */
async function said(...words: string[]): Promise<[number, string]> {
  const text: string[] = [];
  const output = { write: (some: string) => Boolean(text.push(some)) };
  const code = await runKeep({
    words,
    commands: keepCommands,
    output,
    errorOutput: { ...output, isTTY: false },
    signal: new AbortController().signal,
    withFoundations: () => Promise.reject(new Error('something was opened')),
  });
  return [code, text.join('')];
}

it('tells what there is', async () => {
  for (const words of [[], ['help'], ['verify', '--help']]) {
    expect(await said(...words)).toEqual([0, expect.stringContaining('holdfast keep rebuild')]);
  }
});

it('refuses what it does not understand', async () => {
  expect(await said('polish')).toEqual([2, expect.stringContaining("There is no command 'keep polish'")]);
  expect(await said('verify', '--rate', 'fast')).toEqual([
    2,
    expect.stringContaining('--rate must be a size'),
  ]);
  expect(await said('verify', '--colour')).toEqual([2, expect.stringContaining('--colour')]);
});

it('says why it could not be done', async () => {
  expect(await said('verify')).toEqual([3, 'something was opened\n']);
});
