import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NAMED_PLUGIN_ID, namedPlugin } from '../../../src/domain/plugins/named-plugin.ts';
import { findPlugin, findPlugins, selectAllPlugins } from '../../../src/index/plugins/plugins.db.ts';
import { makeDefinitionXml } from '../../domain/plugin-definitions/definition-xml.ts';
import { createPluginsDatabase, type PluginsDatabase } from './plugins-database.ts';

const demoId = 'org.example.Demo';

describe('loading plugins from folders', () => {
  let plugins: PluginsDatabase;
  let folder: string;
  beforeAll(async () => {
    plugins = await createPluginsDatabase();
  });
  afterAll(() => plugins.database.close());
  beforeEach(async () => {
    folder = await createTemporaryFolder();
    await plugins.load([]);
  });

  const write = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
  const db = () => plugins.database.kysely;

  /** Returns the ID of the transaction that last wrote each row. A changed ID means that the row was written again. */
  const writers = async (): Promise<unknown> =>
    (await plugins.database.pool.query('select plugin_id, xmin from plugin order by plugin_id')).rows;

  it('puts them into use as they are defined', async () => {
    await write(
      'Demo.xml',
      makeDefinitionXml(demoId, {
        plugin_version: '3',
        au_start_url: ['a'],
        au_refetch_depth: 2,
        ümläut: "'\\u0000",
      }),
    );
    expect(await plugins.load([folder])).toEqual({ changed: true, problems: [] });
    const demo = await findPlugin(db(), demoId);
    expect(demo).toMatchObject({
      pluginId: demoId,
      name: 'Demo',
      version: '3',
      type: 'Internal',
      definition: { au_start_url: '["a"]', au_refetch_depth: '2', ümläut: "'\\u0000" },
      rules: { au_start_url: ['a'], au_refetch_depth: 2 },
    });
    expect(demo).not.toHaveProperty('registry');
    expect(demo!.parameters[0]).toEqual({ key: 'base_url', type: 1, definitional: true, defaultOnly: false });
    expect([...(await selectAllPlugins(db())).keys()].sort()).toEqual([
      demoId,
      'org.lockss.plugin.ImportPlugin',
      NAMED_PLUGIN_ID,
      'org.lockss.plugin.RegistryPlugin',
    ]);
  });

  it('always finds the built-in one, of which there is one row for queries', async () => {
    expect(await findPlugin(db(), NAMED_PLUGIN_ID)).toEqual(namedPlugin);
    const found = await findPlugins(db(), [NAMED_PLUGIN_ID, 'org.example.Gone', NAMED_PLUGIN_ID]);
    expect([...found.keys()]).toEqual([NAMED_PLUGIN_ID]);
    expect(await findPlugins(db(), [])).toEqual(new Map());
    const { rows } = await plugins.database.pool.query('select plugin_id, type, definition from plugin');
    expect(rows).toEqual([{ plugin_id: NAMED_PLUGIN_ID, type: 'Builtin', definition: {} }]);
  });

  it('writes only what differs, and says whether anything did', async () => {
    await write('A.xml', makeDefinitionXml('org.example.A'));
    await write('B.xml', makeDefinitionXml('org.example.B', { x: 1 }));
    await plugins.load([folder]);
    const before = await writers();
    expect(await plugins.load([folder])).toEqual({ changed: false, problems: [] });
    expect(await writers()).toEqual(before);

    await write('B.xml', makeDefinitionXml('org.example.B', { x: 2 }));
    expect(await plugins.load([folder])).toEqual({ changed: true, problems: [] });
    const after = (await writers()) as { plugin_id: string }[];
    expect(
      after.filter((row, at) => JSON.stringify(row) !== JSON.stringify((before as unknown[])[at])),
    ).toEqual([expect.objectContaining({ plugin_id: 'org.example.B' })]);
  });

  it('takes out of use what is gone, or cannot be used any more', async () => {
    for (const name of ['A', 'B', 'C']) await write(`${name}.xml`, makeDefinitionXml(`org.example.${name}`));
    await plugins.load([folder]);
    await rm(join(folder, 'A.xml'));
    await write('B.xml', '<map>');
    const { changed, problems } = await plugins.load([folder]);
    expect(changed).toBe(true);
    expect(problems).toEqual([expect.stringMatching(/B\.xml, line 1/)]);
    expect(await plugins.pluginIds()).toEqual(['org.example.C']);
  });

  it('takes nothing out of use while a source cannot be looked at', async () => {
    await write('A.xml', makeDefinitionXml('org.example.A'));
    const other = join(folder, 'other');
    await mkdir(other);
    await writeFile(join(other, 'B.xml'), makeDefinitionXml('org.example.B'));
    await plugins.load([join(folder, 'A.xml'), other]);
    await rm(other, { recursive: true });
    await write('A.xml', makeDefinitionXml('org.example.C'));
    expect(await plugins.load([join(folder, 'A.xml'), other])).toEqual({
      changed: true,
      problems: [`${other} (PLUGIN_SOURCES): cannot be read: ENOENT`],
    });
    expect(await plugins.pluginIds()).toEqual(['org.example.A', 'org.example.B', 'org.example.C']);
  });

  it('keeps the parents that are asked for as the setting has it', async () => {
    await write('Base.xml', makeDefinitionXml('org.example.Base', { plugin_version: '2' }));
    const child = { plugin_parent: 'org.example.Base', plugin_parent_version: '1' };
    await write('Child.xml', makeDefinitionXml('org.example.Child', child, []));
    expect((await plugins.load([folder])).problems).toEqual([]);
    const exact = await plugins.load([folder], { pluginParentVersions: 'exact' });
    expect(exact.problems).toEqual([
      `${basename(folder)}/Child.xml, line 3: the plugin org.example.Child cannot be used: ` +
        'its parent org.example.Base has version 2 instead of 1',
    ]);
    expect(await plugins.pluginIds()).toEqual(['org.example.Base']);
  });

  it('tells every problem, and what is odd and was read all the same', async () => {
    for (let number = 0; number < 105; number += 1) await write(`${number}.xml`, '<map>');
    const odd = makeDefinitionXml('org.example.Odd').toString();
    const more = '<entry><string>k</string><string>v</string><string>w</string></entry>';
    await write('Odd.xml', odd.replace('</map>', `${more}</map>`));
    const { problems, notices } = await plugins.load([folder]);
    expect(problems).toHaveLength(105);
    expect(notices).toEqual({
      count: 1,
      sentences: [
        expect.stringMatching(/Odd.xml, line \d+: the entry "k" has 2 values, of which the first counts$/),
      ],
    });
    expect(await plugins.pluginIds()).toEqual(['org.example.Odd']);
  });

  it('changes nothing when it is told to stop, also at the last moment', async () => {
    await write('A.xml', makeDefinitionXml('org.example.A'));
    const stopped = AbortSignal.abort(new Error('stopped'));
    await expect(plugins.load([folder], {}, stopped)).rejects.toThrow('stopped');
    expect(await plugins.pluginIds()).toEqual([]);
  });

  it('changes all or nothing', async () => {
    await write('A.xml', makeDefinitionXml('org.example.A'));
    await plugins.load([folder]);
    await rm(join(folder, 'A.xml'));
    // Adds a constraint that rejects a row, because the database otherwise accepts every definition.
    await plugins.database.pool.query(`alter table plugin add check (plugin_id <> 'org.example.Z')`);
    await write('B.xml', makeDefinitionXml('org.example.B'));
    await write('Z.xml', makeDefinitionXml('org.example.Z'));
    await expect(plugins.load([folder])).rejects.toThrow();
    expect(await plugins.pluginIds()).toEqual(['org.example.A']);
  });
});
