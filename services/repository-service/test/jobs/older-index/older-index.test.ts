// An index that is older than the store is detected at every start, and whenever the pool connects to a replaced
// database. A database that has lost nothing never causes an alarm. older-index.judge.ts tests more histories.
import { openDatabase } from '@holdfast/pg-kit';
import { createTemporaryFolder, createTestDatabase, makeWarc } from '@holdfast/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import { expectRefused, expectServing, storeFivePages } from './expectations.ts';
import { copyDatabase, makeTwoHistories, startServiceOn, swapDatabases, withService } from './histories.ts';

jest.setTimeout(180_000);

describe('an index that is older than the store', () => {
  it('is found at the start: nothing is served or stored', async () => {
    const { older, lost, storeFolder } = await makeTwoHistories({
      before: (client) => storeFivePages(client, 'a'),
      lost: (client) => storeFivePages(client, 'b'),
    });
    const running = await startServiceOn(older, storeFolder);
    await expectRefused(running);
    await running.service.stop();
    await expectServing(lost, storeFolder);
  });

  it('takes no write on a connection to it, however soon it is asked', async () => {
    const { older, lost, storeFolder } = await makeTwoHistories({
      before: (client) => storeFivePages(client, 'a'),
      lost: (client) => storeFivePages(client, 'b'),
    });
    const running = await startServiceOn(lost, storeFolder);
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
    await withService(database, storeFolder, (client) => storeFivePages(client, 'a'));
    await withService(database, storeFolder, (client) => storeFivePages(client, 'b'));
    const moved = await copyDatabase(database);
    await expectServing(moved, storeFolder);
    await withService(moved, storeFolder, (client) => storeFivePages(client, 'c'));
    const [one, other] = [await startServiceOn(moved, storeFolder), await startServiceOn(moved, storeFolder)];
    for (const { client, ready } of [one, other]) {
      await ready();
      await storeFivePages(client, `${Math.random()}`);
    }
    await one.service.stop();
    await storeFivePages(other.client, 'd');
    await other.service.stop();
    await expectServing(moved, storeFolder);
  });
});
