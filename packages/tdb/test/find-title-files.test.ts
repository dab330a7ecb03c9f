import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { findTitleFiles } from '../src/index.ts';

async function found(root: string, from = root): Promise<string[]> {
  const places: string[] = [];
  for await (const file of findTitleFiles(root)) {
    places.push(
      `${relative(from, file.path)} ${'why' in file ? file.why : `${file.format} ${file.sizeBytes}`}`,
    );
  }
  return places;
}

it('finds the files with titles in a folder, by their names and in their order', async () => {
  const folder = await createTemporaryFolder();
  await mkdir(join(folder, 'b/deep.tdb'), { recursive: true });
  await mkdir(join(folder, '.hidden'));
  for (const name of [
    'z.tdb',
    'b/deep.tdb/x.XML',
    'b/y.properties',
    'README.md',
    '.hidden/a.tdb',
    '.a.tdb',
    'B.tdb',
  ]) {
    await writeFile(join(folder, name), 'four');
  }
  await symlink(join(folder, 'README.md'), join(folder, 'linked.tdb'));
  await symlink(folder, join(folder, 'loop.tdb'));
  await symlink(join(folder, 'nowhere'), join(folder, 'dead.tdb'));
  expect(await found(folder)).toEqual([
    'B.tdb tdb 4',
    'b/deep.tdb/x.XML xml 4',
    'b/y.properties properties 4',
    'dead.tdb is not there',
    'linked.tdb tdb 4',
    'z.tdb tdb 4',
  ]);
});

it('takes a file that is named for what its name says, or for .tdb text', async () => {
  const folder = await createTemporaryFolder();
  await writeFile(join(folder, 'titles'), '');
  expect(await found(join(folder, 'titles'), folder)).toEqual(['titles tdb 0']);
  expect(await found(join(folder, 'nowhere'), folder)).toEqual(['nowhere is not there']);
  expect(await found('/dev/null', '/dev')).toEqual(['null is neither a file nor a folder']);
});
