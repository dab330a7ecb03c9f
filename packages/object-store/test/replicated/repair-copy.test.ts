// Repairs one copy while another process deletes the object.
import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { removeRepairTasks, repairCopy } from '../../src/replicated/repair-copy.ts';
import { openTestCopies, type TestCopies } from './copies.ts';

const bytes = Buffer.from('the right bytes');
const key = 'ns/object.bin';
const bad = { key, kind: 'repair' as const, sizeBytes: bytes.length, crc32: crc32(bytes) };
const { signal } = new AbortController();

let test: TestCopies;

beforeEach(async () => {
  test = await openTestCopies(2);
  await test.store.put(key, bytes);
});

afterEach(() => test.close());

it('replaces a damaged copy and leaves no task', async () => {
  await writeFile(test.path(1, key), 'the wrong bytes');
  const made = await repairCopy(test.copies, test.copies.members[1]!, bad, signal);
  expect(made).toEqual({ outcome: 'copied', from: 's0', sizeBytes: bytes.length });
  expect(await readFile(test.path(1, key))).toEqual(bytes);
  expect(test.catalogue.tasks.size).toBe(0);
});

it('keeps the task if no source has the right bytes, and the copy stays as it was', async () => {
  for (const store of [0, 1]) await writeFile(test.path(store, key), 'the wrong bytes');
  await expect(repairCopy(test.copies, test.copies.members[1]!, bad, signal)).rejects.toThrow('intact copy');
  expect(await readFile(test.path(1, key), 'utf8')).toBe('the wrong bytes');
  expect([...test.catalogue.tasks.values()]).toMatchObject([
    { key, kind: 'repair', crc32: bad.crc32 },
    { key, kind: 'repair' },
  ]);
});

it('makes no copy of an object that a store is still to delete', async () => {
  test.set(1, 'hangs');
  await test.probe();
  await test.store.delete(key);
  test.set(1, 'none');
  await test.probe();
  expect(await repairCopy(test.copies, test.copies.members[1]!, bad, signal)).toEqual({ outcome: 'gone' });
  await test.catchUp();
  expect(await test.store.stat(key)).toBeUndefined();
});

it('removes a copy that it made while the object was deleted', async () => {
  await writeFile(test.path(1, key), 'the wrong bytes');
  const claim = test.catalogue.claim.bind(test.catalogue);
  test.catalogue.claim = async (...args) => {
    const task = await claim(...args);
    // The delete is recorded after the repair was claimed. All stores except the target confirm the delete after the
    // repair has read an intact copy.
    const finish = test.catalogue.finish.bind(test.catalogue);
    test.catalogue.finish = async (finished) => {
      test.catalogue.finish = finish;
      await test.store.delete(key);
      await test.catchUp();
      await writeFile(test.path(1, key), bytes);
      return finish(finished);
    };
    return task;
  };
  expect(await repairCopy(test.copies, test.copies.members[1]!, bad, signal)).toEqual({ outcome: 'gone' });
  expect(await test.store.stat(key)).toBeUndefined();
});

it('forgets a repair of a copy that is intact, but no delete', async () => {
  const storeId = test.copies.members[1]!.record!.id;
  await test.catalogue.noteCopies([{ key, storeId, kind: 'repair' }]);
  await removeRepairTasks(test.copies, [test.copies.members[1]!], key);
  expect(test.catalogue.tasks.size).toBe(0);
  await test.catalogue.beginDelete(key, [storeId]);
  await removeRepairTasks(test.copies, [test.copies.members[1]!], key);
  expect(test.catalogue.tasks.size).toBe(1);
});
