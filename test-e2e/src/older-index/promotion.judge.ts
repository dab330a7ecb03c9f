// Covers: services/repository-service packages/pg-kit
// Promotes a streaming standby of the database. If nothing was lost, the service does not warn. If the standby lagged,
// the service replays the missing changes or refuses to work, depending on the settings.
import {
  createTemporaryFolder,
  makeWarc,
  openSqlConnection,
  startTestPostgres,
  startTestStandby,
  type TestPostgresServer,
  type TestRepositoryClient,
} from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { waitForJournal } from '../rebuild/rebuild.ts';
import { runKeepCommand } from '../support/keep.ts';
import { launchRepository, startRepository } from '../support/repository-server.ts';

const env = { WORKERS: '1', JOURNAL_INTERVAL: '200ms', COMPACTION_PERIOD: 'off', FIXITY_PERIOD: 'off' };

async function store(client: TestRepositoryClient, seed: string): Promise<string[]> {
  const { statuses } = await client.importArchive(makeWarc(5, 200, seed).bytes, { auid: 'au' });
  return statuses.flatMap(({ status, artifactUuid }) => (status === 'OK' ? [artifactUuid!] : []));
}

/** Returns the status once the service is ready or states why it is not. */
async function waitForSettledStatus(
  client: TestRepositoryClient,
): Promise<{ ready: boolean; reason?: string }> {
  for (;;) {
    const status = await client
      .json<{ ready: boolean; reason?: string }>('/status')
      .catch(() => ({ ready: false, reason: 'the service is starting' }));
    const isUnknown = /starting|not been reached|not ready yet/.test(status.reason ?? '');
    if (status.ready || (status.reason !== undefined && !isUnknown)) return status;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function waitForStandby(primary: TestPostgresServer, standby: TestPostgresServer): Promise<void> {
  const [{ query: ofPrimary }, { query: ofStandby }] = [
    openSqlConnection(primary.server.url),
    openSqlConnection(standby.server.url),
  ];
  const [{ lsn }] = (await ofPrimary<{ lsn: string }>('select pg_current_wal_flush_lsn()::text as lsn')) as [
    { lsn: string },
  ];
  for (;;) {
    const [row] = await ofStandby<{ there: boolean }>(
      'select pg_last_wal_replay_lsn() >= $1::pg_lsn as there',
      [lsn],
    );
    if (row!.there) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function promote({ server }: TestPostgresServer): Promise<void> {
  const { query } = openSqlConnection(server.url);
  await query('select pg_promote(true, 60)');
}

it('refuses a standby, goes on with one that was promoted without loss, and repairs one that lagged', async () => {
  const objectStore = `fs:${await createTemporaryFolder()}`;
  const primary = await startTestPostgres();
  const first = await startRepository({ databaseUrl: primary.server.url, objectStore, env });
  const uuids = await store(first.client, 'a');
  await first.process.stop();

  const [whole, lagging] = [await startTestStandby(primary), await startTestStandby(primary)];
  const second = await startRepository({ databaseUrl: primary.server.url, objectStore, env });
  uuids.push(...(await store(second.client, 'b')));
  await waitForStandby(primary, lagging);
  await lagging.server.stop();
  uuids.push(...(await store(second.client, 'c')));
  await waitForJournal(second);
  await second.process.stop();
  await waitForStandby(primary, whole);
  await primary.kill();

  const refused = await launchRepository({ databaseUrl: whole.server.url, objectStore, env });
  expect((await waitForSettledStatus(refused.client)).ready).toBe(false);
  await promote(whole);
  await refused.ready();
  for (const uuid of uuids) expect((await refused.client.get(`/artifacts/${uuid}`)).status).toBe(200);
  await refused.process.stop();

  await lagging.restart();
  await promote(lagging);
  const place = { databaseUrl: lagging.server.url, objectStore, env };
  const older = await launchRepository({ ...place, env: { ...env, OLDER_DATABASE: 'refuse' } });
  expect((await waitForSettledStatus(older.client)).reason).toContain('./holdfast keep rebuild --replace');
  await older.process.stop();
  const last = await startRepository(place);
  for (const uuid of uuids) expect((await last.client.get(`/artifacts/${uuid}`)).status).toBe(200);
  await last.process.stop();
  expect((await runKeepCommand(place, 'verify')).code).toBe(0);
}, 600_000);
