// Contract cases: an object is invisible before `close()`, complete after it, and absent after `abort()`.
import { describe, expect, it } from '@jest/globals';
import { NoSuchObjectError, ObjectExistsError } from '../../src/port/errors.ts';
import {
  expectBytes,
  type GetHarness,
  getRejection,
  listKeys,
  makeKeyPrefix,
  makeTestBytes,
  readObjectText,
  writeBytes,
} from './harness.ts';

export function writerCases(get: GetHarness): void {
  describe('writers', () => {
    it('show nothing before close, not even after parts were sent', async () => {
      const { store, partSizeBytes } = get();
      const space = makeKeyPrefix();
      const writer = store.create(`${space}object`);
      for (let at = 0; at < 3 * partSizeBytes + 5; at += 65_536)
        await writer.write(makeTestBytes(at, 65_536));
      expect(await store.stat(`${space}object`)).toBeUndefined();
      expect(await getRejection(store.read(`${space}object`))).toBeInstanceOf(NoSuchObjectError);
      expect(await listKeys(store, space)).toEqual([]);
      await writer.close();
      expect(await listKeys(store, space)).toEqual(['object']);
    });

    const moments: [string, (part: number) => number][] = [
      ['at once', () => 0],
      ['after a few bytes', () => 10],
      ['after one part', (part) => part],
      ['after several parts', (part) => 4 * part + 1],
    ];
    it.each(moments)('leave nothing when aborted %s', async (_, sizeOf) => {
      const { store, partSizeBytes, leftovers } = get();
      const space = makeKeyPrefix();
      const writer = store.create(`${space}object`);
      for (let at = 0; at < sizeOf(partSizeBytes); at += 1_000_000) {
        await writer.write(makeTestBytes(at, Math.min(1_000_000, sizeOf(partSizeBytes) - at)));
      }
      await writer.abort();
      expect(await leftovers()).toEqual([]);
      expect(await listKeys(store, space)).toEqual([]);
      await writer.abort();
      expect(await getRejection(writer.write(makeTestBytes(0, 1)))).toBeInstanceOf(Error);
      expect(await getRejection(writer.close())).toBeInstanceOf(Error);
      expect(await listKeys(store, space)).toEqual([]);
    });

    it('leave nothing when aborted during a write', async () => {
      const { store, partSizeBytes, leftovers } = get();
      const space = makeKeyPrefix();
      const writer = store.create(`${space}object`);
      const writing = Promise.allSettled([writer.write(makeTestBytes(0, 6 * partSizeBytes))]);
      await Promise.all([writer.abort(), writer.abort()]);
      await writing;
      expect(await leftovers()).toEqual([]);
      expect(await listKeys(store, space)).toEqual([]);
    });

    it('leave the object alone when aborted after close', async () => {
      const { store, partSizeBytes } = get();
      const key = `${makeKeyPrefix()}object`;
      const writer = store.create(key);
      await writer.write(makeTestBytes(0, partSizeBytes + 1));
      const closing = writer.close();
      await writer.abort();
      expect(await closing).toEqual({ sizeBytes: partSizeBytes + 1 });
      await writer.abort();
      await expectBytes(store, key, {}, { offset: 0, length: partSizeBytes + 1 });
    });

    it('close once, however often asked', async () => {
      const { store } = get();
      const writer = store.create(`${makeKeyPrefix()}object`);
      await writer.write(makeTestBytes(0, 10));
      expect(await Promise.all([writer.close(), writer.close()])).toEqual([
        { sizeBytes: 10 },
        { sizeBytes: 10 },
      ]);
      expect(await writer.close()).toEqual({ sizeBytes: 10 });
      expect(await getRejection(writer.write(makeTestBytes(0, 1)))).toBeInstanceOf(Error);
    });

    it('refuse a write or a close before the previous write is through', async () => {
      const { store, partSizeBytes } = get();
      const writer = store.create(`${makeKeyPrefix()}object`);
      const first = writer.write(makeTestBytes(0, 4 * partSizeBytes));
      expect((await getRejection(writer.write(makeTestBytes(0, 1)))).message).toMatch(/before/);
      expect((await getRejection(writer.close())).message).toMatch(/before/);
      await first;
      expect(await writer.close()).toEqual({ sizeBytes: 4 * partSizeBytes });
    });

    it('never replace an object', async () => {
      const { store, partSizeBytes, leftovers } = get();
      const key = `${makeKeyPrefix()}object`;
      await store.put(key, Buffer.from('first'));
      expect(await getRejection(store.put(key, Buffer.from('second')))).toBeInstanceOf(ObjectExistsError);
      expect(await getRejection(writeBytes(store, key, 3))).toBeInstanceOf(ObjectExistsError);
      expect(await getRejection(writeBytes(store, key, partSizeBytes + 3))).toBeInstanceOf(ObjectExistsError);
      expect(await readObjectText(await store.read(key))).toBe('first');
      expect(await leftovers()).toEqual([]);
    });

    it.each(['small', 'large'])('of one key at once: one wins, whole (%s)', async (kind) => {
      const { store, partSizeBytes, leftovers } = get();
      const key = `${makeKeyPrefix()}object`;
      const sizeBytes = kind === 'small' ? 1000 : partSizeBytes + 1000;
      const results = await Promise.allSettled(
        Array.from({ length: 5 }, async (_, index) => {
          const writer = store.create(key);
          await writer.write(Buffer.alloc(sizeBytes, 65 + index));
          await writer.close();
          return 65 + index;
        }),
      );
      const won = results.filter((result) => result.status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ObjectExistsError);
      }
      const text = await readObjectText(await store.read(key));
      expect(text).toBe(String.fromCharCode(won[0]?.value ?? 0).repeat(sizeBytes));
      expect(await leftovers()).toEqual([]);
    });

    it('of many keys at once do not mix', async () => {
      const { store, partSizeBytes } = get();
      const space = makeKeyPrefix();
      const sizes = Array.from(
        { length: 12 },
        (_, index) => (index % 3 === 0 ? partSizeBytes : 50_000) + index,
      );
      await Promise.all(sizes.map((size, index) => writeBytes(store, `${space}f/${index}`, size, 777_777)));
      for (const [index, length] of sizes.entries()) {
        await expectBytes(store, `${space}f/${index}`, {}, { offset: 0, length });
      }
    });

    it('may use a key again once its object was deleted', async () => {
      const { store } = get();
      const key = `${makeKeyPrefix()}object`;
      await store.put(key, Buffer.from('first'));
      await store.delete(key);
      expect(await store.stat(key)).toBeUndefined();
      await store.delete(key);
      await store.put(key, Buffer.from('second'));
      expect(await readObjectText(await store.read(key))).toBe('second');
    });
  });
}
