// Sealing batches: what runs beside what, what waits for what, and what remains when a batch fails.
import { type ObjectStore, openObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { atEndOfFile, temporaryFolder } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import type { IndexSchema } from '../../src/index/schema.ts';
import { OpenBatch } from '../../src/ingest/open-batch.ts';
import { type SealDeps, Sealer } from '../../src/ingest/sealer.ts';
import { Segment } from '../../src/ingest/segment.ts';
import { type Target, targetOf } from '../../src/ingest/target.ts';
import { entry, indexDatabase } from '../index-database.ts';
import { until } from '../until.ts';

let database: Database<IndexSchema>;
let store: ObjectStore;
let deps: SealDeps;

beforeAll(async () => {
  database = await indexDatabase();
  store = await openObjectStore({ kind: 'fs', folder: await temporaryFolder() });
  atEndOfFile(() => store.close());
  deps = { db: database.kysely, store, software: 'test', newId: uuidv7, nowMs: Date.now };
});

/** A batch of one record, ready to be sealed. */
async function batchOf(target: Target, url: string): Promise<OpenBatch & { segment: Segment }> {
  const batch = new OpenBatch(Date.now());
  const segment = new Segment(deps, target, 'imported');
  await segment.append(Buffer.from(`the record of ${url}`));
  const one = entry(url, url);
  batch.add({
    told: { recordId: undefined, offset: 0, url, warnings: undefined },
    fate: 'entry',
    entry: one,
  });
  return Object.assign(batch, { segment });
}

function sealer() {
  const acknowledged: unknown[] = [];
  const sealing = new Sealer(deps, (results) => {
    for (const { told, verdict } of results) acknowledged.push([told.url, verdict.status]);
  });
  return { sealing, acknowledged };
}

/** Keeps every index transaction of an AU waiting until the answer is called. */
async function holdAu({ auId }: Target): Promise<() => Promise<void>> {
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

it('makes a segment durable while the batch before is being indexed, and acknowledges in order', async () => {
  const target = await targetOf(database.kysely, { namespace: 'default', auid: 'beside' });
  const { sealing, acknowledged } = sealer();
  const release = await holdAu(target);
  const [first, second] = [await batchOf(target, 'http://a/1'), await batchOf(target, 'http://a/2')];
  await sealing.seal(first, target);
  await sealing.seal(second, target);
  await until(() => exists(second.segment));
  expect(acknowledged).toEqual([]);
  expect(sealing.current).toEqual([second, first]);
  await release();
  await sealing.finish();
  expect(acknowledged).toEqual([
    ['http://a/1', 'OK'],
    ['http://a/2', 'OK'],
  ]);
  expect(sealing.current).toEqual([]);
});

it('lets a third batch wait until the first is through', async () => {
  const target = await targetOf(database.kysely, { namespace: 'default', auid: 'third' });
  const { sealing, acknowledged } = sealer();
  const release = await holdAu(target);
  const batches = await Promise.all([1, 2, 3].map((n) => batchOf(target, `http://a/${n}`)));
  await sealing.seal(batches[0]!, target);
  await sealing.seal(batches[1]!, target);
  let begun = false;
  const third = sealing.seal(batches[2]!, target).then(() => {
    begun = true;
  });
  await until(() => exists(batches[1]!.segment));
  expect(begun).toBe(false);
  await release();
  await third;
  await sealing.finish();
  expect(acknowledged).toHaveLength(3);
});

it('lets nothing remain of the batches behind one that failed', async () => {
  const target = await targetOf(database.kysely, { namespace: 'default', auid: 'failing' });
  const { sealing, acknowledged } = sealer();
  const batches = await Promise.all([1, 2, 3].map((n) => batchOf(target, `http://a/${n}`)));
  // As if it had taken so long that the sweep took it for left behind.
  await database.kysely.insertInto('swept_object').values({ key: batches[0]!.segment.key }).execute();
  const release = await holdAu(target);
  await sealing.seal(batches[0]!, target);
  await sealing.seal(batches[1]!, target);
  await until(() => exists(batches[1]!.segment));
  await release();
  await expect(sealing.seal(batches[2]!, target)).rejects.toThrow('was removed before it was recorded');
  await expect(sealing.finish()).rejects.toThrow('was removed before it was recorded');
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
