// An index that is older than the store is found at every start, and whenever the pool meets another state of the database; what is
// no loss never raises an alarm.
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@holdfast/pg-kit';
import {
  makeWarc,
  type RepositoryClient,
  type TestDatabase,
  temporaryFolder,
  testDatabase,
} from '@holdfast/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import {
  copyOfDatabase,
  others,
  remove,
  type Served,
  served,
  startedOn,
  swapDatabases,
  twoHistories,
} from './histories.ts';

jest.setTimeout(180_000);

interface Status {
  readonly ready: boolean;
  readonly reason?: string;
}

const statusOf = (client: RepositoryClient) => client.json<Status>('/status');

async function until(client: RepositoryClient, isSo: (status: Status) => boolean): Promise<Status> {
  for (;;) {
    const status = await statusOf(client);
    if (isSo(status)) return status;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const isOlder = ({ ready, reason }: Status) =>
  !ready && reason?.includes('older than the object store') === true;

/** Refused with the command that repairs it, whatever is asked for. */
async function expectRefused({ client, service }: Served): Promise<void> {
  const { reason } = await until(client, isOlder);
  expect(reason).toContain('./holdfast keep rebuild --replace');
  const answers = [
    await client.importArchive(Buffer.from(''), { auid: 'au' }),
    await remove(client, '0191d7a4-0000-7000-8000-000000000000'),
    await client.get('/namespaces'),
  ];
  for (const { status } of answers) expect(status).toBe(503);
  // The console shows the detail of an answer as it is.
  const { detail } = (await (await client.get('/summary')).json()) as { detail: string };
  expect(detail).toBe(`The service is not ready: ${reason}.`);
  const metrics = await (await fetch(new URL('/metrics', service.probesUrl))).text();
  expect(metrics).toMatch(/^index_older_than_store 1$/m);
  expect((await fetch(new URL('/readyz', service.probesUrl))).status).toBe(503);
}

async function expectServing(database: TestDatabase, storeFolder: string): Promise<void> {
  const running = await startedOn(database, storeFolder);
  const status = await until(
    running.client,
    ({ ready, reason }) => ready || reason?.includes('older') === true,
  );
  expect(status.ready).toBe(true);
  const metrics = await (await fetch(new URL('/metrics', running.service.probesUrl))).text();
  expect(metrics).toMatch(/^index_older_than_store 0$/m);
  await running.service.stop();
}

const store5 = async (client: RepositoryClient, seed: string) => void (await others(client, seed));

describe('an index that is older than the store', () => {
  it('is found at the start: nothing is served or stored', async () => {
    const { older, lost, storeFolder } = await twoHistories({
      before: (client) => store5(client, 'a'),
      lost: (client) => store5(client, 'b'),
    });
    const running = await startedOn(older, storeFolder);
    await expectRefused(running);
    await running.service.stop();
    await expectServing(lost, storeFolder);
  });

  it('is found although it lost nothing but a deletion', async () => {
    let uuids: string[] = [];
    const { older, storeFolder } = await twoHistories({
      before: async (client) => {
        uuids = await others(client, 'a');
      },
      lost: async (client) => void (await remove(client, uuids[0]!)),
    });
    const running = await startedOn(older, storeFolder);
    await expectRefused(running);
    await running.service.stop();
  });

  it('is found although it has gone on, and its ids have passed those that were lost', async () => {
    const { older, lost, storeFolder } = await twoHistories({
      before: (client) => store5(client, 'a'),
      lost: (client) => store5(client, 'b'),
      goOn: async (client) => {
        for (const seed of ['c', 'd', 'e', 'f', 'g']) await store5(client, seed);
      },
    });
    for (const database of [older, lost]) {
      const running = await startedOn(database, storeFolder);
      await expectRefused(running);
      await running.service.stop();
    }
  });

  it('is found when the database is empty, also where no line of the journal has reached the store', async () => {
    const { storeFolder } = await twoHistories({
      before: (client) => store5(client, 'a'),
      lost: (client) => store5(client, 'b'),
    });
    for (const only of ['journal', 'ns']) {
      const folder = await temporaryFolder();
      await cp(join(storeFolder, 'objects', only), join(folder, 'objects', only), { recursive: true });
      const running = await startedOn(await testDatabase(), folder);
      await expectRefused(running);
      await running.service.stop();
    }
  });

  it('is found by a running service whose connections come to lead to it, and no longer once they lead back', async () => {
    const { older, lost, storeFolder } = await twoHistories({
      before: (client) => store5(client, 'a'),
      lost: (client) => store5(client, 'b'),
    });
    const running = await startedOn(lost, storeFolder);
    await running.ready();
    await swapDatabases(lost, older);
    await expectRefused(running);
    await swapDatabases(lost, older);
    await running.ready();
    expect(await others(running.client, 'h')).toHaveLength(5);
    await running.service.stop();
  });

  it('takes no write on a connection to it, however soon it is asked', async () => {
    const { older, lost, storeFolder } = await twoHistories({
      before: (client) => store5(client, 'a'),
      lost: (client) => store5(client, 'b'),
    });
    const running = await startedOn(lost, storeFolder);
    await running.ready();
    await swapDatabases(lost, older);
    for (let i = 0; i < 20; i++) {
      const { status } = await running.client.importArchive(makeWarc(1, 100, 'z').bytes, {
        auid: `new ${i}`,
      });
      expect([502, 503]).toContain(status);
    }
    const database = openDatabase<never>({
      url: lost.url,
      applicationName: 'test',
      onError: () => undefined,
    });
    expect((await database.pool.query(`select from au where auid like 'new%'`)).rowCount).toBe(0);
    await database.close();
    await running.service.stop();
  });
});

describe('no alarm is raised', () => {
  it('by a fresh node, a restart, a database that was moved without loss, or several services', async () => {
    const [database, storeFolder] = [await testDatabase(), await temporaryFolder()];
    await served(database, storeFolder, (client) => store5(client, 'a'));
    await served(database, storeFolder, (client) => store5(client, 'b'));
    const moved = await copyOfDatabase(database);
    await expectServing(moved, storeFolder);
    await served(moved, storeFolder, (client) => store5(client, 'c'));
    const [one, other] = [await startedOn(moved, storeFolder), await startedOn(moved, storeFolder)];
    for (const { client, ready } of [one, other]) {
      await ready();
      await store5(client, `${Math.random()}`);
    }
    await one.service.stop();
    await store5(other.client, 'd');
    await other.service.stop();
    await expectServing(moved, storeFolder);
  });

  it('when the service ended between a commit and the shipping of its journal', async () => {
    const [database, storeFolder] = [await testDatabase(), await temporaryFolder()];
    await served(database, storeFolder, (client) => store5(client, 'a'));
    const unshipped = await temporaryFolder();
    await cp(storeFolder, unshipped, { recursive: true });
    // Its last lines are in the database alone, as far as this copy of the store goes.
    await served(database, storeFolder, (client) => store5(client, 'b'));
    await cp(join(storeFolder, 'objects', 'ns'), join(unshipped, 'objects', 'ns'), { recursive: true });
    await expectServing(database, unshipped);
  });

  it('by a store that was put back to an earlier state, or has lost its journal', async () => {
    const [database, storeFolder] = [await testDatabase(), await temporaryFolder()];
    await served(database, storeFolder, (client) => store5(client, 'a'));
    await rm(join(storeFolder, 'objects', 'journal'), { recursive: true });
    await expectServing(database, storeFolder);
  });

  it('by an import that broke off before anything was ever stored', async () => {
    const [database, storeFolder] = [await testDatabase(), await temporaryFolder()];
    const folder = join(storeFolder, 'objects', 'ns', 'default', 'a'.repeat(64));
    await served(database, storeFolder, async () => undefined);
    await database.execute(`insert into namespace (name) values ('default')`);
    await database.execute(
      `insert into au (namespace_id, auid, auid_sha256) select id, 'au', '\\x00' from namespace`,
    );
    await cp(import.meta.filename, join(folder, '0191d7a4-0000-7000-8000-000000000000.warc.gz'), {
      recursive: true,
    });
    await expectServing(database, storeFolder);
  });
});
