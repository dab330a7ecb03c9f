// GET /summary, /growth, /live and /failures, over a real socket.
import { rename } from 'node:fs/promises';
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup, formatBasicAuth, makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFixityShare } from '../../../src/index/fixity/report.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { takeGrowthSample, thinGrowthSamples } from '../../../src/index/view/growth.db.ts';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { readProblem, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';

const LIVE_EVERY_MS = 100;
let service: TestService;
let db: ReturnType<typeof openDatabase<IndexSchema>>;

beforeAll(async () => {
  service = await startTestService(
    { USERS_FILE: await writeRoleUsersFile(), FIXITY_PERIOD: 'off' },
    LIVE_EVERY_MS,
  );
  db = openDatabase({ url: service.databaseUrl, applicationName: 'test', onError: () => undefined });
  addCleanup(() => db.close());
});

const get = async <T>(path: string) => service.client.json<T>(path);
interface Summary {
  stored: { aus: number; artifacts: number; bytes: number };
  store: { daysLeft?: number; bytesPerDay?: number; availableBytes?: number };
  dependencies: { name: string; usable: boolean }[];
}

describe('the summary', () => {
  it('says what is stored, and that all can be used', async () => {
    expect(await get('/summary')).toMatchObject({
      stored: { aus: 0, artifacts: 0, bytes: 0 },
      fixity: { bytes: 0, checkedBytes: 0, walking: false },
      damage: { artifacts: 0, objects: 0 },
      importsUnderWay: 0,
      dependencies: expect.arrayContaining([
        { name: 'database', usable: true },
        { name: 'object store', usable: true },
      ]),
    });
    await service.client.importArchive(makeWarc(3, 100, 'summary').bytes, { auid: 'summary' });
    await until(async () => (await get<Summary>('/summary')).stored.artifacts === 3);
  });

  it('distinguishes bytes that were checked from bytes that were only stored since a time', async () => {
    const share = (sinceMs: number) => readFixityShare(db.kysely, sinceMs);
    const { bytes, ...all } = await share(0);
    expect(bytes).toBeGreaterThan(0);
    expect(all).toEqual({ checkedBytes: 0, recentBytes: bytes });
    const laterMs = Date.now() + 60_000;
    expect(await share(laterMs)).toEqual({ bytes, checkedBytes: 0, recentBytes: 0 });
    await db.pool.query('update segment set checked_ms = $1', [laterMs]);
    expect(await share(laterMs)).toEqual({ bytes, checkedBytes: bytes, recentBytes: 0 });
    expect(await get('/summary')).not.toHaveProperty('fixity.recentBytes');
  });

  it('says how long the room will last once it is known how fast it is taken', async () => {
    const { store } = await get<Summary>('/summary');
    expect(store.bytesPerDay).toBeUndefined();
    const bytes = (await get<Summary>('/summary')).stored.bytes;
    // The first sample, ten days ago, is of an empty store.
    const slot = Math.floor((Date.now() - 10 * 86_400_000) / 600_000);
    await db.pool.query('insert into growth values ($1, 0, 0, 0, 0)', [slot]);
    const later = (await get<Summary>('/summary')).store;
    expect(later.bytesPerDay).toBeGreaterThanOrEqual(Math.floor(bytes / 11));
    expect(later.bytesPerDay).toBeLessThanOrEqual(Math.ceil(bytes / 10));
    expect(later.daysLeft).toBe(Math.floor(later.availableBytes! / later.bytesPerDay!));
  });
});

describe('growth', () => {
  it('is sampled once in ten minutes, and thinned out with time', async () => {
    await takeGrowthSample(db.kysely);
    expect(await takeGrowthSample(db.kysely)).toBe(false);
    const day = Math.floor(Date.now() / 86_400_000) * 144;
    const old = [...Array(12).keys()].map((i) => day - 5 * 144 + i);
    const older = [...Array(12).keys()].map((i) => day - 100 * 144 + i);
    await db.pool.query('insert into growth select slot, 1, slot, 1, 1 from unnest($1::bigint[]) slot', [
      [...old, ...older],
    ]);
    await thinGrowthSamples(db.kysely);
    const { samples } = await get<{ samples: { at: number; artifacts: number }[] }>('/growth');
    const kept = samples.map(({ at }) => at / 600_000);
    expect(kept.filter((slot) => old.includes(slot))).toEqual([old[5], old[11]]);
    expect(kept.filter((slot) => older.includes(slot))).toEqual([older[11]]);
    expect(kept).toEqual(kept.toSorted((a, b) => a - b));
    expect(Date.now() - samples.at(-1)!.at).toBeLessThan(1_200_000);
  });

  it('is told of so many days', async () => {
    const { samples } = await get<{ samples: unknown[] }>('/growth?days=1');
    expect(samples).toHaveLength(1);
    const refused = await send(service.client, 'GET', '/growth', { query: { days: 0 } });
    expect(readProblem(refused)).toMatchObject({ status: 400, detail: expect.stringContaining('days') });
  });

  it('has a sample of every ten minutes in which something changed, and otherwise of every hour', async () => {
    /** Moves the last sample into the past, with another number of artifacts. Returns whether a sample follows it. */
    const isSampledAfter = async (slots: number, moreArtifacts = 0) => {
      await db.pool.query('delete from growth');
      await takeGrowthSample(db.kysely);
      const back =
        'update growth set slot = slot - $1, artifacts = artifacts + $2 returning slot % 6 as place';
      const { rows } = await db.pool.query<{ place: number }>(back, [slots, moreArtifacts]);
      return { isSampled: await takeGrowthSample(db.kysely), isSameHour: rows[0]!.place + slots < 6 };
    };
    expect((await isSampledAfter(6)).isSampled).toBe(true);
    expect((await isSampledAfter(1, 7)).isSampled).toBe(true);
    const { isSampled, isSameHour } = await isSampledAfter(1);
    expect(isSampled).toBe(!isSameHour);
  });
});

describe('what changes', () => {
  const listen = (user: 'reader' | 'chief', signal: AbortSignal) =>
    fetch(`${service.client.url}/live`, {
      headers: { accept: 'text/event-stream', authorization: as(user) },
      signal,
    });

  it('is said once to who asks', async () => {
    expect(await get('/live')).toMatchObject({
      summary: { importsUnderWay: 0 },
      imports: [],
      jobs: expect.any(Array),
    });
  });

  it('is said again and again to who listens, who comes back by himself', async () => {
    const leaving = new AbortController();
    const { status, headers, body } = await listen('reader', leaving.signal);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      ...[200, 'text/event-stream; charset=utf-8', 'no-store'],
    ]);
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.split('data: ').length > 2) break;
    }
    leaving.abort();
    expect(text).toMatch(/^retry: \d+\n\ndata: \{"summary":.*\}\n\ndata: /);
    expect(JSON.parse(/data: (.*)/.exec(text)![1]!).jobs).toHaveLength(5);
  });

  it('is said to so many listeners of a user, and no more', async () => {
    const leaving = new AbortController();
    const answers = await Promise.all(Array.from({ length: 13 }, () => listen('chief', leaving.signal)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(12).fill(200), 503]);
    expect((await listen('reader', leaving.signal)).status).toBe(200);
    leaving.abort();
    await until(async () => (await listen('chief', AbortSignal.timeout(5_000))).status === 200);
  });
});

describe('failures', () => {
  it('are told with the ids of their requests, and by whom they were met', async () => {
    expect(await get('/failures')).toEqual({ failures: [] });
    const { statuses } = await service.client.importArchive(makeWarc(1, 100, 'fails').bytes, {
      auid: 'fails',
    });
    await rename(service.storeFolder, `${service.storeFolder}-away`);
    const failed = await send(service.client, 'GET', `/artifacts/${statuses[0]!.artifactUuid}/payload`, {
      authorization: as('reader'),
    });
    await rename(`${service.storeFolder}-away`, service.storeFolder);
    expect(failed.status).toBe(502);
    const refused = await send(service.client, 'GET', '/artifacts/none/payload');
    expect(refused.status).toBe(404);
    interface Failures {
      failures: { requestId: string; status: number; operation: string; user: string; detail: string }[];
    }
    // On a busy machine, the list may contain other failures.
    const met = async () =>
      (await get<Failures>('/failures')).failures.filter(
        ({ operation }) => operation === 'getArtifactDataByPayload',
      );
    await until(async () => (await met()).length > 0);
    expect(await met()).toEqual([
      {
        at: expect.any(Number),
        requestId: failed.headers.get('x-request-id'),
        operation: 'getArtifactDataByPayload',
        method: 'GET',
        status: 502,
        user: 'reader',
        detail: readProblem(failed).detail,
      },
    ]);
  });
});

describe('what changes, for a user who is not to hear it any more', () => {
  const password = 'first password';
  const login = (method: string, path: string, body?: object) =>
    fetch(`${service.client.url}${path}`, {
      method,
      headers: { authorization: as('chief'), 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const byBasic = (name: string) => ({ authorization: formatBasicAuth(name, password) });
  const bySession = async (name: string) => {
    const answer = await fetch(`${service.client.url}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ name, password }),
    });
    return { cookie: answer.headers.getSetCookie()[0]!.split(';')[0]!, 'sec-fetch-site': 'same-origin' };
  };
  const logins = { Basic: byBasic, 'a session': bySession };
  const changes = {
    removed: (name: string) => login('DELETE', `/logins/${name}`),
    disabled: (name: string) => login('PATCH', `/logins/${name}`, { disabled: true }),
    'given another password': (name: string) =>
      login('PATCH', `/logins/${name}`, { password: 'another one' }),
  };

  // Tests the streams of several users concurrently, because a stream checks its user only before an event.
  it.each(Object.entries(logins))('ends for users logged in by %s', async (way, credentials) => {
    const ends = Object.entries(changes).map(([kind, change]) => endsAfter(way, credentials, kind, change));
    expect(await Promise.all(ends)).toEqual(
      Object.keys(changes).map((kind) => ({ kind, created: 201, before: 200, changed: 200, after: 401 })),
    );
  });

  async function endsAfter(
    way: string,
    credentials: (name: string) => object | Promise<object>,
    kind: string,
    change: (name: string) => Promise<Response>,
  ) {
    const name = `${way.at(-1)}-${kind.split(' ').at(-1)}`;
    const created = await login('POST', '/logins', { name, password, roles: ['accessContentRole'] });
    const headers = { accept: 'text/event-stream', ...(await credentials(name)) };
    const { status: before, body } = await fetch(`${service.client.url}/live`, { headers });
    const reader = body!.getReader();
    await reader.read();
    await reader.read();
    const changed = await change(name);
    // Waits for the end of the stream. A stream's maximum duration exceeds the test's time limit, so the stream must
    // end earlier.
    while (!(await reader.read()).done);
    const { status: after } = await fetch(`${service.client.url}/live`, { headers });
    return { kind, created: created.status, before, changed: changed.status, after };
  }

  it('goes on for everybody else', async () => {
    const leaving = new AbortController();
    // Keeps the whole response, because fetch() ends the body of a response that has been garbage-collected.
    const response = await fetch(`${service.client.url}/live`, {
      headers: { accept: 'text/event-stream', authorization: as('reader') },
      signal: leaving.signal,
    });
    expect(response.status).toBe(200);
    await login('POST', '/logins', { name: 'other', password, roles: ['accessContentRole'] });
    await login('DELETE', '/logins/other');
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.split('data: ').length > 4) break;
    }
    leaving.abort();
    expect(text.split('data: ').length).toBeGreaterThan(4);
  });
});
