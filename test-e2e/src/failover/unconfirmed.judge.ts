// Covers: packages/pg-kit
// Cancels PostgreSQL's wait for an unavailable synchronous standby, after which PostgreSQL reports success with a
// warning. The service must not acknowledge the import, and must not report the same records as duplicates later.
import {
  createTemporaryFolder,
  makeWarc,
  openSqlConnection,
  startTestPostgres,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';

const env = { WORKERS: '1', COMPACTION_PERIOD: 'off', FIXITY_PERIOD: 'off', JOURNAL_INTERVAL: '1h' };

const WAITING = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;

it('acknowledges nothing that the synchronous standby has not confirmed', async () => {
  const { server } = await startTestPostgres({ unsafe: true, settings: { synchronous_commit: 'on' } });
  const { query } = openSqlConnection(server.url);
  const place = { databaseUrl: server.url, objectStore: `fs:${await createTemporaryFolder()}` };
  const { client, process } = await startRepository({ ...place, env });
  expect(await store(client, 'before')).toEqual(['OK']);

  await query(`alter system set synchronous_standby_names = 'nobody'`);
  await query('select pg_reload_conf()');
  // Waits, because the processes of PostgreSQL apply a new setting at different times.
  await pause(1_000);
  let outcome: string[] | undefined;
  const waiting = store(client, 'while it is away').then((answer) => {
    outcome = answer;
  });
  await pause(2_000);
  expect(outcome).toBeUndefined();
  while (outcome === undefined) {
    await query(WAITING);
    await pause(100);
  }
  await waiting;
  expect(outcome).not.toContain('OK');
  expect(await store(client, 'while it is away')).not.toContain('DUPLICATE');

  await query(`alter system set synchronous_standby_names = ''`);
  await query('select pg_reload_conf()');
  for (let said: string[] = []; said[0] !== 'DUPLICATE'; said = await store(client, 'while it is away'))
    await pause(200);
  expect(await store(client, 'after')).toEqual(['OK']);
  await process.stop();
}, 120_000);

/** Imports a record. Returns the record's status, or the HTTP status if the import fails. */
async function store(client: TestRepositoryClient, seed: string): Promise<string[]> {
  const { status, statuses } = await client.importArchive(makeWarc(1, 200, seed).bytes, { auid: 'au' });
  return status === 200 ? statuses.map((one) => one.status) : [`${status}`];
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
