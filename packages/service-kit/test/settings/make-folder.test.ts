import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeFolder, makeFolderSync } from '../../src/settings/make-folder.ts';

it('makes a folder with all above it, or finds it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'make-folder-'));
  const wanted = join(folder, 'a', 'b', 'c');
  await makeFolder(wanted, { mode: 0o700 });
  await makeFolder(wanted);
  makeFolderSync(join(wanted, 'd', 'e'));
  makeFolderSync(join(wanted, 'd', 'e'));
  expect((await stat(wanted)).mode & 0o777).toBe(0o700);
  await rm(folder, { recursive: true });
});

it('gives up where the system denies that the folder to be made is there', async () => {
  await expect(makeFolder('/proc/holdfast/a/b')).rejects.toThrow('ENOENT');
  expect(() => makeFolderSync('/proc/holdfast/a/b')).toThrow('ENOENT');
});
