// Tests queries of configured AUs over HTTP, as JSON and as CSV.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { auidWithoutPlugin, demo2013, demo2014, demoPlugin, named } from './sample-data.ts';
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

function csv(auQuery: string) {
  const { service } = samples;
  return request(service.url).get('/ws/auqueries.csv').query({ auQuery }).set(service.asAdmin);
}

describe('/ws/auqueries.csv', () => {
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
      `Biodiversity Data Journal Volume 2,true,2023-11-14T22:13:20.000Z,${parameters('2014')},0.25,7000`,
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

  it('tells the URLs that an AU has by its plugin, and none with a password in it', async () => {
    const { pool } = samples;
    const rules = {
      au_start_url: ['"%slockss/%d", base_url, year', '"http://two.example/%d", year'],
      au_permission_url: '"https://permission.example:8443/%d", year',
      au_additional_url_stems: '"http://more.example/x/y"',
    };
    const put = (now: object) =>
      pool.query('update plugin set rules = $1 where plugin_id = $2', [now, demoPlugin]);
    await put(rules);
    await pool.query(
      `update au_state set document = document || '{"cdnStems": ["http://cdn/"]}' where auid = $1`,
      [demo2014],
    );
    const query = `select newContentCrawlUrls, accessUrls, urlStems where auId = '${demo2014}'`;
    const start = ['http://demo/lockss/2014', 'http://two.example/2014'];
    const more = ['http://more.example/', 'https://permission.example:8443/'];
    const urlStems = ['http://cdn/', 'http://demo/', ...more];
    expect(await answer('auqueries', query)).toEqual([
      { newContentCrawlUrls: start, accessUrls: start, urlStems },
    ]);
    expect((await csv(query.replace(', accessUrls, urlStems', '')).expect(200)).text).toBe(
      'newContentCrawlUrls\r\n"[""http://demo/lockss/2014"",""http://two.example/2014""]"\r\n',
    );
    await put({ ...rules, plugin_access_url_factory: 'org.example.Program' });
    expect(await answer('auqueries', query)).toEqual([{ newContentCrawlUrls: start, urlStems }]);
    await put({ ...rules, au_start_url: '"%s?as=%s", base_url, login' });
    expect(await answer('auqueries', query)).toEqual([{ urlStems }]);
    await put({});
    await pool.query("update au_state set document = document - 'cdnStems' where auid = $1", [demo2014]);
  });

  it('tells the URLs that an AU of the built-in plugin has in its own configuration', async () => {
    const { pool } = samples;
    const own = {
      start_urls: 'http://a.example/x;https://b.example:8443/y',
      url_stems: 'http://cdn.example/p',
    };
    await pool.query('update au_configuration set configuration = configuration || $1 where auid = $2', [
      JSON.stringify(own),
      named,
    ]);
    const query = `select newContentCrawlUrls, accessUrls, urlStems where auId = '${named}'`;
    const start = ['http://a.example/x', 'https://b.example:8443/y'];
    const urlStems = ['http://a.example/', 'http://cdn.example/p', 'https://b.example:8443/'];
    expect(await answer('auqueries', query)).toEqual([
      { newContentCrawlUrls: start, accessUrls: start, urlStems },
    ]);
    await pool.query(
      `update au_configuration set configuration = configuration - '{start_urls,url_stems}'::text[] where auid = $1`,
      [named],
    );
    expect(await answer('auqueries', query)).toEqual([{}]);
  });

  it('tells which AUs share a rate of crawling, by their plugin', async () => {
    const { pool } = samples;
    const query = `select crawlPool where auId = '${demo2014}'`;
    const poolBy = async (source: string) => {
      await pool.query(
        `update plugin set definition = definition || jsonb_build_object('plugin_fetch_rate_limiter_source', $1::text)
         where plugin_id = $2`,
        [source, demoPlugin],
      );
      return ((await answer('auqueries', query)) as { crawlPool: string }[])[0]!.crawlPool;
    };
    expect(await answer('auqueries', query)).toEqual([{ crawlPool: demoPlugin }]);
    for (const [source, expected] of [
      ['au', '(none)'],
      ['Plugin', demoPlugin],
      ['key:Project: one', 'Project: one'],
      ['host:base_url', 'host:demo'],
      ['host:year', '(none)'],
      ['title_attribute:rights:a word', 'rights:a word'],
      ['title_attribute:year', 'year:2014'],
      ['title_attribute:nothing', '(none)'],
    ] as const) {
      expect(`${source}: ${await poolBy(source)}`).toBe(`${source}: ${expected}`);
    }
    await pool.query(
      "update plugin set definition = definition - 'plugin_fetch_rate_limiter_source' where plugin_id = $1",
      [demoPlugin],
    );
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
        tdbProvider: 'Pensoft Publishers',
        crawlPool: demoPlugin,
        urlStems: ['http://demo/'],
        isBulkContent: false,
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
        crawlProxy: 'Direct connection',
        contentSize: 7_000,
        diskUsage: 5_000,
        sizeTime: 9_000,
        peerAgreements: [
          {
            peerId: 'TCP:[192.0.2.7]:9729',
            agreements: {
              POR: {
                percentAgreement: 0.5,
                percentAgreementTimestamp: 1,
                highestPercentAgreement: 0.75,
                highestPercentAgreementTimestamp: 2,
              },
            },
          },
        ],
        auConfiguration: {
          defParams: { base_url: 'http://demo/', year: '2014' },
          nonDefParams: { login: 'me:******', pub_never: 'true' },
        },
        journalTitle: 'Biodiversity Data Journal',
        tdbProvider: 'Pensoft Publishers',
        crawlPool: demoPlugin,
        urlStems: ['http://demo/'],
        isBulkContent: false,
        active: true,
        auNumber: expect.any(Number),
        lastConfigured: 2_000,
      },
      {
        auId: auidWithoutPlugin,
        name: auidWithoutPlugin,
        pluginName: 'org.example.plugin.GonePlugin',
        tdbYear: '1999',
        availableFromPublisher: true,
        substanceState: 'Unknown',
        creationTime: 4_000,
        active: true,
        auNumber: expect.any(Number),
        lastConfigured: 4_000,
      },
      {
        auId: named,
        crawlPool: 'org.lockss.plugin.NamedPlugin',
        isBulkContent: false,
        subscriptionStatus: 'Yes',
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
    ['select auId where contentSize > 6999 order by diskUsage desc', [{ auId: demo2014 }]],
    ['select auId where contentSize is null and sizeTime is null limit 1', [{ auId: demo2013 }]],
    [
      "select volume where volume like '%Volume _' limit 1",
      [{ volume: 'Biodiversity Data Journal Volume 1' }],
    ],
    ["select subscriptionStatus where subscriptionStatus != 'No'", [{ subscriptionStatus: 'Yes' }]],
    [
      'select tdbPublisher, count(*), sum(contentSize) as bytes group by tdbPublisher order by count(*) desc',
      [{ tdbPublisher: 'Pensoft Publishers', 'count(*)': 2, bytes: 7_000 }, { 'count(*)': 2 }],
    ],
    [
      'select auConfiguration.defParams.year, count(*) as n where active group by auConfiguration.defParams.year having n = 1',
      [{ auConfiguration: { defParams: { year: '2014' } }, n: 1 }],
    ],
    ["select count(*) where auConfiguration.nonDefParams.login matches 's3cret'", [{ 'count(*)': 0 }]],
  ])('%s', async (query, expected) => {
    expect(await answer('auqueries', query)).toEqual(expected);
  });

  it('shows no secret, neither by telling it nor by finding it', async () => {
    expect(JSON.stringify(await answer('auqueries', 'select *'))).not.toContain('s3cret');
    const guess = "where auConfiguration.nonDefParams.login like '%s3cret%'";
    expect(await answer('auqueries', `select auId ${guess}`)).toEqual([]);
  });
});
