// Commits of batches: concurrency, order, and the state after a batch fails.
import { type ObjectStore, openObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { addCleanup, createTemporaryFolder } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import type { Kysely, Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { type ImportTarget, openImportTarget, Segment } from '../../../src/ingest/storing/segment.ts';
import {
  type CommitDeps,
  CommitQueue,
  IndexError,
  OpenBatch,
  SegmentCommitter,
} from '../../../src/ingest/storing/segment-committer.ts';
import { makeEntry, openIndexDatabase } from '../../index-database.ts';
import { until } from '../../until.ts';

let database: Database<IndexSchema>;
let store: ObjectStore;
let deps: CommitDeps;

beforeAll(async () => {
  database = await openIndexDatabase();
  store = await openObjectStore({ kind: 'fs', folder: await createTemporaryFolder() });
  addCleanup(() => store.close());
  deps = { db: database.kysely, store, software: 'test', newId: uuidv7, nowMs: Date.now };
});

/** Returns a batch of one record that is ready to commit. */
async function batchOf(target: ImportTarget, url: string): Promise<OpenBatch & { segment: Segment }> {
  const batch = new OpenBatch(Date.now());
  const segment = new Segment(deps, target, 'imported');
  await segment.append(Buffer.from(`the record of ${url}`));
  const one = makeEntry(url, url);
  batch.add({
    ref: { recordId: undefined, offset: 0, url, warnings: undefined },
    decided: { disposition: 'pending', entry: one },
  });
  return Object.assign(batch, { segment });
}

function queueOf() {
  const acknowledged: unknown[] = [];
  const queue = new CommitQueue(deps, (said) => {
    for (const line of said) if (line !== 'later') acknowledged.push([line.ref.url, line.verdict.status]);
  });
  return { queue, acknowledged };
}

/** Blocks every index transaction of an AU until the returned function is called. */
async function holdAu({ auId }: ImportTarget): Promise<() => Promise<void>> {
  const release = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = database.kysely.transaction().execute(async (tx) => {
    await tx.selectFrom('au').select('id').where('id', '=', auId).forUpdate().execute();
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return async () => {
    release.resolve();
    await holding;
  };
}

const exists = async ({ key }: Segment) => (await store.stat(key)) !== undefined;

it('takes no more into a batch whose records have long texts', () => {
  const batch = new OpenBatch(0);
  const limits = { sizeBytes: 1, records: 1, ageMs: 1 };
  expect(batch.isFull(limits, 0)).toBe(false);
  batch.characters = 20_000_000;
  expect(batch.isFull(limits, 0)).toBe(true);
});

it('makes a segment durable while the batch before is being indexed, and acknowledges in order', async () => {
  const target = await openImportTarget(database.kysely, { namespace: 'default', auid: 'beside' });
  const { queue, acknowledged } = queueOf();
  const release = await holdAu(target);
  const [first, second] = [await batchOf(target, 'http://a/1'), await batchOf(target, 'http://a/2')];
  await queue.add(first, target);
  await queue.add(second, target);
  await until(() => exists(second.segment));
  expect(acknowledged).toEqual([]);
  expect(queue.current).toEqual([second, first]);
  await release();
  await queue.finish();
  expect(acknowledged).toEqual([
    ['http://a/1', 'OK'],
    ['http://a/2', 'OK'],
  ]);
  expect(queue.current).toEqual([]);
});

it('lets a third batch wait until the first is through', async () => {
  const target = await openImportTarget(database.kysely, { namespace: 'default', auid: 'third' });
  const { queue, acknowledged } = queueOf();
  const release = await holdAu(target);
  const batches = await Promise.all([1, 2, 3].map((n) => batchOf(target, `http://a/${n}`)));
  await queue.add(batches[0]!, target);
  await queue.add(batches[1]!, target);
  let begun = false;
  const third = queue.add(batches[2]!, target).then(() => {
    begun = true;
  });
  await until(() => exists(batches[1]!.segment));
  expect(begun).toBe(false);
  await release();
  await third;
  await queue.finish();
  expect(acknowledged).toHaveLength(3);
});

it('lets nothing remain of the batches behind one that failed', async () => {
  const target = await openImportTarget(database.kysely, { namespace: 'default', auid: 'failing' });
  const { queue, acknowledged } = queueOf();
  const batches = await Promise.all([1, 2, 3].map((n) => batchOf(target, `http://a/${n}`)));
  // Simulates a commit that takes so long that the sweep deletes the batch's object meanwhile.
  await database.kysely.insertInto('swept_object').values({ key: batches[0]!.segment.key }).execute();
  const release = await holdAu(target);
  await queue.add(batches[0]!, target);
  await queue.add(batches[1]!, target);
  await until(() => exists(batches[1]!.segment));
  await release();
  await expect(queue.add(batches[2]!, target)).rejects.toThrow('was removed before it was recorded');
  await expect(queue.finish()).rejects.toThrow('was removed before it was recorded');
  expect(acknowledged).toEqual([]);
  expect(await exists(batches[1]!.segment)).toBe(false);
  expect(await exists(batches[2]!.segment)).toBe(false);
  const rows = await database.kysely
    .selectFrom('artifact')
    .select('id')
    .where('au_id', '=', target.auId)
    .execute();
  expect(rows).toEqual([]);
});

it('removes the object of a batch that the index did not take, and fails', async () => {
  const target = await openImportTarget(database.kysely, { namespace: 'default', auid: 'refused' });
  const { queue, acknowledged } = queueOf();
  const batch = await batchOf(target, 'http://a/');
  // This AU does not exist, so its rows cannot be inserted.
  await queue.add(batch, { ...target, auId: -1 });
  await expect(queue.finish()).rejects.toThrow(IndexError);
  expect(acknowledged).toEqual([]);
  expect(await exists(batch.segment)).toBe(false);
});

it('leaves the object of a batch that the index took although its answer was lost', async () => {
  const target = await openImportTarget(database.kysely, { namespace: 'default', auid: 'lost answer' });
  const batch = await batchOf(target, 'http://a/');
  const committer = new SegmentCommitter({ ...deps, db: losingItsFirstAnswer(database.kysely) });
  const { segment, entries } = batch;
  await expect(committer.commit({ target, segment, entries })).rejects.toThrow('the answer is lost');
  expect(await exists(segment)).toBe(true);
});

/** Commits the first transaction, then fails as if the connection was lost before the response. */
function losingItsFirstAnswer(db: Kysely<IndexSchema>): Kysely<IndexSchema> {
  let lost = false;
  const transaction = () => ({
    execute: async <T>(work: (tx: Transaction<IndexSchema>) => Promise<T>): Promise<T> => {
      const result = await db.transaction().execute(work);
      if (lost) return result;
      lost = true;
      throw new Error('the answer is lost');
    },
  });
  return new Proxy(db, {
    get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
  });
}
