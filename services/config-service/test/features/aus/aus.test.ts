import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type request from 'supertest';
import { writeDocuments } from './documents.ts';
import { type KnownAus, makeConfiguration, makeTestAuid, pluginId, startWithKnownAus } from './known-aus.ts';
import { listenForNotices } from './notices.ts';

const pathOf = (auid: string): string => `/aus/${encodeURIComponent(auid)}`;

describe('single AUs', () => {
  let aus: KnownAus;
  beforeAll(async () => {
    aus = await startWithKnownAus();
  });
  afterAll(() => aus.stop());
  beforeEach(() =>
    aus.pool.query('truncate au_configuration, au_state, au_agreement, au_suspect_urls, no_au_peers'),
  );

  const auid = makeTestAuid('2014');
  const get = (path: string): request.Test => aus.call('GET', path);
  const put = (body: object, path = pathOf(auid)): request.Test => aus.call('PUT', path).send(body);
  const stored = async (): Promise<unknown> => (await get(pathOf(auid)).expect(200)).body;

  it('GET gives what PUT stored, and PUT replaces it whole', async () => {
    const first = { ...makeConfiguration('2014'), issues: '1-9', 'reserved.displayName': 'Journal – é' };
    await put({ auId: auid, auConfig: first }).expect(200, '');
    expect(await stored()).toEqual({ auId: auid, auConfig: first });
    const second = { ...makeConfiguration('2014'), 'x.other': '' };
    await put({ auId: auid, auConfig: second }).expect(200);
    expect(await stored()).toEqual({ auId: auid, auConfig: second });
  });

  it('PUT leaves other AUs alone', async () => {
    const other = await aus.put('2015', { issues: '1' });
    await aus.put('2014');
    expect((await get(pathOf(other)).expect(200)).body.auConfig).toMatchObject({ issues: '1' });
  });

  it('PUT sets the creation time once', async () => {
    const before = Date.now();
    await aus.put('2014');
    const state = async () => (await get(`/austates/${encodeURIComponent(auid)}`).expect(200)).body;
    const { auCreationTime } = await state();
    expect(auCreationTime).toBeGreaterThanOrEqual(before);
    expect(auCreationTime).toBeLessThanOrEqual(Date.now());
    await aus.put('2014', { issues: '2' });
    expect((await state()).auCreationTime).toBe(auCreationTime);
  });

  it('PUT takes inactive what is reserved as disabled', async () => {
    await aus.put('2014', { 'reserved.disabled': 'true' });
    const { rows } = await aus.pool.query('select inactive from au_configuration');
    expect(rows).toEqual([{ inactive: true }]);
  });

  it.each([
    ['no auId', { auConfig: makeConfiguration('2014') }, 'The body needs the member "auId".'],
    [
      'another auId',
      { auId: makeTestAuid('2015'), auConfig: makeConfiguration('2014') },
      'must be the AUID of the path',
    ],
    ['no auConfig', { auId: auid }, 'needs the member "auConfig"'],
    ['an empty auConfig', { auId: auid, auConfig: {} }, '"auConfig"'],
    [
      'a value that is no text',
      { auId: auid, auConfig: { ...makeConfiguration('2014'), issues: 1 } },
      'must be text',
    ],
    ['a null', { auId: auid, auConfig: null }, 'must be an object'],
    ['a list', [auid], 'must be an object'],
    [
      'a definitional parameter missing',
      { auId: auid, auConfig: { base_url: 'http://x/' } },
      'parameter year is missing',
    ],
    ['parameters of another AU', { auId: auid, auConfig: makeConfiguration('2015') }, 'yield another AUID'],
    [
      'a list that is no list',
      { auId: auid, auConfig: { ...makeConfiguration('2014'), issues: '9-1' } },
      'parameter issues must be',
    ],
    [
      'an unpaired surrogate',
      { auId: auid, auConfig: { ...makeConfiguration('2014'), x: '\ud800' } },
      'an unpaired surrogate',
    ],
    ['U+0000', { auId: auid, auConfig: { ...makeConfiguration('2014'), x: '\0' } }, 'U+0000'],
  ])('PUT refuses %s, and nothing changes', async (_what, body, why) => {
    await aus.put('2014', { issues: '7' });
    expect((await put(body).expect(400)).body.detail).toContain(why);
    expect(await stored()).toEqual({ auId: auid, auConfig: { ...makeConfiguration('2014'), issues: '7' } });
  });

  it('PUT refuses a definitional value that does not fit its type, naming it', async () => {
    const odd = makeTestAuid('next');
    const answer = await put({ auId: odd, auConfig: makeConfiguration('next') }, pathOf(odd)).expect(400);
    expect(answer.body.detail).toBe('The parameter year must be a year of four digits, or 0.');
  });

  it('PUT refuses what is not JSON, and other media types', async () => {
    await aus.call('PUT', pathOf(auid)).type('json').send('{').expect(400);
    await aus.call('PUT', pathOf(auid)).expect(400);
    await aus.call('PUT', pathOf(auid)).type('text/plain').send('{}').expect(415);
  });

  it('PUT refuses bodies beyond any AU configuration', async () => {
    const auConfig = { ...makeConfiguration('2014'), x: 'x'.repeat(70_000) };
    await put({ auId: auid, auConfig }).expect(413);
  });

  it('PUT refuses an AUID that no index could hold', async () => {
    const base_url = `http://${'x'.repeat(50)}/${Array.from({ length: 600 }, (_, at) => at).join('/')}`;
    const long = makeTestAuid('2014').replace(
      'www%2Eexample%2Ecom%2F',
      encodeURIComponent(base_url.slice(7)).replaceAll('.', '%2E'),
    );
    const auConfig = { base_url, year: '2014' };
    const answer = await put({ auId: long, auConfig }, pathOf(long)).expect(400);
    expect(answer.body.detail).toContain('longer than the 2560 bytes');
  });

  it('PUT knows only loaded plugins', async () => {
    const unknown = makeTestAuid('2014', 'org.example.NoPlugin');
    const answer = await put({ auId: unknown, auConfig: makeConfiguration('2014') }, pathOf(unknown)).expect(
      404,
    );
    expect(answer.body.detail).toBe('Plugin not found: org.example.NoPlugin');
  });

  it.each(['GET', 'PUT', 'DELETE'])('%s refuses a malformed AUID', async (method) => {
    const body = { auId: 'malformed', auConfig: makeConfiguration('2014') };
    const call = aus.call(method, '/aus/malformed');
    await (method === 'PUT' ? call.send(body) : call).expect(400);
  });

  it.each(['GET', 'DELETE'])('%s answers 404 for an AU that is not configured', async (method) => {
    const answer = await aus.call(method, pathOf(auid)).expect(404);
    expect(answer.body.detail).toContain(auid);
  });

  it('DELETE removes configuration and documents together, and answers what it removed', async () => {
    await aus.put('2014', { issues: '3' });
    await aus.put('2015');
    const documents = await writeDocuments(aus, [auid, makeTestAuid('2015')]);
    const answer = await aus.call('DELETE', pathOf(auid)).expect(200);
    expect(answer.body).toEqual({ auId: auid, auConfig: { ...makeConfiguration('2014'), issues: '3' } });
    for (const path of documents) {
      await get(`${path}/${encodeURIComponent(auid)}`).expect(404);
      await get(`${path}/${encodeURIComponent(makeTestAuid('2015'))}`).expect(200);
    }
    for (const table of ['au_state', 'au_agreement', 'au_suspect_urls', 'no_au_peers']) {
      const { rows } = await aus.pool.query(`select auid from ${table}`);
      expect([table, rows]).toEqual([table, [{ auid: makeTestAuid('2015') }]]);
    }
    await aus.call('DELETE', pathOf(auid)).expect(404);
  });

  it('a path is decoded once: the AUID in it has escapes of its own', async () => {
    await aus.put('2014');
    expect(pathOf(auid)).toContain('%253A');
    await get(`/aus/${auid}`).expect(404);
    await get('/aus/%E0%A4%A').expect(400);
  });

  it('the named plugin is there without being loaded', async () => {
    const named = 'org|lockss|plugin|NamedPlugin&handle~my+handle';
    await put({ auId: named, auConfig: { handle: 'my handle' } }, pathOf(named)).expect(200);
    expect((await get(pathOf(named)).expect(200)).body.auConfig).toEqual({ handle: 'my handle' });
  });

  it('are listed in AUID byte order', async () => {
    expect((await get('/aus').expect(200)).body).toEqual([]);
    for (const year of ['2015', '2014', '1999']) await aus.put(year);
    const answer = await get('/aus')
      .expect(200)
      .expect('Content-Type', /^application\/json/);
    expect(answer.body).toEqual(
      ['1999', '2014', '2015'].map((year) => ({
        auId: makeTestAuid(year),
        auConfig: makeConfiguration(year),
      })),
    );
  });

  it('are listed however many there are, each once', async () => {
    await aus.pool.query(
      `insert into au_configuration (auid, plugin_id, configuration, created_ms, updated_ms)
       select 'p&' || chr(33 + n % 90) || n, 'p', '{"n": "x"}', 0, 0 from generate_series(1, 1234) as n`,
    );
    const { body } = await get('/aus').expect(200);
    const auids = (body as { auId: string }[]).map(({ auId }) => auId);
    expect(auids).toHaveLength(1234);
    expect(auids).toEqual([...new Set(auids)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  it('write of each change to whoever listens, in the same transaction', async () => {
    const listener = await listenForNotices(aus);
    await aus.put('2014');
    await put({ auId: auid, auConfig: makeConfiguration('2015') }).expect(400);
    await aus.call('DELETE', pathOf(auid)).expect(200);
    expect(await listener.until(2)).toEqual([
      { kind: 'AuConfigStored', auid },
      { kind: 'AuConfigRemoved', auid },
    ]);
    await listener.stop();
  });
});

describe('AUs of plugins that are not loaded, where they are allowed', () => {
  let aus: KnownAus;
  beforeAll(async () => {
    aus = await startWithKnownAus({ environment: { ALLOW_UNKNOWN_PLUGINS: 'true' } });
  });
  afterAll(() => aus.stop());

  const unknown = makeTestAuid('2014', 'org.example.NoPlugin');
  const put = (auid: string, auConfig: object): request.Test =>
    aus.call('PUT', pathOf(auid)).send({ auId: auid, auConfig });

  it('hold what their AUID says, and anything beside it', async () => {
    await put(unknown, { ...makeConfiguration('2014'), more: 'x' }).expect(200);
    const answer = await put(unknown, { ...makeConfiguration('2014'), year: '2015' }).expect(400);
    expect(answer.body.detail).toContain('parameter year');
    await put('org|example|NoPlugin&not an au key', { a: 'b' }).expect(400);
    await put('org|example|NoPlugin&year~%32', { year: '2' }).expect(400);
  });

  it('do not make what a loaded plugin says void', async () => {
    await put(makeTestAuid('2014', pluginId), makeConfiguration('2015')).expect(400);
  });
});
