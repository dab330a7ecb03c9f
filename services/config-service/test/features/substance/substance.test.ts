import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type KnownAus,
  pluginId,
  removePlugin,
  restorePlugin,
  startWithKnownAus,
  titleAu,
} from '../aus/known-aus.ts';
import { listenForNotices } from '../aus/notices.ts';
import { type PagedUrls, servePagedUrls } from './paged-urls.ts';

const pdfs = { au_substance_url_pattern: ['"^%s%d/.*[.]pdf$", base_url, year'] };
const hit = 'http://www.example.com/2014/1.pdf';
const page = (name: string) => Array.from({ length: 60 }, (_, at) => `http://www.example.com/${name}/${at}`);

describe('the substance check', () => {
  let repository: PagedUrls;
  let aus: KnownAus;
  let auid: string;
  beforeAll(async () => {
    repository = await servePagedUrls();
    const environment = { REPOSITORY_URL: repository.url, REPOSITORY_TIMEOUT: '5s' };
    aus = await startWithKnownAus({ titles: [titleAu('2020')], environment });
  });
  afterAll(async () => {
    await aus.stop();
    await repository.stop();
  });
  beforeEach(async () => {
    await aus.pool.query('truncate au_configuration, au_state');
    auid = await aus.put('2014');
    await setRules(pdfs);
  });

  const setRules = (rules: object) => aus.pool.query('update plugin set rules = $1', [JSON.stringify(rules)]);
  const check = (of = auid) => aus.call('PUT', `/ausubstances/${encodeURIComponent(of)}`);
  const stateOf = async (of = auid) =>
    (await aus.call('GET', `/austates/${encodeURIComponent(of)}`).expect(200)).body;
  const patch = (members: object) =>
    aus
      .call('PATCH', `/austates/${encodeURIComponent(auid)}`)
      .send(members)
      .expect(200);

  it('finds substance, and reads no further than the first URL that has some', async () => {
    repository.serves([page('a'), [...page('b'), hit], page('c')]);
    const { body } = await check().expect(200);
    expect(body).toEqual({ id: auid, oldState: 'Unknown', newState: 'Yes' });
    expect(repository.asked()).toBe(2);
    expect((await stateOf()).hasSubstance).toBe('Yes');
  });

  it('finds none, in any of the URLs or without a URL, and changes Yes to No', async () => {
    await patch({ hasSubstance: 'Yes' });
    repository.serves([page('a'), page('b')]);
    expect((await check().expect(200)).body).toEqual({ id: auid, oldState: 'Yes', newState: 'No' });
    expect(repository.asked()).toBe(2);
    repository.serves([]);
    expect((await check().expect(200)).body).toEqual({ id: auid, oldState: 'No', newState: 'No' });
    expect((await stateOf()).hasSubstance).toBe('No');
  });

  it('goes by the URLs without substance where only these are said', async () => {
    await setRules({ au_non_substance_url_pattern: '"[0-9]$"', au_start_url: '"%sstart", base_url' });
    repository.serves([[...page('a'), 'http://www.example.com/start']]);
    expect((await check().expect(200)).body.newState).toBe('No');
    repository.serves([[...page('a'), 'http://www.example.com/other']]);
    expect((await check().expect(200)).body.newState).toBe('Yes');
  });

  it('says in the change notification what it changed, and only that', async () => {
    const listener = await listenForNotices(aus);
    repository.serves([[hit]]);
    await check().expect(200);
    expect(await listener.until(1)).toEqual([{ kind: 'AuState', auid, json: { hasSubstance: 'Yes' } }]);
    await listener.stop();
  });

  it('loses nothing that others write into the state meanwhile', async () => {
    repository.serves([page('a'), [hit]], async (number) => {
      await patch({ lastCrawlTime: 1_000 + number, numWillingRepairers: 7, hasSubstance: 'No' });
    });
    expect((await check().expect(200)).body).toMatchObject({ oldState: 'Unknown', newState: 'Yes' });
    expect(await stateOf()).toMatchObject({
      lastCrawlTime: 1_001,
      numWillingRepairers: 7,
      hasSubstance: 'Yes',
    });
  });

  it('leaves the state alone when the repository goes away half-way', async () => {
    await patch({ hasSubstance: 'Yes' });
    repository.serves([page('a'), page('b')], (number) => {
      if (number === 1) throw new Error('gone');
    });
    expect((await check().expect(200)).body).toEqual({
      id: auid,
      oldState: 'Yes',
      newState: 'Yes',
      errorMessage: 'The repository service cannot be reached.',
    });
    expect((await stateOf()).hasSubstance).toBe('Yes');
  });

  it('brings no state back of an AU that is removed meanwhile: 404', async () => {
    repository.serves([page('a'), [hit]], async (number) => {
      if (number === 1) await aus.call('DELETE', `/aus/${encodeURIComponent(auid)}`).expect(200);
    });
    await check().expect(404);
    await aus.call('GET', `/austates/${encodeURIComponent(auid)}`).expect(404);
  });

  it.each<[string, object, string]>([
    ['no patterns', {}, 'No substance patterns defined for plugin'],
    [
      'no pattern that can be used',
      { au_substance_url_pattern: ['"(?>a)"', '"%s", journal'] },
      'No substance pattern of the plugin can be used. au_substance_url_pattern "(?>a)": it has an atomic group ' +
        '((?>), which cannot be matched in linear time (and 1 more).',
    ],
    [
      'a pattern that cannot be used, and no hit by the others',
      { au_substance_url_pattern: ['"(?>a)"', '"pdf$"'] },
      'No URL has substance according to the usable rules of the plugin. au_substance_url_pattern "(?>a)": it ' +
        'has an atomic group ((?>), which cannot be matched in linear time.',
    ],
  ])(
    'cannot be made with %s: the answer says so, and nothing changes',
    async (_what, rules, errorMessage) => {
      await setRules(rules);
      repository.serves([page('a')]);
      const { body } = await check().expect(200);
      expect(body).toEqual({ id: auid, oldState: 'Unknown', newState: 'Unknown', errorMessage });
      expect((await stateOf()).hasSubstance).toBe('Unknown');
    },
  );

  it('says which part of the rule it did not apply', async () => {
    await setRules({ ...pdfs, plugin_substance_predicate_factory: 'org.example.Factory' });
    repository.serves([[hit]]);
    const errorMessage =
      "A part of the plugin's rule was not applied: plugin_substance_predicate_factory org.example.Factory is a " +
      'program, and here URLs are judged by patterns alone.';
    const { body } = await check().expect(200);
    expect(body).toEqual({ id: auid, oldState: 'Unknown', newState: 'Yes', errorMessage });
    await setRules({ plugin_substance_predicate_factory: 'org.example.Factory' });
    expect((await check().expect(200)).body).toMatchObject({
      newState: 'Yes',
      errorMessage: `No substance patterns defined for plugin. ${errorMessage}`,
    });
  });

  it('cannot be made without the plugin', async () => {
    await removePlugin(aus.pool);
    const { body } = await check().expect(200);
    expect(body).toMatchObject({ newState: 'Unknown', errorMessage: `Plugin not found: ${pluginId}` });
    await restorePlugin(aus.pool);
  });

  it('can be made of inactive AUs, and of those in the title database alone', async () => {
    repository.serves([['http://www.example.com/2020/1.pdf']]);
    const { auid: titled } = titleAu('2020');
    expect((await check(titled).expect(200)).body.newState).toBe('Yes');
    repository.serves([[hit]]);
    await aus.call('PUT', '/aus/deactivate').send([auid]).expect(200);
    expect((await check().expect(200)).body.newState).toBe('Yes');
  });

  it('is 404 of an AU that is not known, 400 of what is no AUID', async () => {
    const { body } = await check(auid.replace('2014', '2015')).expect(404);
    expect(body.detail).toContain('There is no AU');
    await check('nothing').expect(400);
  });
});

it('cannot be made without a repository service', async () => {
  const aus = await startWithKnownAus();
  const auid = await aus.put('2014');
  await aus.pool.query('update plugin set rules = $1', [JSON.stringify(pdfs)]);
  const { body } = await aus.call('PUT', `/ausubstances/${encodeURIComponent(auid)}`).expect(200);
  expect(body).toMatchObject({ newState: 'Unknown', errorMessage: 'No repository service is configured.' });
  await aus.stop();
});
