// Covers: services/repository-service packages/pg-kit
// An index that is older than the store is detected at every start, and whenever the pool connects to a replaced
// database. A database that has lost nothing never causes an alarm. older-index.test.ts tests the shortest histories.
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTemporaryFolder, createTestDatabase } from '@holdfast/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import { expectRefused, expectServing, storeFivePages } from './expectations.ts';
import {
  makeTwoHistories,
  remove,
  startServiceOn,
  storeOtherPages,
  swapDatabases,
  withService,
} from './histories.ts';

jest.setTimeout(180_000);

describe('an index that is older than the store', () => {
  it('is found although it lost nothing but a deletion', async () => {
    let uuids: string[] = [];
    const { older, storeFolder } = await makeTwoHistories({
      before: async (client) => {
        uuids = await storeOtherPages(client, 'a');
      },
      lost: async (client) => void (await remove(client, uuids[0]!)),
    });
    const running = await startServiceOn(older, storeFolder);
    await expectRefused(running);
    await running.service.stop();
  });

  it('is found although it has gone on, and its ids have passed those that were lost', async () => {
    const { older, lost, storeFolder } = await makeTwoHistories({
      before: (client) => storeFivePages(client, 'a'),
      lost: (client) => storeFivePages(client, 'b'),
      goOn: async (client) => {
        for (const seed of ['c', 'd', 'e', 'f', 'g']) await storeFivePages(client, seed);
      },
    });
    for (const database of [older, lost]) {
      const running = await startServiceOn(database, storeFolder);
      await expectRefused(running);
      await running.service.stop();
    }
  });

  it('is found when the database is empty, also where no line of the journal has reached the store', async () => {
    const { storeFolder } = await makeTwoHistories({
      before: (client) => storeFivePages(client, 'a'),
      lost: (client) => storeFivePages(client, 'b'),
    });
    for (const only of ['journal', 'ns']) {
      const folder = await createTemporaryFolder();
      await cp(join(storeFolder, 'objects', only), join(folder, 'objects', only), { recursive: true });
      const running = await startServiceOn(await createTestDatabase(), folder);
      await expectRefused(running);
      await running.service.stop();
    }
  });

  it('is found by a running service whose connections come to lead to it, and no longer once they lead back', async () => {
    const { older, lost, storeFolder } = await makeTwoHistories({
      before: (client) => storeFivePages(client, 'a'),
      lost: (client) => storeFivePages(client, 'b'),
    });
    const running = await startServiceOn(lost, storeFolder);
    await running.ready();
    await swapDatabases(lost, older);
    await expectRefused(running);
    await swapDatabases(lost, older);
    await running.ready();
    expect(await storeOtherPages(running.client, 'h')).toHaveLength(5);
    await running.service.stop();
  });
});

describe('no alarm is raised', () => {
  it('when the service ended between a commit and the shipping of its journal', async () => {
    const [database, storeFolder] = [await createTestDatabase(), await createTemporaryFolder()];
    await withService(database, storeFolder, (client) => storeFivePages(client, 'a'));
    const unshipped = await createTemporaryFolder();
    await cp(storeFolder, unshipped, { recursive: true });
    // This copy of the store lacks the last journal lines, which only the database has.
    await withService(database, storeFolder, (client) => storeFivePages(client, 'b'));
    await cp(join(storeFolder, 'objects', 'ns'), join(unshipped, 'objects', 'ns'), { recursive: true });
    await expectServing(database, unshipped);
  });

  it('by a store that was put back to an earlier state, or has lost its journal', async () => {
    const [database, storeFolder] = [await createTestDatabase(), await createTemporaryFolder()];
    await withService(database, storeFolder, (client) => storeFivePages(client, 'a'));
    await rm(join(storeFolder, 'objects', 'journal'), { recursive: true });
    await expectServing(database, storeFolder);
  });

  it('by an import that broke off before anything was ever stored', async () => {
    const [database, storeFolder] = [await createTestDatabase(), await createTemporaryFolder()];
    const folder = join(storeFolder, 'objects', 'ns', 'default', 'a'.repeat(64));
    await withService(database, storeFolder, async () => undefined);
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
