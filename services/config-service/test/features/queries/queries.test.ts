// The five queries over HTTP: which properties there are, and what they say.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { demo2013, demo2014, demoPlugin, named, orphan } from './sample-data.ts';
import { type Resource, type SampleService, startWithSamples } from './sample-service.ts';

let samples: SampleService;
beforeAll(async () => {
  samples = await startWithSamples();
});
afterAll(() => samples.stop());

async function answer(resource: Resource, query: string): Promise<unknown> {
  const { body } = await samples
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
        year: '2014',
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
    ["select auId, year where year < '2014'", [{ auId: demo2013, year: '2013' }]],
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

describe('/ws/auqueries.csv', () => {
  const csv = (auQuery: string) =>
    request(samples.service.url).get('/ws/auqueries.csv').query({ auQuery }).set(samples.service.asAdmin);

  it('gives a line of names and one for each AU, for a browser to store', async () => {
    const query = `select name, active, lastCompletedCrawl, auConfiguration.defParams, recentPollAgreement, contentSize
      where auId like '%DemoPlugin%' order by auId desc`;
    const { text } = await csv(query)
      .expect(200)
      .expect('Content-Type', /^text\/csv; charset=utf-8/)
      .expect('Content-Disposition', 'attachment; filename="archival-units.csv"');
    const parameters = (year: string) => `"{""year"": ""${year}"", ""base_url"": ""http://demo/""}"`;
    const compact = text.replaceAll('"",""', '"", ""').replaceAll('"":""', '"": ""');
    expect(compact.split('\r\n')).toEqual([
      'name,active,lastCompletedCrawl,auConfiguration.defParams,recentPollAgreement,contentSize',
      `Biodiversity Data Journal Volume 2,true,2023-11-14T22:13:20.000Z,${parameters('2014')},0.25,`,
      `Biodiversity Data Journal Volume 1,false,,${parameters('2013')},,`,
      '',
    ]);
  });

  it('lets no name be a formula, and gives names alone where nothing is found', async () => {
    const { pool } = samples;
    await pool.query('update tdb_au set name = \'=1+1, "x"\' where au_no = 3');
    const { text } = await csv(`select name where auId = '${demo2013}'`).expect(200);
    await pool.query("update tdb_au set name = 'Biodiversity Data Journal Volume 1' where au_no = 3");
    expect(text).toBe('name\r\n"\'=1+1, ""x"""\r\n');
    expect((await csv('select auId, name where false').expect(200)).text).toBe('auId,name\r\n');
  });

  it('is 400 where the query is not understood, and says where', async () => {
    const { body } = await csv('select nmae').expect(400);
    expect(body).toMatchObject({ line: 1, column: 8, detail: 'Unknown name nmae (line 1, column 8).' });
  });
});

describe('/ws/auqueries', () => {
  it('finds AUs by their numbers, which each has one of its own', async () => {
    const numbered = (await answer('auqueries', 'select auId, auNumber')) as {
      auId: string;
      auNumber: number;
    }[];
    expect(new Set(numbered.map(({ auNumber }) => auNumber)).size).toBe(4);
    const [first, second] = numbered;
    const found = `select auId where auNumber in (${second!.auNumber}, ${first!.auNumber})`;
    expect(await answer('auqueries', found)).toEqual([{ auId: first!.auId }, { auId: second!.auId }]);
  });

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
        auNumber: expect.any(Number),
        lastConfigured: 1_000,
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
        auNumber: expect.any(Number),
        lastConfigured: 2_000,
      },
      {
        auId: orphan,
        name: orphan,
        pluginName: 'org.example.plugin.GonePlugin',
        availableFromPublisher: true,
        substanceState: 'Unknown',
        creationTime: 4_000,
        active: true,
        auNumber: expect.any(Number),
        lastConfigured: 4_000,
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
        auNumber: expect.any(Number),
        lastConfigured: 3_000,
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
