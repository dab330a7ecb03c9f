// Writes to several stores: which writes are acknowledged, which copies are recorded as missing, and which are removed
// again.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ObjectExistsError, ObjectStoreUnavailableError } from '../../src/port/errors.ts';
import { getRejection, makeTestBytes, writeBytes } from '../contract/harness.ts';
import { openTestCopies, type TestCopies } from './copies.ts';

const KEY = 'ns/a/object.bin';

let test: TestCopies | undefined;

async function open(count: number, required?: number): Promise<TestCopies> {
  test = await openTestCopies(count, required);
  return test;
}

afterEach(async () => {
  await test?.close();
  test = undefined;
});

const tasksIn = ({ catalogue }: TestCopies) =>
  [...catalogue.tasks.values()].map(({ key, kind, sizeBytes }) => ({ key, kind, sizeBytes }));

describe('a write to several stores', () => {
  it('is in every store when it is acknowledged', async () => {
    const copies = await open(3);
    await copies.store.put(KEY, Buffer.from('small'));
    await writeBytes(copies.store, 'ns/a/large.bin', 3_000_000);
    for (const index of [0, 1, 2]) {
      expect(await readFile(copies.path(index, KEY), 'utf8')).toBe('small');
      expect((await readFile(copies.path(index, 'ns/a/large.bin'))).equals(makeTestBytes(0, 3_000_000))).toBe(
        true,
      );
    }
    expect(tasksIn(copies)).toEqual([]);
  });

  it.each(['fails', 'read-only'] as const)(
    'is acknowledged while a store %s, and the missing copy is recorded before and made later',
    async (fault) => {
      const copies = await open(2);
      copies.set(1, fault);
      await copies.store.put(KEY, Buffer.from('small'));
      await writeBytes(copies.store, 'ns/a/large.bin', 3_000_000);
      expect(tasksIn(copies)).toEqual([
        { key: KEY, kind: 'copy', sizeBytes: 5 },
        { key: 'ns/a/large.bin', kind: 'copy', sizeBytes: 3_000_000 },
      ]);
      expect(existsSync(copies.path(1, KEY))).toBe(false);
      copies.set(1, 'none');
      await copies.probe();
      await copies.probe();
      await copies.catchUp();
      expect(tasksIn(copies)).toEqual([]);
      expect(await readFile(copies.path(1, KEY), 'utf8')).toBe('small');
      expect((await readFile(copies.path(1, 'ns/a/large.bin'))).equals(makeTestBytes(0, 3_000_000))).toBe(
        true,
      );
    },
  );

  it('goes on without a store that begins to hang', async () => {
    const copies = await open(2);
    const writer = copies.store.create(KEY);
    await writer.write(makeTestBytes(0, 300_000));
    copies.set(1, 'hangs');
    await writer.write(makeTestBytes(300_000, 300_000));
    expect(await writer.close()).toEqual({ sizeBytes: 600_000 });
    expect((await readFile(copies.path(0, KEY))).equals(makeTestBytes(0, 600_000))).toBe(true);
    expect(tasksIn(copies)).toEqual([{ key: KEY, kind: 'copy', sizeBytes: 600_000 }]);
  });

  it('waits for the only store that is left, however slow the store is', async () => {
    const copies = await open(2);
    copies.set(1, 'fails');
    await copies.probe();
    copies.set(0, 'hangs');
    await copies.probe();
    copies.set(0, 'none');
    await copies.store.put(KEY, Buffer.from('small'));
    expect(copies.copies.views()[0]).toMatchObject({ blocked: undefined, writeBlocked: undefined });
    expect(await readFile(copies.path(0, KEY), 'utf8')).toBe('small');
  });

  it('is refused below the required number of copies, and leaves nothing', async () => {
    const copies = await open(3, 2);
    copies.set(1, 'fails');
    copies.set(2, 'fails');
    await copies.probe();
    expect(await getRejection(copies.store.put(KEY, Buffer.from('x')))).toBeInstanceOf(
      ObjectStoreUnavailableError,
    );
    expect(await getRejection(writeBytes(copies.store, KEY, 3_000_000))).toBeInstanceOf(
      ObjectStoreUnavailableError,
    );
    for (const index of [0, 1, 2]) expect(existsSync(copies.path(index, KEY))).toBe(false);
    expect(tasksIn(copies)).toEqual([]);
  });

  it('is refused and removed when the missing copy cannot be recorded', async () => {
    const copies = await open(2);
    copies.set(1, 'fails');
    await copies.probe();
    copies.catalogue.isAway = true;
    expect(await getRejection(copies.store.put(KEY, Buffer.from('x')))).toBeInstanceOf(
      ObjectStoreUnavailableError,
    );
    expect(existsSync(copies.path(0, KEY))).toBe(false);
  });

  it('never replaces an object that only one store has', async () => {
    const copies = await open(2);
    copies.set(1, 'fails');
    await copies.probe();
    await copies.store.put(KEY, Buffer.from('first'));
    copies.set(1, 'none');
    await copies.probe();
    await copies.probe();
    expect(await getRejection(copies.store.put(KEY, Buffer.from('other')))).toBeInstanceOf(ObjectExistsError);
    await copies.catchUp();
    for (const index of [0, 1]) expect(await readFile(copies.path(index, KEY), 'utf8')).toBe('first');
  });
});

describe('a delete in several stores', () => {
  it('is done by a store that was away, when it is back', async () => {
    const copies = await open(2);
    await copies.store.put(KEY, Buffer.from('x'));
    copies.set(1, 'fails');
    await copies.probe();
    await copies.store.delete(KEY);
    expect(tasksIn(copies)).toEqual([{ key: KEY, kind: 'delete', sizeBytes: undefined }]);
    copies.set(1, 'none');
    await copies.probe();
    // The object still exists in the unavailable store, but readers must not get it.
    expect(existsSync(copies.path(1, KEY))).toBe(true);
    expect(await copies.store.stat(KEY)).toBeUndefined();
    expect((await getRejection(copies.store.read(KEY))).name).toBe('NoSuchObjectError');
    await copies.catchUp();
    expect(existsSync(copies.path(1, KEY))).toBe(false);
    expect(tasksIn(copies)).toEqual([]);
  });

  it('wins over a copy that is still to be made', async () => {
    const copies = await open(2);
    copies.set(1, 'fails');
    await copies.probe();
    await copies.store.put(KEY, Buffer.from('x'));
    await copies.store.delete(KEY);
    copies.set(1, 'none');
    await copies.probe();
    await copies.probe();
    await copies.catchUp();
    for (const index of [0, 1]) expect(existsSync(copies.path(index, KEY))).toBe(false);
    expect(tasksIn(copies)).toEqual([]);
  });

  it('lets the key be used again while a store still has the old object', async () => {
    const copies = await open(2);
    await copies.store.put(KEY, Buffer.from('old'));
    copies.set(1, 'fails');
    await copies.probe();
    await copies.store.delete(KEY);
    copies.set(1, 'none');
    await copies.probe();
    await copies.probe();
    await copies.store.put(KEY, Buffer.from('newer'));
    await copies.catchUp();
    for (const index of [0, 1]) expect(await readFile(copies.path(index, KEY), 'utf8')).toBe('newer');
    expect(tasksIn(copies)).toEqual([]);
  });
});
