import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type KnownAus, startWithKnownAus, titleAu } from '../aus/known-aus.ts';
import { type PagedUrls, servePagedUrls } from '../substance/paged-urls.ts';

describe('the status of an AU', () => {
  let repository: PagedUrls;
  let aus: KnownAus;
  beforeAll(async () => {
    repository = await servePagedUrls();
    aus = await startWithKnownAus({
      titles: [titleAu('2014'), titleAu('2020')],
      environment: { REPOSITORY_URL: repository.url },
    });
    await aus.pool.query(
      `update tdb_au set attrs = '{"year": "2014", "provider": "Example Host"}', year = '2014' where name = 'Journal 2014'`,
    );
  });
  afterAll(() => aus.stop());
  beforeEach(() => aus.pool.query('truncate au_configuration, au_state'));

  const status = (auid: string) => aus.call('GET', `/austatuses/${encodeURIComponent(auid)}`);
  const patch = (auid: string, members: object) =>
    aus
      .call('PATCH', `/austates/${encodeURIComponent(auid)}`)
      .send(members)
      .expect(200);

  it('has the proxy of its title where it names none itself', async () => {
    const auid = await aus.put('2014');
    const withProxy = (change: string) =>
      aus.pool.query(`update tdb_au set params = params ${change} where name = 'Journal 2014'`);
    await withProxy(`|| '{"crawl_proxy": "reingest.example.org:80"}'`);
    expect((await status(auid).expect(200)).body.crawlProxy).toBe('reingest.example.org:80');
    const query = new URLSearchParams({ auQuery: 'select crawlProxy' });
    const { body } = await aus.call('GET', `/ws/auqueries?${query}`).expect(200);
    expect(body).toEqual([{ crawlProxy: 'reingest.example.org:80' }]);
    await withProxy(`- 'crawl_proxy'`);
  });

  it('is all that is known of it', async () => {
    const auid = await aus.put('2014', { crawl_proxy: 'DIRECT' });
    await patch(auid, {
      auCreationTime: 1_000,
      accessType: 'OpenAccess',
      hasSubstance: 'Yes',
      v3Agreement: 0.25,
      highestV3Agreement: 0.899_999,
      lastCrawlTime: 2_000,
      lastCrawlAttempt: 3_000,
      lastCrawlResult: 3,
      lastCrawlResultMsg: 'Successful (12 files)',
      lastDeepCrawlTime: 4_000,
      lastDeepCrawlAttempt: 5_000,
      lastDeepCrawlResult: 4,
      lastDeepCrawlDepth: 2,
      lastMetadataIndex: 6_000,
      lastTopLevelPollTime: 7_000,
      lastPollStart: 8_000,
      lastPollResult: 6,
      clockssSubscriptionStatus: 1,
    });
    const { body } = await status(auid).expect(200);
    expect(body).toEqual({
      volume: 'Journal 2014',
      journalTitle: 'Journal',
      pluginName: 'Journal Plugin',
      year: '2014',
      accessType: 'OpenAccess',
      contentSize: 12,
      diskUsage: 7,
      status: '89.99% Agreement',
      recentPollAgreement: 0.25,
      publishingPlatform: 'Example Platform',
      publisher: 'Example Press',
      provider: 'Example Host',
      availableFromPublisher: true,
      substanceState: 'Yes',
      creationTime: 1_000,
      lastCompletedCrawl: 2_000,
      lastCrawl: 3_000,
      lastCrawlResult: 'Successful (12 files)',
      lastCompletedDeepCrawl: 4_000,
      lastDeepCrawl: 5_000,
      lastDeepCrawlResult: 'Error',
      lastCompletedDeepCrawlDepth: 2,
      lastMetadataIndex: 6_000,
      lastCompletedPoll: 7_000,
      lastPoll: 8_000,
      lastPollResult: 'Complete',
      subscriptionStatus: 'Yes',
      crawlProxy: 'Direct connection',
    });
  });

  it('is null where nothing is known yet', async () => {
    const auid = await aus.put('1999');
    const { body } = await status(auid).expect(200);
    const { volume, creationTime, pluginName, ...rest } = body;
    expect(volume).toBe(auid);
    expect(pluginName).toBe('Journal Plugin');
    expect(creationTime).toBeGreaterThan(1_700_000_000_000);
    const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
    expect(known).toEqual({
      contentSize: 12,
      diskUsage: 7,
      year: '1999',
      status: 'Waiting for Crawl',
      publishingPlatform: 'Example Platform',
      availableFromPublisher: true,
      substanceState: 'Unknown',
    });
    expect(Object.keys(body)).toHaveLength(28);
  });

  it.each([
    [{ lastCrawlTime: 1 }, 'Waiting for Poll'],
    [{ v3Agreement: 0 }, '0.00% Agreement'],
    [{ highestV3Agreement: 0.29 }, '29.00% Agreement'],
    [{ highestV3Agreement: 0.99999 }, '99.99% Agreement'],
    [{ highestV3Agreement: 1 }, '100.00% Agreement'],
  ])('%j: %s', async (members, words) => {
    const auid = await aus.put('2014');
    await patch(auid, members);
    expect((await status(auid).expect(200)).body.status).toBe(words);
  });

  it('has the name of its title, else that it was stored with, else the one its plugin makes, as everywhere', async () => {
    const queried = (condition: string) =>
      aus.call(
        'GET',
        `/ws/auqueries?${new URLSearchParams({ auQuery: `select auId, name where ${condition}` })}`,
      );
    /** Returns the AU's name in its status. Queries and operations on several AUs must return the same name. */
    const nameOf = async (auid: string): Promise<string> => {
      const name: string = (await status(auid).expect(200)).body.volume;
      const { body: named } = await queried(`name = '${name}'`).expect(200);
      expect(named).toEqual([{ auId: auid, name }]);
      for (const operation of ['deactivate', 'reactivate']) {
        const { body } = await aus.call('PUT', `/aus/${operation}`).send([auid]).expect(200);
        expect(body[0].name.replace(' (Example Platform)', '')).toBe(name);
      }
      return name;
    };
    const rules = { au_name: '"Example, Base URL %s, Year %d", base_url, year' };
    await aus.pool.query('update plugin set rules = $1', [JSON.stringify(rules)]);
    expect(await nameOf(await aus.put('1999'))).toBe('Example, Base URL http://www.example.com/, Year 1999');
    expect(await nameOf(await aus.put('1999', { 'reserved.displayName': 'My AU' }))).toBe('My AU');
    expect(await nameOf(await aus.put('2014', { 'reserved.displayName': 'My AU' }))).toBe('Journal 2014');
    const auid = await aus.put('1999');
    // The reload restores the rules in the plugin file, which has no name template.
    await aus.call('PUT', '/config/reload').expect(200);
    while (
      (await status(auid).expect(200)).body.volume !== auid ||
      (await queried(`name = '${auid}'`)).body.length === 0
    );
    expect(await nameOf(auid)).toBe(auid);
    const broken = { au_name: '"%q", base_url' };
    await aus.pool.query('update plugin set rules = $1', [JSON.stringify(broken)]);
    expect(await nameOf(await aus.put('1999'))).toBe(auid);
  });

  it('tells what is no longer available, and serves AUs of the title database alone', async () => {
    const available = async (auid: string) => (await status(auid).expect(200)).body.availableFromPublisher;
    expect(await available(await aus.put('2014', { pub_down: 'true' }))).toBe(false);
    expect(await available(await aus.put('2014', { pub_never: 'yes' }))).toBe(false);
    expect(await available(await aus.put('2014', { pub_down: 'false' }))).toBe(true);
    const { auid } = titleAu('2020');
    expect(await available(auid)).toBe(true);
    await aus.pool.query(`update tdb_au set down = true where name = 'Journal 2020'`);
    expect(await available(auid)).toBe(false);
  });

  it('is 404 of an AU that is not known, 400 of what is no AUID', async () => {
    const { body } = await status(titleAu('2001').auid).expect(404);
    expect(body.detail).toContain('There is no AU');
    await status('nothing').expect(400);
  });

  it('has no sizes when the repository service is away, and says why in the log', async () => {
    await repository.stop();
    const { body } = await status(await aus.put('2014')).expect(200);
    expect(body).toMatchObject({ volume: 'Journal 2014', contentSize: null, diskUsage: null });
    const line = aus.services[0]!.lines.find(({ msg }) =>
      /size of an AU could not be read/.test(String(msg)),
    );
    expect(JSON.stringify(line)).toContain('The repository service cannot be reached.');
  });
});
