// Checks parts of a release without building it: bills of materials, and owners and modes in layers of images.
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { projectFolder } from '../readme/installation.ts';

const load = (name: string): Promise<unknown> => import(join(projectFolder, 'scripts/release', name));
const { describeBillOfMaterials } = (await load('bill-of-materials.mjs')) as {
  describeBillOfMaterials(folder: string, about: Readonly<Record<string, unknown>>): string;
};
const { packFolder } = (await load('tar.mjs')) as {
  packFolder(
    folder: string,
    names: readonly string[],
    file: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<void>;
};

it('names npm packages, nested ones too, Node and Debian packages in a bill of materials', async () => {
  const folder = await createTemporaryFolder();
  for (const [path, version] of [
    ['one', '1.0.0'],
    ['@scope/two', '2.0.0'],
    ['one/node_modules/three', '3.0.0'],
    ['@holdfast/own', '0.1.0'],
  ]) {
    const home = join(folder, 'node_modules', path!);
    await mkdir(home, { recursive: true });
    const name = path!.replace(/^.*node_modules\//, '');
    await writeFile(join(home, 'package.json'), JSON.stringify({ name, version, license: 'MIT' }));
  }
  const debian = ['arm64', 'amd64'].map((architecture) => ({
    ...{ name: 'libstdc++6', version: '1:14.2.0-19', architecture },
  }));
  const about = { version: '0.1.0', revision: 'abc', node: '24.21.0', epoch: 0, debian };
  const text = describeBillOfMaterials(folder, { ...about, image: 'holdfast-cli' });
  expect(
    describeBillOfMaterials(folder, { ...about, image: 'holdfast-cli', debian: debian.toReversed() }),
  ).toBe(text);
  const { metadata, components } = JSON.parse(text);
  expect(metadata.component).toMatchObject({ type: 'container', name: 'holdfast-cli' });
  expect(components.map(({ purl }: { purl: string }) => purl)).toEqual([
    'pkg:deb/debian/libstdc%2B%2B6@1%3A14.2.0-19?arch=amd64',
    'pkg:deb/debian/libstdc%2B%2B6@1%3A14.2.0-19?arch=arm64',
    'pkg:generic/node@24.21.0',
    'pkg:npm/%40scope/two@2.0.0',
    'pkg:npm/one@1.0.0',
    'pkg:npm/three@3.0.0',
  ]);
});

it('packs the spool of images so that group 0 may write it', async () => {
  const folder = await createTemporaryFolder();
  await mkdir(join(folder, 'spool'), { mode: 0o700 });
  const file = join(folder, 'layer.tar.gz');
  await packFolder(folder, ['spool'], file, { epoch: 0, mode: '0770', owner: 10_001 });
  const list = execFileSync('tar', ['--numeric-owner', '-tvzf', file], { encoding: 'utf8' });
  expect(list).toMatch(/^drwxrwx--- 10001\/0 .* spool\/\n$/);
});
