// Replay with a real streaming standby. The standby serves queries while it is up to date. While it lags or is down,
// the primary serves them.
import { type Database, openDatabase } from '@holdfast/pg-kit';
import {
  addCleanup,
  makeResponseRecord,
  startTestPostgres,
  startTestStandby,
  type TestPostgresServer,
} from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';

const url = 'http://example.com/page';
let standbyServer: TestPostgresServer;
let primary: Database<never>;
let standby: Database<never>;
let service: TestService;

beforeAll(async () => {
  // Makes commits synchronous. Otherwise the test could not tell whether the standby has replayed a change.
  const settings = { synchronous_commit: 'on' };
  const primaryServer = await startTestPostgres({ unsafe: true, settings });
  standbyServer = await startTestStandby(primaryServer, { unsafe: true, settings });
  [primary, standby] = [opened(primaryServer), opened(standbyServer)];
  service = await startTestService({
    DATABASE_URL: primaryServer.server.url,
    DATABASE_READ_URL: standbyServer.server.url,
    DATABASE_READ_MAX_LAG: '500ms',
  });
});

it('asks the standby, which has soon what was stored', async () => {
  await capture(2014);
  await until(async () => (await captures()) === 1);
  await untilOnlyTheStandbyIsAsked();
  await until(async () => (await reason()) === undefined);
});

it('asks the primary while the standby stands still, and what was stored meanwhile is there', async () => {
  await on(standby, 'select pg_wal_replay_pause()');
  await until(async () => {
    const [row] = await on(standby, 'select pg_get_wal_replay_pause_state() as state');
    return row?.state === 'paused';
  });
  await capture(2015);
  await until(async () => (await captures()) === 2);
  expect(await on(standby, 'select count(*)::int as count from artifact')).toEqual([{ count: 1 }]);
  const behind = /^the read replica, .* is more than 0\.5 s behind: DATABASE_URL answers instead$/;
  await until(async () => behind.test((await reason()) ?? ''));
  await on(standby, 'select pg_wal_replay_resume()');
  await untilOnlyTheStandbyIsAsked();
  expect(await captures()).toBe(2);
});

it('asks the primary when the standby is gone, whoever asks first, and the standby when it is back', async () => {
  await standbyServer.kill();
  expect(await captures()).toBe(2);
  await until(async () => /cannot be reached/.test((await reason()) ?? ''));
  expect(await captures()).toBe(2);
  await standbyServer.restart();
  await untilOnlyTheStandbyIsAsked();
  expect(await captures()).toBe(2);
});

async function capture(year: number): Promise<void> {
  const archive = makeResponseRecord(url, Buffer.from(`of ${year}`), `${year}-05-05T05:05:05Z`);
  const { statuses } = await service.client.importArchive(archive, { auid: 'replicated' });
  expect(statuses.map(({ status }) => status)).toEqual(['OK']);
}

/** Returns the number of captures of the URL in replay. Throws if a query fails. */
async function captures(): Promise<number> {
  const answer = await service.client.get('/replay/cdxb/default', { url });
  const text = await answer.text();
  expect([200, 404]).toContain(answer.status);
  return answer.status === 404 ? 0 : text.trimEnd().split('\n').length;
}

async function reason(): Promise<string | undefined> {
  return (await service.client.json<{ reason?: string }>('/status')).reason;
}

/** Waits until queries reach only the standby, according to pg_stat_activity of both servers. */
async function untilOnlyTheStandbyIsAsked(): Promise<void> {
  await until(async () => {
    const before = [await lastAsked(primary), await lastAsked(standby)];
    await captures();
    const after = [await lastAsked(primary), await lastAsked(standby)];
    return before[0] === after[0] && before[1] !== after[1];
  });
}

async function lastAsked(database: Database<never>): Promise<unknown> {
  const sql = `select max(query_start)::text as at from pg_stat_activity
    where query like '%asked.%' and pid <> pg_backend_pid()`;
  return (await on(database, sql))[0]?.at;
}

async function on({ pool }: Database<never>, sql: string): Promise<Record<string, unknown>[]> {
  return (await pool.query(sql)).rows;
}

/** Opens a session for the test's own queries, which `lastAsked` ignores. */
function opened({ server: { url: address } }: TestPostgresServer): Database<never> {
  const database = openDatabase<never>({
    allowsStandby: true,
    url: address,
    poolSize: 1,
    applicationName: 'test',
    onError: () => undefined,
  });
  addCleanup(() => database.close());
  return database;
}
