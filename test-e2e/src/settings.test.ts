// Checks that docs/settings.md equals the output of `npm run docs`, which generates it from the settings tables of the
// programs.
import { fileURLToPath } from 'node:url';
import { startProcess } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';

it('has a page that is what the programs check', async () => {
  const script = fileURLToPath(new URL('../../scripts/settings.mjs', import.meta.url));
  const check = await startProcess(process.execPath, [script, 'check'], {});
  expect(await check.exited).toEqual({ code: 0, signal: null });
  expect(check.output()).toBe('');
});
