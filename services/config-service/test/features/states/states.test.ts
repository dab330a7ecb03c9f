import { openOutbox } from '@holdfast/pg-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type request from 'supertest';
import { peer } from '../aus/documents.ts';
import { type KnownAus, makeTestAuid, startWithKnownAus, titleAu } from '../aus/known-aus.ts';
import { listenForNotices } from '../aus/notices.ts';

const kinds: [path: string, method: string, body: object, kind: string][] = [
  ['/austates', 'PATCH', { lastCrawlTime: 5 }, 'AuState'],
  ['/auagreements', 'PATCH', { rawMap: { [peer]: { id: peer, map: {} } } }, 'AuAgreements'],
  ['/aususpecturls', 'PUT', { suspectVersions: [{ url: 'u', version: 1 }] }, 'AuSuspectUrlVersions'],
  ['/noaupeers', 'PUT', { rawSet: [peer] }, 'NoAuPeerSet'],
];

const configured = makeTestAuid('2014');
const inTitles = makeTestAuid('2015');
const unknown = makeTestAuid('1900');
const pathOf = (path: string, auid: string): string => `${path}/${encodeURIComponent(auid)}`;

describe('state documents of every kind', () => {
  let aus: KnownAus;
  beforeAll(async () => {
    aus = await startWithKnownAus({ titles: [titleAu('2015')], environment: { STATE_BODY_LIMIT: '16KiB' } });
  });
  afterAll(() => aus.stop());
  beforeEach(async () => {
    await aus.pool.query('truncate au_configuration, au_state, au_agreement, au_suspect_urls, no_au_peers');
    await aus.put('2014');
  });

  const read = async (path: string, auid: string): Promise<unknown> =>
    (
      await aus
        .call('GET', pathOf(path, auid))
        .expect(200)
        .expect('Content-Type', /^application\/json/)
    ).body;

  it.each(kinds)(
    '%s is that of a configured AU, or of one in the title database',
    async (path, method, body) => {
      for (const auid of [configured, inTitles]) {
        const before = await read(path, auid);
        expect(Object.values(before as object)[0]).toBe(auid);
        await aus.call(method, pathOf(path, auid)).send(body).expect(200, '');
        expect(await read(path, auid)).not.toEqual(before);
      }
      await aus.call('GET', pathOf(path, unknown)).expect(404);
      await aus.call(method, pathOf(path, unknown)).send(body).expect(404);
      await aus.call('GET', pathOf(path, unknown)).expect(404);
    },
  );

  it.each(kinds)(
    '%s that is there may be read and written when the AU is not known any more',
    async (path, method, body) => {
      await aus.call(method, pathOf(path, configured)).send(body).expect(200);
      await aus.pool.query('truncate au_configuration');
      const before = await read(path, configured);
      await aus.call(method, pathOf(path, configured)).send(body).expect(200);
      expect(await read(path, configured)).toEqual(before);
    },
  );

  it.each(kinds)('%s takes its own AUID, and the document that it gave', async (path, method, body) => {
    await aus.call(method, pathOf(path, configured)).send(body).expect(200);
    const before = await read(path, configured);
    await aus
      .call(method, pathOf(path, configured))
      .send(before as object)
      .expect(200);
    expect(await read(path, configured)).toEqual(before);
    const other = Object.fromEntries(
      Object.entries(before as object).map(([k, v], at) => [k, at === 0 ? inTitles : v]),
    );
    const answer = await aus.call(method, pathOf(path, configured)).send(other).expect(400);
    expect(answer.body.detail).toMatch(/must be the AUID of the path/);
    expect(await read(path, configured)).toEqual(before);
  });

  it.each(kinds)('%s refuses malformed AUIDs, bodies and types', async (path, method, body) => {
    const call = (auid = configured): request.Test => aus.call(method, pathOf(path, auid));
    await aus.call('GET', pathOf(path, 'malformed')).expect(400);
    await call('malformed').send(body).expect(400);
    await call().expect(400);
    await call().type('json').send('{').expect(400);
    await call().send([]).expect(400);
    await call()
      .send({ ...body, unheardOf: 1 })
      .expect(400);
    await call().type('text/plain').send(JSON.stringify(body)).expect(415);
    await call()
      .send({ ...body, x: 'x'.repeat(17_000) })
      .expect(413);
  });

  it.each(kinds)(
    '%s of each change tells whoever listens, with the cookie of the request',
    async (path, method, body, kind) => {
      const listener = await listenForNotices(aus);
      const call = (): request.Test =>
        aus.call(method, pathOf(path, configured)).set('X-Lockss-Request-Cookie', 'poller-42');
      await call().send(body).expect(200);
      await call()
        .send({ ...body, unheardOf: 1 })
        .expect(400);
      await aus.call(method, pathOf(path, configured)).send(body).expect(200);
      await aus.call(method, pathOf(path, unknown)).send(body).expect(404);
      expect(await listener.until(2)).toEqual([
        { kind, auid: configured, cookie: 'poller-42', json: expect.any(Object) },
        { kind, auid: configured, json: expect.any(Object) },
      ]);
      await listener.stop();
    },
  );

  it('are left for a bridge as they were sent, where there is one', async () => {
    const outbox = openOutbox(aus.pool, 'configuration');
    const sent = { auId: configured, lastCrawlTime: 5 };
    const write = (cookie: string) =>
      aus
        .call('PATCH', pathOf('/austates', configured))
        .set('X-Lockss-Request-Cookie', cookie)
        .send(sent)
        .expect(200);
    await write('before');
    expect(await outbox.read(10, 10_000)).toEqual([]);
    await outbox.register({ keepForMs: 60_000, keepRows: 100 });
    await write('c');
    const [kept] = await outbox.read(10, 10_000);
    expect(kept?.change).toEqual({
      kind: 'AuState',
      auid: configured,
      json: { lastCrawlTime: 5 },
      cookie: 'c',
      sent,
    });
    await outbox.forget();
  });

  it('refuse cookies that no notification could hold', async () => {
    const call = aus
      .call('PATCH', pathOf('/austates', configured))
      .set('X-Lockss-Request-Cookie', 'x'.repeat(1_025));
    await call.send({ lastCrawlTime: 1 }).expect(400);
    expect(await read('/austates', configured)).toMatchObject({ lastCrawlTime: -1 });
  });

  it('too long for a notification are told of without their content', async () => {
    const listener = await listenForNotices(aus);
    const cdnStems = Array.from({ length: 300 }, (_, at) => `http://${at}.example.com/some/where/`);
    await aus.call('PATCH', pathOf('/austates', configured)).send({ cdnStems }).expect(200);
    expect(await listener.until(1)).toEqual([{ kind: 'AuState', auid: configured }]);
    await listener.stop();
  });
});
