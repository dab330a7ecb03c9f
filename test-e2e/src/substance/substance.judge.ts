// Covers: services packages
// Tests both services together: the configuration service determines whether an AU in the repository has substance. The
// repository returns short pages, and a proxy in front of it lets the test pause between two pages.
import { readFileSync } from 'node:fs';
import type { ConfigClient } from '@holdfast/client';
import {
  corpus,
  createTemporaryFolder,
  createTestDatabase,
  describeWithCorpus,
  findFreePort,
  makeResponseRecord,
} from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestConfigClient } from '../support/config-client.ts';
import { startConfig } from '../support/config-server.ts';
import { type GatedProxy, openGatedProxy } from '../support/gate.ts';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { createPluginFolder } from './plugin-folder.ts';

const password = 'of: the administrator';
const plugins = {
  // Matches one of the last URLs in listing order, so that the service must read all earlier pages.
  Last: { au_substance_url_pattern: ['"^%stime-zones$", base_url'] },
  First: { au_substance_url_pattern: ['"[.]nowhere$", base_url', '"^%s$", base_url'] },
  Nothing: { au_substance_url_pattern: ['"^%s.*-%d[.]pdf$", base_url, year'] },
  AllButStyle: {
    au_non_substance_url_pattern: ['"[.](?:css|js|woff)$", base_url'],
    au_start_url: ['"%s", base_url'],
  },
  AllKinds: {
    au_non_substance_url_pattern: ['"^%s.", base_url', '"^(?!%s)", base_url'],
    au_start_url: ['"%s", base_url'],
  },
  Silent: {},
};
type PluginName = keyof typeof plugins;

let restart: () => Promise<RepositoryServer>;
let repository: RepositoryServer;
let gate: GatedProxy;
let calls: ConfigClient;

beforeAll(async () => {
  const [{ url: databaseUrl }, { url: configDatabase }] = [
    await createTestDatabase(),
    await createTestDatabase(),
  ];
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const port = await findFreePort();
  restart = () => startRepository({ databaseUrl, objectStore, port, env: { PAGE_SIZE_MAX: '10' } });
  repository = await restart();
  gate = await openGatedProxy(repository.client.url);
  const config = await startConfig(configDatabase, password, {
    PLUGIN_SOURCES: await createPluginFolder(plugins),
    REPOSITORY_URL: gate.url,
    REPOSITORY_USER: 'admin',
    REPOSITORY_PASSWORD: 'correct: horse, battery',
  });
  calls = createTestConfigClient(config.url, password);
}, 120_000);

beforeEach(() => gate.before(() => undefined));

describe('the substance of an AU', () => {
  const site = 'http://www.site.example/';
  const names = Array.from({ length: 28 }, (_, number) => `page-${number}.${number % 2 ? 'css' : 'html'}`);
  // The first URL in listing order belongs to another site.
  const urls = ['http://other.example/', site, ...names.map((name) => `${site}${name}`), `${site}time-zones`];
  const records = urls.map((url) => makeResponseRecord(url, Buffer.alloc(4_000, url)));
  describeSubstanceCheck({ site, archive: () => Buffer.concat(records) });
});

describeWithCorpus('the substance of a real AU', () => {
  describeSubstanceCheck({
    site: 'http://www.iana.org/',
    archive: () => readFileSync(corpus.path('warcs/pywb/iana.warc.gz')),
  });
});

/** Returns the number of listing pages for this many artifacts. */
function pagesOf(artifacts: number): number {
  return Math.ceil(artifacts / 10);
}

interface Au {
  /** Parameter base_url of the AU. `time-zones` is one of the last captured URLs below this URL. */
  readonly site: string;
  readonly archive: () => Buffer;
}

function describeSubstanceCheck({ site, archive }: Au): void {
  const auConfig = { base_url: site, year: '2014' };
  let auids: Record<PluginName, string>;

  beforeAll(async () => {
    auids = await configureAll();
    const bytes = archive();
    for (const auid of Object.values(auids)) {
      expect((await repository.client.importArchive(bytes, { auid })).status).toBe(200);
    }
  });

  async function configureAll(): Promise<Record<PluginName, string>> {
    const entries: [string, string][] = [];
    for (const name of Object.keys(plugins)) {
      const body = { pluginId: `org.example.${name}`, auConfig: JSON.stringify(auConfig) };
      const { auid } = await calls.calculateAuid({ body });
      await calls.putAuConfiguration({ auid, body: { auId: auid, auConfig } });
      entries.push([name, auid]);
    }
    return Object.fromEntries(entries) as Record<PluginName, string>;
  }

  const check = (name: PluginName) => calls.updateAuSubstance({ auid: auids[name] });
  const stateOf = async (name: PluginName) => (await calls.getAuState({ auid: auids[name] })).hasSubstance;
  const statusOf = (name: PluginName) => calls.getAuStatus({ auid: auids[name] });

  it.each<[PluginName, string, 'one page' | 'the pages up to it' | 'all pages']>([
    ['First', 'Yes', 'one page'],
    ['Last', 'Yes', 'the pages up to it'],
    ['Nothing', 'No', 'all pages'],
    ['AllButStyle', 'Yes', 'one page'],
    ['AllKinds', 'No', 'all pages'],
  ])('by the plugin %s: %s, after %s', async (name, newState, pages) => {
    const urls = await repository.client.artifacts(auids[name], { version: 'latest' });
    const last = urls.findIndex(({ uri }) => uri === `${site}time-zones`);
    const expected = {
      'one page': 1,
      'the pages up to it': pagesOf(last + 1),
      'all pages': pagesOf(urls.length),
    };
    expect(expected['the pages up to it']).toBeGreaterThan(2);
    let asked = 0;
    gate.before(() => asked++);
    expect(await check(name)).toEqual({ id: auids[name], oldState: 'Unknown', newState });
    expect(await stateOf(name)).toBe(newState);
    expect(asked).toBe(expected[pages]);
  });

  it('cannot be told by a plugin that says nothing of it', async () => {
    expect(await check('Silent')).toMatchObject({
      newState: 'Unknown',
      errorMessage: 'No substance patterns defined for plugin',
    });
  });

  it('is shown in its status, with the sizes that the repository tells', async () => {
    const size = await repository.client.json<Record<string, number>>(
      `/aus/${encodeURIComponent(auids.Last)}/size`,
    );
    expect(size.totalLatestVersions).toBeGreaterThan(100_000);
    expect(await statusOf('Last')).toMatchObject({
      volume: `AU at ${site} of 2014`,
      pluginName: 'Last of the tests',
      substanceState: 'Yes',
      status: 'Waiting for Crawl',
      contentSize: size.totalLatestVersions,
      diskUsage: size.totalWarcSize,
    });
  });

  it('stays as it was when the repository is killed half-way, and can be found out when it is back', async () => {
    let asked = 0;
    gate.before(async () => {
      if (++asked === 2) await repository.process.kill9();
    });
    expect(await check('Nothing')).toEqual({
      id: auids.Nothing,
      oldState: 'No',
      newState: 'No',
      errorMessage: 'The repository service cannot be reached.',
    });
    expect(asked).toBe(2);
    expect(await check('Last')).toMatchObject({ oldState: 'Yes', newState: 'Yes' });
    expect(await stateOf('Last')).toBe('Yes');
    expect(await statusOf('Last')).toMatchObject({
      contentSize: null,
      diskUsage: null,
      substanceState: 'Yes',
    });
    repository = await restart();
    expect(await check('Last')).toEqual({ id: auids.Last, oldState: 'Yes', newState: 'Yes' });
    expect((await statusOf('Last')).contentSize).toBeGreaterThan(100_000);
  });
}
