// Tests queries as LOCKSS scripts write them: in JoSQL, with every property name that LOCKSS defines.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { demo2013 } from './sample-data.ts';
import { type Resource, type SampleService, startWithSamples } from './sample-service.ts';

let plain: SampleService;
let laaws: SampleService;
beforeAll(async () => {
  [plain, laaws] = await Promise.all([startWithSamples(), startWithSamples({ COMPATIBILITY: 'laaws' })]);
});
afterAll(() => Promise.all([plain.stop(), laaws.stop()]));

async function answer(samples: SampleService, resource: Resource, query: string): Promise<unknown> {
  return (await samples.ask(resource, query).expect(200)).body;
}

describe('text in double quotes', () => {
  it.each<[Resource, string, string]>([
    ['auqueries', `select auId where auId = "${demo2013}"`, `select auId where auId = '${demo2013}'`],
    [
      'auqueries',
      'select auId where auId like "%DemoPlugin%";',
      "select auId where auId like '%DemoPlugin%'",
    ],
    [
      'auqueries',
      'select auId where substanceState = "Yes" and lastCrawlResult = "Successful"',
      "select auId where substanceState = 'Yes' and lastCrawlResult = 'Successful'",
    ],
    ['auqueries', 'select auId where tdbYear like "20%"', "select auId where tdbYear like '20%'"],
    ['plugins', 'select pluginId where type = "Builtin" ;', "select pluginId where type = 'Builtin'"],
    ['tdbaus', 'select name where year like "20%";', "select name where year like '20%'"],
    ['tdbpublishers', 'select name where name like "P%"', "select name where name like 'P%'"],
    ['tdbtitles', 'select name where "1314-2836" in issns', "select name where '1314-2836' in issns"],
  ])('%s: %s', async (resource, query, inSingle) => {
    const expected = await answer(plain, resource, inSingle);
    expect(await answer(plain, resource, query)).toEqual(expected);
    if (!query.includes('substanceState')) expect(expected).not.toEqual([]);
  });
});

/** Property names that daemonstatusservice.py selects for `--query-aus` without `--select`. */
const DEFAULT_NAMES = [
  ...['auId', 'accessType', 'articleUrls', 'auConfiguration', 'availableFromPublisher', 'contentSize'],
  ...['crawlPool', 'crawlProxy', 'crawlWindow', 'creationTime', 'currentlyCrawling', 'currentlyPolling'],
  ...['diskUsage', 'highestPollAgreement', 'isBulkContent', 'journalTitle', 'lastCompletedCrawl'],
  ...['lastCompletedPoll', 'lastCrawl', 'lastCrawlResult', 'lastPoll', 'lastPollResult', 'name'],
  ...['newContentCrawlUrls', 'peerAgreements', 'pluginName', 'publishingPlatform', 'recentPollAgreement'],
  ...['repositoryPath', 'subscriptionStatus', 'substanceState', 'tdbProvider', 'tdbPublisher', 'tdbYear'],
  ...['urlStems', 'urls', 'volume'],
];

describe('all names that LOCKSS knows', () => {
  const query = `SELECT ${DEFAULT_NAMES.join(', ')} WHERE auId = "${demo2013}"`;

  it('can be selected with COMPATIBILITY=laaws', async () => {
    const [au] = (await answer(laaws, 'auqueries', query)) as Record<string, unknown>[];
    const [same] = (await answer(plain, 'auqueries', `select * where auId = '${demo2013}'`)) as Record<
      string,
      unknown
    >[];
    expect(au).toMatchObject({ auId: demo2013, currentlyCrawling: false, currentlyPolling: false });
    for (const name of DEFAULT_NAMES)
      if (!name.startsWith('currently') && name !== 'volume')
        expect([name, au![name]]).toEqual([name, same![name]]);
    expect(await answer(laaws, 'auqueries', 'select auId where currentlyCrawling = true')).toEqual([]);
    expect(
      await answer(laaws, 'auqueries', 'select auId, substanceUrls where crawlWindow is not null'),
    ).toEqual([]);
    expect(await answer(laaws, 'auqueries', 'select *')).toEqual(
      await answer(plain, 'auqueries', 'select *'),
    );
  });

  it('are refused without it, with the place where to ask', async () => {
    const { body } = await plain.ask('auqueries', query).expect(400);
    expect(body.detail).toContain('articleUrls is not available in queries: the repository service');
  });
});
