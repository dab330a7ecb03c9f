// POST /artifacts when the client disconnects, or the index or object store fails: nothing remains in the store or in
// the spool.
import { rename } from 'node:fs/promises';
import { openDatabase } from '@holdfast/pg-kit';
import { startTestPostgres, type TestPostgresServer } from '@holdfast/testkit';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startTestService, type TestService } from '../../../service.ts';
import { until } from '../../../until.ts';
import { createAuid, makeNoise } from '../captures.ts';
import { makeBody, makeProps, post, readCreated, readDetail } from './post.ts';
import { expectNothingUnfinished, listSegments, listUnfinished } from './stored.ts';

// Longer timeout, because the tests transfer many megabytes, which is slow on a busy machine.
jest.setTimeout(120_000);

const uri = 'http://a/';
const block = makeNoise(1024 * 1024);

describe('a client that goes away', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });

  it.each([
    ['early in a small payload', 0],
    ['in the middle of a large one', 20],
  ])('%s leaves nothing', async (_, megabytes) => {
    const gone = new AbortController();
    const auid = createAuid();
    async function* endless() {
      for (let i = 0; i < megabytes; i++) yield block;
      yield Buffer.from('a few more');
      if (megabytes > 0) await until(async () => (await listUnfinished(service)).length > 0);
      gone.abort();
      await new Promise(() => undefined);
    }
    const sent = post(service.client, [makeProps({ auid, uri }), makeBody(endless())], {
      signal: gone.signal,
    });
    await expect(sent).rejects.toThrow();
    await expectNothingUnfinished(service);
    expect(await listSegments(service)).toEqual([]);
    const listing = await service.client.get(`/aus/${encodeURIComponent(auid)}/artifacts`);
    expect(listing.status).toBe(404);
  });

  it('does not keep others from being served', async () => {
    const answer = await post(service.client, [makeProps({ auid: createAuid(), uri }), makeBody('x')]);
    expect(answer.status).toBe(201);
  });
});

describe('while the object store cannot be used', () => {
  it.each([
    ['small', [Buffer.from('x')]],
    ['large', Array.from({ length: 12 }, () => block)],
  ])('a %s artifact is 502, and possible again later', async (_, pieces) => {
    const service = await startTestService();
    const auid = createAuid();
    const parts = () => [makeProps({ auid, uri }), makeBody(pieces)];
    await rename(service.storeFolder, `${service.storeFolder}-away`);
    const answer = await post(service.client, parts());
    await rename(`${service.storeFolder}-away`, service.storeFolder);
    expect(readDetail(answer)).toEqual({ status: 502, detail: 'The object store cannot be used.' });
    expect(await listSegments(service)).toEqual([]);
    await expectNothingUnfinished(service);
    const listing = await service.client.get(`/aus/${encodeURIComponent(auid)}/artifacts`);
    expect(listing.status).toBe(404);
    expect(readCreated(await post(service.client, parts())).version).toBe(1);
  });
});

describe('while the index takes no artifacts', () => {
  it('one is 502, small or large, and its object is removed again', async () => {
    const service = await startTestService();
    const auid = createAuid();
    const database = openDatabase({
      url: service.databaseUrl,
      applicationName: 'test',
      onError: () => undefined,
    });
    await database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse before insert on artifact execute function refuse();`);
    for (const pieces of [[Buffer.from('x')], Array.from({ length: 12 }, () => block)]) {
      const answer = await post(service.client, [makeProps({ auid, uri }), makeBody(pieces)]);
      expect(readDetail(answer)).toEqual({ status: 502, detail: 'The index could not record the artifact.' });
      expect(await listSegments(service)).toEqual([]);
      await expectNothingUnfinished(service);
    }
    await database.pool.query('drop trigger refuse on artifact');
    await database.close();
    expect(readCreated(await post(service.client, [makeProps({ auid, uri }), makeBody('x')])).version).toBe(
      1,
    );
  });
});

describe('while the index cannot be used', () => {
  let postgres: TestPostgresServer;
  let service: TestService;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    service = await startTestService({ DATABASE_URL: postgres.server.url });
  });

  it('an artifact is 502 and leaves nothing, small or large', async () => {
    const auid = createAuid();
    expect(readCreated(await post(service.client, [makeProps({ auid, uri }), makeBody('x')])).version).toBe(
      1,
    );
    const before = await listSegments(service);
    await postgres.kill();
    const answers = await Promise.all([
      post(service.client, [makeProps({ auid, uri }), makeBody('y')]),
      post(service.client, [makeProps({ auid, uri }), makeBody(Array.from({ length: 12 }, () => block))]),
    ]);
    // After its health checks have failed, the service rejects a request without reading it.
    for (const { status } of answers) expect([502, 503]).toContain(status);
    expect(await listSegments(service)).toEqual(before);
    await expectNothingUnfinished(service);
    await postgres.restart();
    await until(
      async () => (await post(service.client, [makeProps({ auid, uri }), makeBody('z')])).status === 201,
    );
    const listed = await service.client.artifacts(auid, { includeUncommitted: true });
    expect(listed.map(({ version }) => version)).toEqual([2, 1]);
  });
});
