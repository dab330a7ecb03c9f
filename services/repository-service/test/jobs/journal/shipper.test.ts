// Shipping the journal to a real object store: each line is shipped once and in order, and no failure loses a line.
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { type ObjectStore, ObjectStoreUnavailableError, openObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { createTemporaryFolder } from '@holdfast/testkit';
import { beforeEach, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { readJournalLag } from '../../../src/index/keeping/journal.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { recordSegment } from '../../../src/index/writing/record-segment.db.ts';
import { openImportTarget } from '../../../src/ingest/storing/segment.ts';
import { JOURNAL_PREFIX } from '../../../src/jobs/journal/objects.ts';
import { type ShipperDeps, shipJournal, shipJournalContinuously } from '../../../src/jobs/journal/shipper.ts';
import { makeEntry, openIndexDatabase } from '../../index-database.ts';

let database: Database<IndexSchema>;
let store: ObjectStore;
let deps: ShipperDeps;
const log = createLog({ service: 'test', level: 'silent' });

beforeEach(async () => {
  database = await openIndexDatabase();
  store = await openObjectStore({ kind: 'fs', folder: join(await createTemporaryFolder(), 'store') });
  deps = { database, store, newId: uuidv7, log };
});

async function write(count: number, auid = 'au', url?: string) {
  const target = await openImportTarget(database.kysely, { namespace: 'default', auid });
  for (let i = 0; i < count; i++) {
    const segment = { key: `test/${uuidv7()}`, sizeBytes: 1000 };
    const entries = [makeEntry(url ?? `http://a/${uuidv7()}`, url ? uuidv7() : `${i}`)];
    await recordSegment(database.kysely, { ...target, storeMs: 1, segment, entries });
  }
}

async function shippedLines() {
  const objects = await store.list({ prefix: JOURNAL_PREFIX });
  const texts = await Promise.all(
    objects.map(async ({ key }) => gunzipSync(await buffer(await store.read(key))).toString()),
  );
  return texts.flatMap((text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
}

it('puts every entry into the store, with its AU, and then forgets it', async () => {
  await write(3, 'a');
  await write(2, 'b');
  expect(await readJournalLag(database.kysely)).toMatchObject({ rows: 5, seconds: expect.any(Number) });
  await shipJournal(deps);
  const lines = await shippedLines();
  expect(lines.map(({ id, namespace, auid, op }) => [id, namespace, auid, op])).toEqual([
    [1, 'default', 'a', 'recorded'],
    [2, 'default', 'a', 'recorded'],
    [3, 'default', 'a', 'recorded'],
    [4, 'default', 'b', 'recorded'],
    [5, 'default', 'b', 'recorded'],
  ]);
  expect(await readJournalLag(database.kysely)).toEqual({ rows: 0, seconds: 0 });
});

it('lets wait what a manifest tells as well, and nothing else', async () => {
  await write(2);
  await shipJournal(deps, 60_000);
  expect(await readJournalLag(database.kysely)).toMatchObject({ rows: 2 });
  await write(1, 'au', 'http://a/twice');
  await write(1, 'au', 'http://a/twice');
  await shipJournal(deps, 60_000);
  expect(await readJournalLag(database.kysely)).toMatchObject({ rows: 0 });
  await write(1);
  await shipJournal(deps, 1);
  expect(await shippedLines()).toHaveLength(5);
});

it('keeps lines that took the ids of shipped ones in a later epoch, as after a failover', async () => {
  await write(2);
  const failingOver = Object.assign(Object.create(store), {
    async put(key: string, bytes: Uint8Array) {
      await store.put(key, bytes);
      await database.pool.query(
        `insert into journal_epoch (epoch, begun_at, home, after_id) values ('9', now(), 'elsewhere', 0)
         on conflict do nothing`,
      );
    },
  });
  await shipJournal({ ...deps, store: failingOver });
  expect(await readJournalLag(database.kysely)).toMatchObject({ rows: 2 });
  await shipJournal(deps);
  expect(await readJournalLag(database.kysely)).toMatchObject({ rows: 0 });
  expect((await shippedLines()).map(({ id }) => id)).toEqual([1, 2, 1, 2]);
});

it('ships everything exactly once while many write and many ship', async () => {
  const stopping = new AbortController();
  const shippers = [1, 2, 3].map(() => shipJournalContinuously(deps, 10, stopping.signal));
  await Promise.all(Array.from({ length: 6 }, (_, i) => write(20, `au ${i}`)));
  stopping.abort();
  await Promise.all(shippers);
  await shipJournal(deps);
  const ids = (await shippedLines()).map(({ id }) => id as number);
  expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
});

it('keeps the entries while the store is away, and ships them when it is back', async () => {
  await write(2);
  let away = true;
  const flaky: ObjectStore = Object.create(store, {
    put: {
      value: (key: string, bytes: Uint8Array) =>
        away ? Promise.reject(new ObjectStoreUnavailableError('away')) : store.put(key, bytes),
    },
  });
  await expect(shipJournal({ ...deps, store: flaky })).rejects.toThrow('away');
  expect(await readJournalLag(database.kysely)).toMatchObject({ rows: 2 });
  away = false;
  await shipJournal({ ...deps, store: flaky });
  expect(await shippedLines()).toHaveLength(2);
});
