// Contract cases: all written bytes are read back, for all object sizes and chunk sizes.
import { describe, expect, it } from '@jest/globals';
import { expectBytes, type GetHarness, makeKeyPrefix, makeTestBytes, writeBytes } from './harness.ts';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

export function sizeCases(get: GetHarness): void {
  describe('sizes', () => {
    const wholeParts: [string, (part: number) => number][] = [
      ['no bytes', () => 0],
      ['1 byte', () => 1],
      ['256 KiB and 1 byte', () => 256 * kibibyte + 1],
      ['one byte less than a part', (part) => part - 1],
      ['exactly a part', (part) => part],
      ['one byte more than a part', (part) => part + 1],
      ['exactly three parts', (part) => 3 * part],
      ['more than 64 MiB', () => 64 * mebibyte + 12_345],
    ];

    it.each(wholeParts)('writes and reads back %s', async (_, sizeOf) => {
      const { store, partSizeBytes, leftovers } = get();
      const key = `${makeKeyPrefix()}object.bin`;
      const sizeBytes = sizeOf(partSizeBytes);
      expect(await writeBytes(store, key, sizeBytes)).toEqual({ sizeBytes });
      expect(await store.stat(key)).toMatchObject({ key, sizeBytes });
      await expectBytes(store, key, {}, { offset: 0, length: sizeBytes });
      expect(await leftovers()).toEqual([]);
    });

    it.each([0, 1, 70_000, 3 * mebibyte])('puts and reads back %d bytes', async (sizeBytes) => {
      const { store } = get();
      const key = `${makeKeyPrefix()}object.bin`;
      await store.put(key, makeTestBytes(0, sizeBytes));
      expect(await store.stat(key)).toMatchObject({ key, sizeBytes });
      await expectBytes(store, key, {}, { offset: 0, length: sizeBytes });
    });

    it('takes chunks of one byte', async () => {
      const { store, partSizeBytes } = get();
      const key = makeKeyPrefix().slice(0, -1);
      // Enough bytes for several parts, if parts are small.
      const bytes = partSizeBytes < 300_000 ? 300_001 : 70_001;
      expect(await writeBytes(store, key, bytes, 1)).toEqual({ sizeBytes: bytes });
      await expectBytes(store, key, {}, { offset: 0, length: bytes });
    });

    it('takes one chunk of many parts', async () => {
      const { store, partSizeBytes } = get();
      const key = makeKeyPrefix().slice(0, -1);
      const sizeBytes = 3 * partSizeBytes + 7;
      await writeBytes(store, key, sizeBytes, sizeBytes);
      await expectBytes(store, key, {}, { offset: 0, length: sizeBytes });
    });

    it('takes chunks of odd and of no size in between', async () => {
      const { store } = get();
      const key = makeKeyPrefix().slice(0, -1);
      const writer = store.create(key);
      let at = 0;
      for (const length of [0, 3, 65_537, 0, 262_144, 1, 262_143, 999_983, 0]) {
        await writer.write(makeTestBytes(at, length));
        at += length;
      }
      expect(await writer.close()).toEqual({ sizeBytes: at });
      await expectBytes(store, key, {}, { offset: 0, length: at });
    });

    it('takes a chunk that is a view into a larger buffer', async () => {
      const { store } = get();
      const key = makeKeyPrefix().slice(0, -1);
      const larger = Buffer.concat([Buffer.alloc(100, 'x'), makeTestBytes(0, 500), Buffer.alloc(100, 'y')]);
      await store.put(`${key}/put`, new Uint8Array(larger.buffer, larger.byteOffset + 100, 500));
      const writer = store.create(`${key}/create`);
      await writer.write(larger.subarray(100, 600));
      await writer.close();
      await expectBytes(store, `${key}/put`, {}, { offset: 0, length: 500 });
      await expectBytes(store, `${key}/create`, {}, { offset: 0, length: 500 });
    });

    it('tells when an object was stored', async () => {
      const { store } = get();
      const key = makeKeyPrefix().slice(0, -1);
      const before = Date.now();
      await store.put(key, makeTestBytes(0, 5));
      const modifiedMs = (await store.stat(key))?.modifiedMs ?? 0;
      // Allows a tolerance, because a store may round times to seconds, and file system clocks are coarse.
      expect(modifiedMs).toBeGreaterThan(before - 2000);
      expect(modifiedMs).toBeLessThanOrEqual(Date.now() + 1000);
      const listedMs = (await store.list({ prefix: key }))[0]?.modifiedMs ?? 0;
      expect(Math.abs(listedMs - modifiedMs)).toBeLessThan(1000);
    });
  });
}
