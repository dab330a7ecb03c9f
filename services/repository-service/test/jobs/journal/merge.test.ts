// Merges of small journal objects into a few large ones. No line is lost, even if a merge fails or its process is
// killed.
import { join } from 'node:path';
import { type ObjectStore, openObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { createLog } from '@holdfast/service-kit';
import { addCleanup, createTemporaryFolder, describeWithS3 } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import type { JournalLine } from '../../../src/index/keeping/journal.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { type JournalMergeLimits, mergeJournal } from '../../../src/jobs/journal/merge.ts';
import {
  JOURNAL_COPY_PREFIX,
  JOURNAL_PREFIX,
  parseJournalKey,
  putJournalObject,
  serializeLines,
  toJournalCopyKey,
  toJournalKey,
} from '../../../src/jobs/journal/objects.ts';
import { readJournalObjects } from '../../../src/jobs/journal/read.ts';
import { openIndexDatabase } from '../../index-database.ts';
import { storeWith } from '../compaction/kept-store.ts';

const log = createLog({ service: 'test', level: 'silent' });
const limits: JournalMergeLimits = { smallBytes: 4_000, fewest: 3, textBytes: 2_000 };
const { signal } = new AbortController();

let database: Database<IndexSchema>;
let store: ObjectStore;

beforeAll(async () => {
  database = await openIndexDatabase();
});
beforeEach(async () => {
  store = await openObjectStore({ kind: 'fs', folder: join(await createTemporaryFolder(), 'store') });
});

const line = (id: number): JournalLine => ({
  id,
  at: new Date(Date.UTC(2026, 0, 1 + (id % 3 === 0 ? 1 : 0))).toISOString(),
  namespace: 'default',
  auid: 'au',
  op: 'deleted',
  artifacts: [uuidv7()],
});

/** Writes objects of two lines each. As in practice, some lines are in a later object than lines with higher IDs. */
async function fill(into: ObjectStore, count: number): Promise<number[]> {
  for (let id = 1; id <= count; id += 2) {
    const lines = [line(id), line(id + 1)];
    await putJournalObject(into, toJournalKey(lines[0]!, uuidv7()), serializeLines(lines));
  }
  return Array.from({ length: count }, (_, i) => i + 1);
}

async function merge(on: ObjectStore, own: Partial<JournalMergeLimits> = {}): Promise<number> {
  let merged = 0;
  const onMerged = (objects: number) => {
    merged += objects;
  };
  const deps = { database, store: on, newId: uuidv7, log, onMerged };
  await mergeJournal(deps, signal, { ...limits, ...own });
  return merged;
}

/** Returns the distinct IDs of all journal lines, in ascending order. Throws if an object is damaged. */
async function idsIn(from: ObjectStore): Promise<number[]> {
  const ids = new Set<number>();
  for await (const { key, lines } of readJournalObjects(from, '')) {
    if (!lines) throw new Error(`${key} is damaged`);
    for (const { id } of lines) ids.add(id);
  }
  return [...ids].sort((a, b) => a - b);
}

async function keys(of: ObjectStore): Promise<string[]> {
  return (await of.list({ prefix: JOURNAL_PREFIX })).map(({ key }) => key);
}

function merges(open: () => Promise<ObjectStore>) {
  it('makes few objects of many, with every line, each in two places', async () => {
    const own = await open();
    const ids = await fill(own, 60);
    expect(await merge(own)).toBe(30);
    expect((await keys(own)).length).toBeLessThan(8);
    const copies = (await own.list({ prefix: JOURNAL_COPY_PREFIX })).map(({ key }) => key);
    expect(copies.map(toJournalCopyKey)).toEqual(await keys(own));
    expect(await idsIn(own)).toEqual(ids);
  });
}

describe('merging the journal', () => {
  merges(async () => store);

  it('keeps lines of different epochs apart, and names the highest id of each object', async () => {
    const epochs = [undefined, '20260101000000000-0a0a0a0a', '20260102000000000-0b0b0b0b'];
    for (const epoch of epochs) {
      for (const id of [1, 5, 3]) {
        const one = { ...line(id), at: '2026-01-01T00:00:00.000Z', ...(epoch && { epoch }) };
        await putJournalObject(store, toJournalKey(one, uuidv7()), serializeLines([one]));
      }
    }
    expect(await merge(store)).toBe(9);
    const merged = (await keys(store)).map(parseJournalKey);
    expect(merged).toEqual(epochs.map((epoch) => ({ day: '20260101', id: 5, epoch })));
    for await (const { key, lines } of readJournalObjects(store, '')) {
      const { epoch } = parseJournalKey(key)!;
      expect(lines!.map((one) => one.epoch)).toEqual([epoch, epoch, epoch]);
    }
  });

  it('leaves alone what is large, and what is too little', async () => {
    const ids = await fill(store, 60);
    const before = await keys(store);
    expect(await merge(store, { smallBytes: 10 })).toBe(0);
    expect(await merge(store, { fewest: 31 })).toBe(0);
    expect(await keys(store)).toEqual(before);
    expect(await idsIn(store)).toEqual(ids);
  });

  it('loses nothing when it ends in the middle, wherever that is, and goes on', async () => {
    for (let steps = 0, finished = false; !finished; steps++) {
      const own = await openObjectStore({ kind: 'fs', folder: join(await createTemporaryFolder(), 'store') });
      const ids = await fill(own, 16);
      finished = await merge(endingAfter(own, steps)).then(
        () => true,
        () => false,
      );
      expect(await idsIn(own)).toEqual(ids);
      await merge(own);
      expect(await idsIn(own)).toEqual(ids);
      expect((await keys(own)).length).toBeLessThan(7);
      await own.close();
    }
  });

  it('hides nothing from who reads meanwhile', async () => {
    const ids = await fill(store, 60);
    const seen = new Set<number>();
    let objects = 0;
    for await (const { lines } of readJournalObjects(store, '')) {
      for (const { id } of lines ?? []) seen.add(id);
      objects += 1;
      if (objects === 11) await merge(store);
    }
    expect([...seen].sort((a, b) => a - b)).toEqual(ids);
    expect(objects).toBeLessThan(30);
  });

  it('takes each damaged or missing object from its copy, and what is damaged twice as it is', async () => {
    const ids = await fill(store, 20);
    const [first, second, third, last] = (await keys(store)) as [string, string, string, string];
    const spoil = async (key: string) => {
      await store.delete(key);
      await store.put(key, Buffer.from('no gzip'));
    };
    await spoil(first);
    await spoil(toJournalCopyKey(second));
    await store.delete(third);
    expect(await idsIn(store)).toEqual(ids);
    for (const key of [last, toJournalCopyKey(last)]) await spoil(key);
    expect(await merge(store)).toBe(9);
    const damaged: string[] = [];
    let lines = 0;
    for await (const object of readJournalObjects(store, '')) {
      if (!object.lines) damaged.push(object.key);
      lines += object.lines?.length ?? 0;
    }
    expect([damaged, lines]).toEqual([[last], 18]);
  });
});

/** Returns a store that simulates a killed process: after `changes` changes, all changes fail. */
function endingAfter(own: ObjectStore, changes: number): ObjectStore {
  let left = changes;
  const unlessOver =
    <A extends unknown[]>(change: (...args: A) => Promise<void>) =>
    async (...args: A) => {
      if (left-- <= 0) throw new Error('killed');
      await change(...args);
    };
  return storeWith(own, {
    put: unlessOver((key: string, bytes: Uint8Array) => own.put(key, bytes)),
    delete: unlessOver((key: string) => own.delete(key)),
  });
}

describeWithS3('merging the journal on S3', (s3) => {
  merges(async () => {
    const opened = await openObjectStore(await s3.bucket());
    addCleanup(() => opened.close());
    return opened;
  });
});
