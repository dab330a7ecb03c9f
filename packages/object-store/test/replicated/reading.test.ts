// Reads from several stores. Readers never receive wrong bytes, and get their bytes even if one store fails or hangs.
import { open as openFile, rm, truncate } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ObjectStoreUnavailableError } from '../../src/port/errors.ts';
import { expectBytes, getRejection, makeTestBytes, writeBytes } from '../contract/harness.ts';
import { openTestCopies, type TestCopies } from './copies.ts';

const KEY = 'ns/a/object.bin';
const LARGE_BYTES = 6_000_000;

let test: TestCopies | undefined;

async function open(sizeBytes: number, count = 2): Promise<TestCopies> {
  test = await openTestCopies(count);
  await writeBytes(test.store, KEY, sizeBytes);
  return test;
}

afterEach(async () => {
  await test?.close();
  test = undefined;
});

async function flipBit(path: string, at: number): Promise<void> {
  const file = await openFile(path, 'r+');
  try {
    const { buffer: bytes } = await file.read(Buffer.alloc(1), 0, 1, at);
    await file.write(Buffer.from([bytes[0]! ^ 4]), 0, 1, at);
  } finally {
    await file.close();
  }
}

/** Returns the tasks shortly after a read, because a read does not wait until its tasks are recorded. */
async function tasksAfterReading({ catalogue }: TestCopies) {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return [...catalogue.tasks.values()].map(({ kind, sizeBytes }) => ({ kind, sizeBytes }));
}

describe('a small read', () => {
  const range = { offset: 10, length: 1000, crc32: crc32(makeTestBytes(10, 1000)) };

  it('takes the copy whose CRC-32 is right, and records the wrong one', async () => {
    const copies = await open(5000);
    await flipBit(copies.path(0, KEY), 500);
    expect((await copies.store.readBytes(KEY, range)).equals(makeTestBytes(10, 1000))).toBe(true);
    expect((await buffer(await copies.store.read(KEY, range))).equals(makeTestBytes(10, 1000))).toBe(true);
    expect(await tasksAfterReading(copies)).toEqual([{ kind: 'repair', sizeBytes: undefined }]);
  });

  it('delivers what there is when every copy is wrong: the reader has the digest', async () => {
    const copies = await open(5000);
    for (const index of [0, 1]) await flipBit(copies.path(index, KEY), 500);
    expect(crc32(await copies.store.readBytes(KEY, range))).not.toBe(range.crc32);
  });

  it('fails rather than deliver a wrong copy while another store is away', async () => {
    const copies = await open(5000);
    await flipBit(copies.path(0, KEY), 500);
    copies.set(1, 'fails');
    await copies.probe();
    expect(await getRejection(copies.store.readBytes(KEY, range))).toBeInstanceOf(
      ObjectStoreUnavailableError,
    );
  });

  it('finds an object that a store has lost, and makes the copy again', async () => {
    const copies = await open(5000);
    await rm(copies.path(0, KEY));
    expect(await copies.store.readBytes(KEY, range)).toEqual(makeTestBytes(10, 1000));
    expect(await tasksAfterReading(copies)).toEqual([{ kind: 'copy', sizeBytes: undefined }]);
    await copies.catchUp();
    await expectBytes(copies.copies.storeNamed('s0')!, KEY, {}, { offset: 0, length: 5000 });
  });

  it.each(['hangs', 'fails'] as const)('is answered by another store when one %s', async (fault) => {
    const copies = await open(5000);
    copies.set(0, fault);
    expect(await copies.store.readBytes(KEY, range)).toEqual(makeTestBytes(10, 1000));
    expect(await copies.store.stat(KEY)).toMatchObject({ sizeBytes: 5000 });
  });

  it('does not wait for a store that hangs once the breaker is open', async () => {
    const copies = await open(5000);
    copies.set(0, 'hangs');
    await copies.probe();
    copies.used(0);
    for (let round = 0; round < 20; round++) await copies.store.readBytes(KEY, range);
    expect(copies.used(0).filter((operation) => operation.includes(KEY))).toEqual([]);
    copies.set(0, 'none');
    await copies.probe();
    await copies.store.readBytes(KEY, range);
    expect(copies.used(0)).toContain(`readBytes ${KEY}`);
  });

  it('fails when a store that is unavailable may have the object, and says so', async () => {
    const copies = await open(5000);
    copies.set(1, 'fails');
    await copies.probe();
    await copies.store.put('only/first.bin', Buffer.from('x'));
    copies.set(1, 'none');
    copies.set(0, 'fails');
    await copies.probe();
    expect(await getRejection(copies.store.stat('only/first.bin'))).toBeInstanceOf(
      ObjectStoreUnavailableError,
    );
    expect(await getRejection(copies.store.list({ prefix: 'only/' }))).toBeInstanceOf(
      ObjectStoreUnavailableError,
    );
    expect(await copies.store.stat('no/such.bin')).toBeUndefined();
  });
});

describe('a stream', () => {
  it.each([0, 1_000_000, LARGE_BYTES - 1])('has no wrong byte when the one at %i is flipped', async (at) => {
    const copies = await open(LARGE_BYTES);
    await flipBit(copies.path(0, KEY), at);
    await expectBytes(copies.store, KEY, {}, { offset: 0, length: LARGE_BYTES });
    const expected = { kind: 'repair', sizeBytes: LARGE_BYTES };
    expect(await tasksAfterReading(copies)).toEqual([expected]);
    await copies.catchUp();
    expect(await tasksAfterReading(copies)).toEqual([]);
    await expectBytes(copies.copies.storeNamed('s0')!, KEY, {}, { offset: 0, length: LARGE_BYTES });
  });

  it('takes each block from a store where it is right', async () => {
    const copies = await open(LARGE_BYTES);
    await flipBit(copies.path(0, KEY), 1_000_000);
    await flipBit(copies.path(1, KEY), 3_000_000);
    await flipBit(copies.path(0, KEY), 5_000_000);
    const range = { offset: 777, length: LARGE_BYTES - 1_000 };
    await expectBytes(copies.store, KEY, range, range);
  });

  it('is checked before it is delivered when its sums are lost', async () => {
    const copies = await open(LARGE_BYTES);
    await copies.catalogue.beginDelete(KEY, []);
    await flipBit(copies.path(0, KEY), 3_000_000);
    const range = { offset: 100, length: 4_000_000 };
    await expectBytes(copies.store, KEY, { ...range, crc32: crc32(makeTestBytes(100, 4_000_000)) }, range);
  });

  it('goes on from another store when a disk hangs and another has a wrong byte', async () => {
    const copies = await open(LARGE_BYTES, 3);
    await flipBit(copies.path(1, KEY), 4_000_000);
    const stream = await copies.store.read(KEY);
    let at = 0;
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      expect(bytes.equals(makeTestBytes(at, bytes.length))).toBe(true);
      at += bytes.length;
      if (at > 1_000_000) copies.set(0, 'hangs');
      if (at > 1_000_000) await copies.probe();
    }
    expect(at).toBe(LARGE_BYTES);
  });

  it('goes on from another store when a copy was cut short', async () => {
    const copies = await open(LARGE_BYTES);
    await truncate(copies.path(0, KEY), 2_000_000);
    await expectBytes(copies.store, KEY, {}, { offset: 0, length: LARGE_BYTES });
  });
});
