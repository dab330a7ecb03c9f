// Loads all real plugins and the real title database. Tests which plugins are loaded, which are rejected and why, and
// that every AUID is correct.
import { readFileSync } from 'node:fs';
import { decodeAuKey, parseAuid } from '@holdfast/auid';
import { corpus, describeWithCorpus, findFixture } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { computeAuid, findInvalidParameter, type Plugin } from '../../../src/domain/plugins/plugin.ts';
import { selectAllPlugins } from '../../../src/index/plugins/plugins.db.ts';
import { createConfigDatabase } from '../../config-database.ts';
import { type ConfigTestService, startTestService } from '../../service.ts';
import { createPluginsDatabase, type PluginsDatabase } from './plugins-database.ts';

interface GoldenAu {
  readonly auid: string;
  readonly plugin: Plugin;
  readonly parameters: Record<string, string>;
}

describe('the plugins of our own making', () => {
  let plugins: PluginsDatabase;
  beforeAll(async () => {
    plugins = await createPluginsDatabase();
  });
  afterAll(() => plugins.database.close());

  it('are loaded, and give every AU of the table that was written by hand its AUID', async () => {
    expect(await plugins.load([findFixture('plugins')])).toMatchObject({ problems: [] });
    const loaded = await selectAllPlugins(plugins.database.kysely);
    const aus = goldenAus(findFixture('golden/tdb-aus.tsv'), loaded);
    // One of the ten entries names a missing plugin.
    expect(aus).toHaveLength(10 - 1);
    // Non-definitional parameters must not affect the AUID.
    const made = aus.map(({ plugin, parameters }) => computeAuid(plugin, { ...parameters, pace: '3' }));
    expect(made).toEqual(aus.map(({ auid }) => ({ auid })));
    expect(misfitsOf(aus)).toEqual([['base_url', 'hills.example']]);
  });
});

describeWithCorpus('the 85 plugins of the corpus', () => {
  let plugins: PluginsDatabase;
  let problems: readonly string[];
  let loaded: Map<string, Plugin>;
  beforeAll(async () => {
    plugins = await createPluginsDatabase();
    ({ problems } = await plugins.load([corpus.path('plugins')]));
    loaded = await selectAllPlugins(plugins.database.kysely);
  });
  afterAll(() => plugins.database.close());

  const realAus = () => goldenAus(corpus.path('golden/tdb-aus.tsv'), loaded);

  it('are loaded, all but those whose parent is not among them', () => {
    expect(loaded.size).toBe(74 + 3);
    expect(problems).toHaveLength(11);
    for (const problem of problems) {
      const [, parent] = / cannot be used: its parent (\S+) is missing$/.exec(problem)!;
      expect(() => readFileSync(corpus.path(`plugins/${parent!.replaceAll('.', '/')}.xml`))).toThrow(
        'ENOENT',
      );
    }
  });

  it('inherit from exactly the version they ask for where that is the setting', async () => {
    const exact = await plugins.load([corpus.path('plugins')], { pluginParentVersions: 'exact' });
    expect(exact.problems).toHaveLength(11 + 17);
    const wrong = exact.problems.filter((problem) => problem.includes(' has version '));
    expect(wrong).toHaveLength(17);
    expect(wrong[0]).toMatch(/JournalOfResearchPracticePlugin.*OJS2Plugin has version 62 instead of 61$/);
    await plugins.load([corpus.path('plugins')]);
  });

  it('give every AU of the title database its AUID', () => {
    const aus = realAus();
    expect(aus).toHaveLength(11_854);
    const made = aus.map(({ plugin, parameters }) => computeAuid(plugin, parameters));
    expect(made).toEqual(aus.map(({ auid }) => ({ auid })));
  });

  it('find that the parameters of all these AUs fit their types, but for four years that are none', () => {
    expect(misfitsOf(realAus())).toEqual(
      [2008, 2009, 2010, 2011].map((year) => ['year', `${year} [superseded]`]),
    );
  });

  it('do so over HTTP', async () => {
    const service: ConfigTestService = await startTestService((await createConfigDatabase()).url, {
      PLUGIN_SOURCES: corpus.path('plugins'),
    });
    try {
      await service.becomes(true);
      const aus = realAus();
      // Selects the first AU of each plugin, and every 50th AU.
      const some = aus.filter((au, at) => at % 50 === 0 || aus[at - 1]!.plugin !== au.plugin);
      expect(some.length).toBeGreaterThan(250);
      for (const { auid, plugin, parameters } of some) {
        const form = { pluginId: plugin.pluginId, auConfig: JSON.stringify(parameters) };
        const answer = await request(service.url).post('/auids').set(service.asAdmin).type('form').send(form);
        expect([answer.status, answer.body]).toEqual([200, { auid }]);
      }
    } finally {
      await service.stop();
    }
  });
});

/** Returns all AUs of the table whose plugin is loaded, with the parameters encoded in their AUIDs. */
function goldenAus(table: string, loaded: ReadonlyMap<string, Plugin>): GoldenAu[] {
  const lines = readFileSync(table, 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => {
    const [auid, , , , pluginId] = line.split('\t') as [string, string, string, string, string];
    const plugin = loaded.get(pluginId);
    return plugin === undefined ? [] : [{ auid, plugin, parameters: decodeAuKey(parseAuid(auid)!.auKey)! }];
  });
}

/** Returns the first invalid parameter of each AU that has one, sorted by value. */
function misfitsOf(aus: readonly GoldenAu[]): string[][] {
  return aus
    .flatMap(({ plugin, parameters }) => {
      const found = findInvalidParameter(plugin, parameters);
      return found === undefined ? [] : [[found.key, parameters[found.key]!]];
    })
    .sort(([, a = ''], [, b = '']) => (a < b ? -1 : 1));
}
