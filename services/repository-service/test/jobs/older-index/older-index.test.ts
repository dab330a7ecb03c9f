// An index that is older than the store is detected at every start, and whenever the pool connects to a replaced
// database. A database that has lost nothing never causes an alarm. older-index.judge.ts tests more histories.
import { openDatabase } from '@holdfast/pg-kit';
import { createTemporaryFolder, createTestDatabase, makeWarc } from '@holdfast/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import { expectRefused, expectServing, store5 } from './expectations.ts';
import { copyOfDatabase, served, startedOn, swapDatabases, twoHistories } from './histories.ts';

jest.setTimeout(180_000);

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
    const [database, storeFolder] = [await createTestDatabase(), await createTemporaryFolder()];
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
});
