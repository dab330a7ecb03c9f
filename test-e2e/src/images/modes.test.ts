// Checks the file modes of images: a container may run under any user ID.
import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { projectFolder } from './built-image.ts';

const { setFileModes } = (await import(join(projectFolder, 'scripts/image/modes.mjs'))) as {
  setFileModes(folder: string): void;
};

it('makes a folder of a strict or a lax build readable for every user, and writable for its owner alone', async () => {
  const folder = await createTemporaryFolder();
  await mkdir(join(folder, 'bin'));
  for (const name of ['bin/strict', 'bin/lax', 'strict.js', 'lax.js'])
    await writeFile(join(folder, name), '');
  await chmod(join(folder, 'bin/strict'), 0o700);
  await chmod(join(folder, 'bin/lax'), 0o777);
  await chmod(join(folder, 'strict.js'), 0o600);
  await chmod(join(folder, 'lax.js'), 0o666);
  await chmod(join(folder, 'bin'), 0o700);
  await chmod(folder, 0o700);
  setFileModes(folder);
  const modes = await Promise.all(
    ['.', ...(await readdir(folder, { recursive: true })).sort()].map(async (path) => [
      path,
      ((await stat(join(folder, path))).mode & 0o7777).toString(8),
    ]),
  );
  expect(Object.fromEntries(modes)).toEqual({
    '.': '755',
    bin: '755',
    'bin/lax': '755',
    'bin/strict': '755',
    'lax.js': '644',
    'strict.js': '644',
  });
});
