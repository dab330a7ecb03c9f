import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { createFindings } from '../../../src/loading/plugins/findings.ts';
import { readPluginFolder } from '../../../src/loading/plugins/folder.ts';
import { makeDefinitionXml } from '../../domain/plugin-definitions/definition-xml.ts';
import { makeZip } from './archives.ts';

const plugin = (name: string) => makeDefinitionXml(`org.example.${name}`);

async function folderOf(files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const folder = await createTemporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

async function read(path: string) {
  const findings = createFindings();
  await readPluginFolder(findings, path, new AbortController().signal);
  const found = findings.candidates.map(({ definition, place }) => [definition.pluginId, place]);
  return { found, problems: findings.problems, complete: findings.complete };
}

describe('a folder of plugins', () => {
  it('is read with all folders in it, in the order of the names', async () => {
    const folder = await folderOf({
      'b.xml': plugin('B'),
      'a/z/deep.xml': plugin('Deep'),
      'a/c.jar': await makeZip({ 'x/P.xml': plugin('InJar') }),
      'd.ZIP': await makeZip({ 'P.xml': plugin('InZip') }),
      'readme.txt': plugin('No'),
      '.hidden/e.xml': plugin('No'),
      '.e.xml': plugin('No'),
    });
    const root = basename(folder);
    expect(await read(folder)).toEqual({
      found: [
        ['org.example.InJar', `${root}/a/c.jar!/x/P.xml`],
        ['org.example.Deep', `${root}/a/z/deep.xml`],
        ['org.example.B', `${root}/b.xml`],
        ['org.example.InZip', `${root}/d.ZIP`.concat('!/P.xml')],
      ],
      problems: [],
      complete: true,
    });
  });

  it('is named with its path, and the setting, where it cannot be read', async () => {
    const folder = await folderOf({ 'a/b.xml': plugin('B') });
    for (const path of [join(folder, 'none', 'plugins'), join(folder, 'a', 'b.xml', 'plugins')]) {
      const { problems, complete } = await read(path);
      expect(problems).toEqual([
        expect.stringMatching(/^\/.*\/plugins \(PLUGIN_SOURCES\): cannot be read: ENO(?:ENT|TDIR)$/),
      ]);
      expect([complete, problems[0]]).toEqual([false, expect.stringContaining(path)]);
    }
  });

  it('may be a single file', async () => {
    const folder = await folderOf({ 'b.xml': plugin('B'), 'c.xml': plugin('C') });
    expect((await read(join(folder, 'b.xml'))).found).toEqual([['org.example.B', 'b.xml']]);
  });

  it('may link to files, as where files are put in place by links; not to folders, which could go in circles', async () => {
    const folder = await folderOf({ '..data_1/b.xml': plugin('B') });
    await symlink('..data_1', join(folder, '..data'));
    await symlink('..data/b.xml', join(folder, 'b.xml'));
    await symlink('.', join(folder, 'circle'));
    await symlink('.', join(folder, 'circle.xml'));
    await symlink('nowhere', join(folder, 'lost.xml'));
    const { found, problems } = await read(folder);
    expect(found).toEqual([['org.example.B', `${basename(folder)}/b.xml`]]);
    expect(problems).toEqual([`${basename(folder)}/lost.xml: cannot be read: ENOENT`]);
  });

  it('may hold broken plugins, and other XML that is none', async () => {
    const folder = await folderOf({
      'a.xml': '<map>',
      'b.xml': plugin('B'),
      'c.jar': 'no archive',
      'titles.xml': '<lockss-config/>',
      'long.xml': Buffer.alloc(2 * 1024 * 1024, ' '),
      'LongPlugin.xml': Buffer.alloc(2 * 1024 * 1024, ' '),
      'OddPlugin.xml': '<lockss-config/>',
    });
    const { found, problems, complete } = await read(folder);
    const root = basename(folder);
    expect(found).toEqual([['org.example.B', `${root}/b.xml`]]);
    expect(problems).toEqual([
      `${root}/LongPlugin.xml: it is longer than 1048576 bytes`,
      `${root}/OddPlugin.xml: this is not a plugin: its root element is not a map`,
      expect.stringMatching(`^${root}/a.xml, line 1: it is not well-formed XML`),
      expect.stringMatching(`^${root}/c.jar: the archive cannot be read: `),
    ]);
    expect(complete).toBe(true);
  });

  it('that is not there leaves unknown what there is', async () => {
    const gone = join(await createTemporaryFolder(), 'gone');
    const { problems, complete } = await read(gone);
    expect(problems).toEqual([`${gone} (PLUGIN_SOURCES): cannot be read: ENOENT`]);
    expect(complete).toBe(false);
  });

  it('may be deep, but not without end', async () => {
    const folder = await folderOf({ [`${'a/'.repeat(60)}b.xml`]: plugin('B'), 'c.xml': plugin('C') });
    const { found, problems } = await read(folder);
    expect(found).toEqual([['org.example.C', `${basename(folder)}/c.xml`]]);
    expect(problems).toEqual([expect.stringMatching(/a: the folders are too deep$/)]);
  });

  it('names files so that they can be shown', async () => {
    const folder = await folderOf({ 'a\n\u202e.xml': '<map>' });
    expect((await read(folder)).problems[0]).toMatch(/\/a\ufffd\ufffd\.xml, line 1/);
  });
});
