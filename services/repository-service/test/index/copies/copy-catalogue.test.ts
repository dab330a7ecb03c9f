// Catalogue of copies in the database: which objects each store lacks, and which process is copying them.
import { randomUUID } from 'node:crypto';
import type { CopyCatalogue, CopyTask, StoreRecord } from '@holdfast/object-store';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createCopyCatalogue } from '../../../src/index/copies/copy-catalogue.ts';
import { openIndexDatabase } from '../../index-database.ts';

const KEY = 'ns/default/a, "b"\\/object.warc.gz';
let catalogue: CopyCatalogue;
let one: string;
let two: string;

const record = (id: string, name: string): StoreRecord => ({
  id,
  name,
  location: `fs:/${name}`,
  role: 'primary',
  state: 'filling',
  scannedKey: '',
  fillRound: 1,
  place: { device: '1', parentDevice: '2', parentInode: '3' },
});
const copy = (storeId: string, key = KEY): CopyTask => ({
  key,
  storeId,
  kind: 'copy',
  sizeBytes: 2 ** 40,
  crc32: 2 ** 32 - 1,
});

beforeEach(async () => {
  catalogue = createCopyCatalogue((await openIndexDatabase()).kysely);
  [one, two] = [randomUUID(), randomUUID()];
  await catalogue.saveStore(record(one, 'one'));
  await catalogue.saveStore(record(two, 'two'));
});

describe('stores', () => {
  it('come back as they were saved, and are replaced', async () => {
    expect(await catalogue.stores()).toEqual([record(one, 'one'), record(two, 'two')]);
    await catalogue.saveStore({ ...record(one, 'other'), role: 'archive', place: undefined, fillRound: 2 });
    const [first] = await catalogue.stores();
    expect(first).toMatchObject({ name: 'other', role: 'archive', place: undefined, fillRound: 2 });
  });

  it('are filled only in the round that began', async () => {
    await catalogue.saveFilling({ id: one, fillRound: 0, scannedKey: 'x', state: 'complete' });
    expect((await catalogue.stores())[0]).toMatchObject({ state: 'filling', scannedKey: '' });
    await catalogue.saveFilling({ id: one, fillRound: 1, scannedKey: 'x', state: 'complete' });
    expect((await catalogue.stores())[0]).toMatchObject({ state: 'complete', scannedKey: 'x' });
  });

  it('lose their tasks when they are removed, and get no more', async () => {
    await catalogue.addCopies([copy(one), copy(two)]);
    await catalogue.removeStore(one);
    await catalogue.noteCopies([copy(one)]);
    expect((await catalogue.tasksOf(KEY)).map(({ storeId }) => storeId)).toEqual([two]);
  });
});

describe('tasks', () => {
  it('are taken once, and again after their lease or their delay', async () => {
    await catalogue.addCopies([copy(one)]);
    const [task] = await catalogue.take([one, two], 10, 60_000);
    expect(task).toMatchObject({ ...copy(one), tries: 0 });
    expect(await catalogue.take([one, two], 10, 60_000)).toEqual([]);
    await catalogue.postpone(task!, 0, 'no source');
    const [again] = await catalogue.take([one], 10, 0);
    expect(again).toMatchObject({ tries: 1 });
    await catalogue.postpone(again!, 60_000, 'no source');
    expect(await catalogue.take([one], 10, 0)).toEqual([]);
  });

  it('are taken for the wanted stores alone, and no more than wanted', async () => {
    await catalogue.addCopies(['a', 'b', 'c'].flatMap((key) => [copy(one, key), copy(two, key)]));
    expect(await catalogue.take([two], 2, 60_000)).toHaveLength(2);
    expect(await catalogue.take([two], 2, 60_000)).toHaveLength(1);
    expect(await catalogue.take([one], 10, 60_000)).toHaveLength(3);
  });

  it('stay when they were replaced while somebody worked on them', async () => {
    await catalogue.addCopies([copy(one)]);
    const [task] = await catalogue.take([one], 10, 60_000);
    expect(await catalogue.beginDelete(KEY, [one, two])).toEqual([one]);
    await catalogue.finish(task!);
    await catalogue.postpone(task!, 60_000, 'late');
    await catalogue.endDelete(KEY, [two]);
    const [left] = await catalogue.take([one, two], 10, 60_000);
    expect(left).toMatchObject({ key: KEY, storeId: one, kind: 'delete' });
    await catalogue.finish(left!);
    expect(await catalogue.tasksOf(KEY)).toEqual([]);
  });

  it('are not replaced by what a reader notes', async () => {
    await catalogue.beginDelete(KEY, [one]);
    await catalogue.noteCopies([copy(one), { key: KEY, storeId: two, kind: 'repair' }]);
    const tasks = await catalogue.tasksOf(KEY);
    expect(tasks).toHaveLength(2);
    expect(tasks).toEqual(
      expect.arrayContaining([
        { key: KEY, storeId: one, kind: 'delete' },
        { key: KEY, storeId: two, kind: 'repair' },
      ]),
    );
    // A repair task without a known digest is not claimed.
    expect((await catalogue.take([one, two], 10, 60_000)).map(({ kind }) => kind)).toEqual(['delete']);
  });

  it('tell whether an object is in none of some stores', async () => {
    await catalogue.addCopies([copy(one), copy(two, 'other')]);
    expect(await catalogue.hasHidden([one])).toBe(true);
    expect(await catalogue.hasHidden([one, two])).toBe(false);
    await catalogue.addCopies([copy(two)]);
    expect(await catalogue.hasHidden([one, two])).toBe(true);
  });

  it('are shared with a store that was filled', async () => {
    await catalogue.addCopies([copy(one)]);
    await catalogue.shareTasks(two);
    expect(await catalogue.tasksOf(KEY)).toEqual(expect.arrayContaining([copy(one), copy(two)]));
  });

  it('are counted', async () => {
    await catalogue.addCopies([copy(one), copy(one, 'other')]);
    await catalogue.beginDelete('third', [one]);
    const counts = await catalogue.counts();
    expect(counts).toHaveLength(2);
    expect(counts.find(({ storeId }) => storeId === one)).toMatchObject({
      missing: 2,
      damaged: 0,
      deletes: 1,
    });
    expect(counts.find(({ storeId }) => storeId === two)).toMatchObject({ missing: 0, oldestMs: 0 });
  });
});

describe('sums', () => {
  it('belong to an object until it is deleted', async () => {
    const sums = { sizeBytes: 2 ** 40, crc32: 2 ** 32 - 1, blocks: Buffer.from([1, 2, 3, 4]) };
    await catalogue.saveSums(KEY, sums);
    await catalogue.saveSums(KEY, { ...sums, sizeBytes: 5 });
    expect(await catalogue.sums(KEY)).toEqual({ ...sums, sizeBytes: 5 });
    await catalogue.beginDelete(KEY, []);
    expect(await catalogue.sums(KEY)).toBeUndefined();
  });
});
