// The five queries over HTTP: which properties there are, what they say, and how what cannot be answered is refused.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEndOfFile } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { demo2013, demo2014, demoPlugin, named, orphan } from './testing/stock.ts';
import { type Resource, resources, type StockedService, startStocked } from './testing/stocked-service.ts';

let stocked: StockedService;
beforeAll(async () => {
  stocked = await startStocked();
});
afterAll(() => stocked.stop());

async function answer(resource: Resource, query: string): Promise<unknown> {
  const { body } = await stocked
    .ask(resource, query)
    .expect(200)
    .expect('Content-Type', /^application\/json/);
  return body;
}

const publisher = { name: 'Pensoft Publishers' };
const journal = {
  name: 'Biodiversity Data Journal',
  tdbPublisher: publisher,
  id: 'id:1427959100',
  proprietaryid: 'bdj',
  proprietaryids: ['bdj', 'bdj2'],
  publicationtype: 'journal',
  issn: '1314-2836',
  issnl: '1314-2828',
  eissn: '1314-2828',
  printissn: '1314-2836',
  issns: ['1314-2828', '1314-2836'],
};

describe('/ws/plugins', () => {
  it('tells all of a plugin, the built-in one among them, in the order of identifiers', async () => {
    expect(await answer('plugins', 'select *')).toEqual([
      {
        pluginId: 'org.example.plugin.AnotherPlugin',
        name: 'Another Plugin',
        version: '12',
        type: 'Internal',
        definition: {},
        auCount: 0,
      },
      {
        pluginId: demoPlugin,
        name: 'Demo Plugin',
        version: '7',
        type: 'Loadable',
        definition: { plugin_name: 'Demo Plugin', plugin_version: '7' },
        registry: 'http://plugins/',
        url: 'http://plugins/demo.jar',
        auCount: 2,
        publishingPlatform: 'Demo Platform',
      },
      {
        pluginId: 'org.lockss.plugin.NamedPlugin',
        name: 'Named AU Plugin',
        version: '1',
        type: 'Builtin',
        definition: {},
        auCount: 1,
      },
    ]);
  });

  it.each([
    ['select pluginId where auCount > 0 order by auCount desc limit 1', [{ pluginId: demoPlugin }]],
    ["select version where definition.plugin_version = '7'", [{ version: '7' }]],
    [
      "select definition.plugin_name where type = 'Loadable'",
      [{ definition: { plugin_name: 'Demo Plugin' } }],
    ],
    ['select name where version > 7', [{ name: 'Another Plugin' }]],
    ['select url where registry is null', [{}, {}]],
  ])('%s', async (query, expected) => {
    expect(await answer('plugins', query)).toEqual(expected);
  });
});

describe('/ws/tdbaus', () => {
  it('tells all of an AU, with its title and its publisher', async () => {
    expect(await answer('tdbaus', "select * where name = 'Biodiversity Data Journal Volume 2'")).toEqual([
      {
        auId: demo2014,
        name: 'Biodiversity Data Journal Volume 2',
        pluginName: demoPlugin,
        tdbTitle: journal,
        tdbPublisher: publisher,
        down: false,
        active: true,
        params: { base_url: 'http://demo/', year: '2014' },
        attrs: { year: '2014', 'a.dotted': 'd' },
        props: { issn: '1314-2836' },
      },
    ]);
  });

  it('is in the order of AUIDs, and of their entries', async () => {
    expect(await answer('tdbaus', 'select name')).toEqual(
      ['Journal Volume 1', 'Journal Volume 2', 'Journal Volume 2 again']
        .map((name) => ({ name: `Biodiversity Data ${name}` }))
        .concat({ name: 'The Book' }),
    );
  });

  it.each([
    ["select auId where tdbTitle.issn = '1314-2836' and down", [{ auId: demo2013 }]],
    [
      "select tdbTitle.issn, tdbTitle.tdbPublisher.name where attrs.a.dotted = 'd'",
      [{ tdbTitle: { issn: '1314-2836', tdbPublisher: publisher } }],
    ],
    ["select name where tdbPublisher.name $like 'åbo%'", [{ name: 'The Book' }]],
    ['select down, active where down', [{ down: true, active: false }]],
    [
      "select params.base_url, params.nosuch where params.year = '2014'",
      [{ params: { base_url: 'http://demo/' } }],
    ],
    ['select tdbTitle.name, tdbTitle limit 3, 1', [{ tdbTitle: journal }]],
    ["select params.__proto__, name where get(params, '__proto__') is not null", []],
  ])('%s', async (query, expected) => {
    expect(await answer('tdbaus', query)).toEqual(expected);
  });
});

describe('/ws/tdbpublishers and /ws/tdbtitles', () => {
  it('tell all', async () => {
    expect(await answer('tdbpublishers', 'select *')).toEqual([publisher, { name: 'Åbo Press' }]);
    expect(await answer('tdbtitles', 'select *')).toEqual([
      {
        name: 'Book of \u{1d4b3}',
        tdbPublisher: { name: 'Åbo Press' },
        id: 'id:1',
        proprietaryids: [],
        publicationtype: 'book',
        issns: [],
      },
      journal,
    ]);
  });

  it.each([
    ["select id where '1314-2828' in (issns)", [{ id: 'id:1427959100' }]],
    ["select id where tdbPublisher.name = 'Åbo Press'", [{ id: 'id:1' }]],
    ['select tdbPublisher where issn is null', [{ tdbPublisher: { name: 'Åbo Press' } }]],
    ['select id where length(name) = 9', [{ id: 'id:1' }]],
  ])('%s', async (query, expected) => {
    expect(await answer('tdbtitles', query)).toEqual(expected);
  });
});

describe('/ws/auqueries', () => {
  it('tells all of configured AUs, in AUID order', async () => {
    expect(await answer('auqueries', 'select *')).toEqual([
      {
        auId: demo2013,
        name: 'Biodiversity Data Journal Volume 1',
        pluginName: demoPlugin,
        tdbYear: '2013',
        publishingPlatform: 'Demo Platform',
        tdbPublisher: 'Pensoft Publishers',
        availableFromPublisher: false,
        substanceState: 'Unknown',
        creationTime: 1_000,
        auConfiguration: { defParams: { base_url: 'http://demo/', year: '2013' }, nonDefParams: {} },
        journalTitle: 'Biodiversity Data Journal',
        active: false,
      },
      {
        auId: demo2014,
        name: 'Biodiversity Data Journal Volume 2',
        pluginName: demoPlugin,
        tdbYear: '2014',
        accessType: 'OpenAccess',
        recentPollAgreement: 0.25,
        highestPollAgreement: 0.75,
        publishingPlatform: 'Demo Platform',
        tdbPublisher: 'Pensoft Publishers',
        availableFromPublisher: false,
        substanceState: 'Yes',
        creationTime: 1_500,
        lastCompletedCrawl: 1_700_000_000_000,
        lastCrawl: 1_700_000_000_001,
        lastCrawlResult: 'Successful',
        lastCompletedDeepCrawlDepth: 2,
        lastCompletedPoll: 5,
        lastPoll: 4,
        auConfiguration: {
          defParams: { base_url: 'http://demo/', year: '2014' },
          nonDefParams: { login: 'me:******', pub_never: 'true' },
        },
        journalTitle: 'Biodiversity Data Journal',
        active: true,
      },
      {
        auId: orphan,
        name: orphan,
        pluginName: 'org.example.plugin.GonePlugin',
        availableFromPublisher: true,
        substanceState: 'Unknown',
        creationTime: 4_000,
        active: true,
      },
      {
        auId: named,
        name: named,
        pluginName: 'org.lockss.plugin.NamedPlugin',
        recentPollAgreement: 1,
        highestPollAgreement: 1,
        availableFromPublisher: true,
        substanceState: 'Unknown',
        creationTime: 3_000,
        lastCrawlResult: 'Successful',
        lastDeepCrawlResult: 'Code 1000000000000000',
        lastPollResult: 'Complete',
        auConfiguration: { defParams: { handle: 'h' }, nonDefParams: { features: 'x;y' } },
        active: true,
      },
    ]);
  });

  it.each([
    ["select auId where publishingPlatform = 'Demo Platform' and active = true", [{ auId: demo2014 }]],
    [
      "select tdbYear where lastCompletedCrawl < toDate('2024-01-01') and substanceState = 'Yes'",
      [{ tdbYear: '2014' }],
    ],
    ['select auId where tdbYear between 2000 and 2013', [{ auId: demo2013 }]],
    ["select auId where auConfiguration.defParams.handle = 'h'", [{ auId: named }]],
    ['select auConfiguration.defParams.year where auConfiguration is null', [{}]],
    ['select auId where highestPollAgreement * 100 > 75', [{ auId: named }]],
  ])('%s', async (query, expected) => {
    expect(await answer('auqueries', query)).toEqual(expected);
  });

  it('shows no secret, neither by telling it nor by finding it', async () => {
    expect(JSON.stringify(await answer('auqueries', 'select *'))).not.toContain('s3cret');
    const guess = "where auConfiguration.nonDefParams.login like '%s3cret%'";
    expect(await answer('auqueries', `select auId ${guess}`)).toEqual([]);
  });
});

describe('sizes, from the repository service', () => {
  it('are asked only when they are selected, few at a time, and left out when they cannot be had', async () => {
    const asked: string[] = [];
    const repository = createServer((incoming, outgoing) => {
      asked.push(decodeURIComponent(incoming.url!));
      const broken = incoming.url!.includes('handle');
      const size = { totalLatestVersions: 7, totalAllVersions: 9, totalWarcSize: 11 };
      outgoing
        .writeHead(broken ? 500 : 200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(size));
    });
    await new Promise<void>((resolve) => repository.listen(0, '127.0.0.1', resolve));
    const { port } = repository.address() as AddressInfo;
    const withRepository = await startStocked({ REPOSITORY_URL: `http://127.0.0.1:${port}` });
    atEndOfFile(async () => {
      await withRepository.stop();
      repository.close();
    });
    await withRepository.ask('auqueries', 'select auId').expect(200);
    expect(asked).toEqual([]);
    const { body } = await withRepository.ask('auqueries', 'select diskUsage, auId, contentSize').expect(200);
    expect(body).toEqual([
      ...[demo2013, demo2014, orphan].map((auId) => ({ auId, contentSize: 7, diskUsage: 11 })),
      { auId: named },
    ]);
    expect(asked.toSorted()).toEqual([demo2013, demo2014, orphan, named].map((auid) => `/aus/${auid}/size`));
    const { body: only } = await withRepository.ask('auqueries', 'select contentSize limit 1').expect(200);
    expect(only).toEqual([{ contentSize: 7 }]);
  });

  it('cannot be compared', async () => {
    const { body } = await stocked.ask('auqueries', 'select auId where contentSize > 0').expect(400);
    expect(body.detail).toBe(
      'contentSize can only be selected, not compared or ordered by: it comes from the repository service (line 1, column 19).',
    );
  });
});

describe.each(Object.keys(resources) as Resource[])('/ws/%s refuses', (resource) => {
  it('a query that is not there, empty, or given twice', async () => {
    const { url, asAdmin } = stocked.service;
    const name = resources[resource];
    for (const query of ['', `?${name}=`, `?${name}=select+*&${name}=select+*`]) {
      await request(url).get(`/ws/${resource}${query}`).set(asAdmin).expect(400);
    }
  });

  it('what is no query, and shows where', async () => {
    const { body } = await stocked.ask(resource, 'select name\nwhere nmae = 1').expect(400);
    expect(body).toMatchObject({
      status: 400,
      detail: 'Unknown name nmae (line 2, column 7).',
      line: 2,
      column: 7,
      excerpt: 'where nmae = 1\n      ^',
    });
  });

  it('whoever does not log in', async () => {
    await request(stocked.service.url).get(`/ws/${resource}`).expect(401);
  });
});

describe('a query that takes its time', () => {
  it('is given up when the database does not get on with it, and nothing of it stays', async () => {
    const impatient = await startStocked({ QUERY_TIMEOUT: '100ms', DATABASE_POOL: '4' });
    const client = await impatient.pool.connect();
    await client.query('begin; lock table au_configuration in access exclusive mode');
    for (let round = 0; round < 5; round += 1) {
      const { body } = await impatient.ask('auqueries', 'select *').expect(400);
      expect(body.detail).toMatch(/^The query took too long/);
    }
    await client.query('commit');
    client.release();
    await impatient.ask('auqueries', 'select *').expect(200);
    await impatient.stop();
  });

  it('ends with its client, and leaves its turn to others', async () => {
    const narrow = await startStocked({ DATABASE_POOL: '2' });
    const client = await narrow.pool.connect();
    await client.query('begin; lock table au_configuration in access exclusive mode');
    const { asAdmin, url } = narrow.service;
    const leaving = new AbortController();
    const left = fetch(`${url}/ws/auqueries?auQuery=select+*`, { headers: asAdmin, signal: leaving.signal });
    const waits = narrow.ask('tdbtitles', 'select id').then((answer) => answer);
    await waitsForLock(client);
    leaving.abort();
    await expect(left).rejects.toThrow();
    expect((await waits).body).toHaveLength(2);
    await client.query('commit');
    client.release();
    await narrow.stop();
  });

  async function waitsForLock(client: { query(sql: string): Promise<{ rowCount: number | null }> }) {
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    while ((await client.query(waiting)).rowCount === 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
});
