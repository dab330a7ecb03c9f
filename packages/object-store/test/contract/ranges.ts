// Contract cases: a read returns exactly the requested range, or fails.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { BadRangeError, NoSuchObjectError } from '../../src/port/errors.ts';
import type { ObjectReadOptions } from '../../src/port/port.ts';
import {
  expectBytes,
  type GetHarness,
  getRejection,
  makeKeyPrefix,
  makeTestBytes,
  writeBytes,
} from './harness.ts';

const sizeBytes = 6 * 1024 * 1024 + 789;

export function rangeCases(get: GetHarness): void {
  describe('ranges', () => {
    const key = `${makeKeyPrefix()}object.bin`;
    const empty = `${makeKeyPrefix()}empty`;

    beforeAll(async () => {
      await writeBytes(get().store, key, sizeBytes, 1024 * 1024);
      await get().store.put(empty, new Uint8Array());
    });

    const part = 5 * 1024 * 1024;
    const good: [string, ObjectReadOptions, number, number][] = [
      ['the start', { length: 1000 }, 0, 1000],
      ['the first byte', { offset: 0, length: 1 }, 0, 1],
      ['the middle', { offset: 1_234_567, length: 2_345_678 }, 1_234_567, 2_345_678],
      ['the end', { offset: sizeBytes - 10, length: 10 }, sizeBytes - 10, 10],
      ['the last byte', { offset: sizeBytes - 1, length: 1 }, sizeBytes - 1, 1],
      ['all to the end', { offset: 77 }, 77, sizeBytes - 77],
      ['the whole by its length', { offset: 0, length: sizeBytes }, 0, sizeBytes],
      ['what lies across two parts', { offset: part - 5, length: 10 }, part - 5, 10],
      ['no bytes at the start', { offset: 0, length: 0 }, 0, 0],
      ['no bytes in the middle', { offset: 4711, length: 0 }, 4711, 0],
      ['no bytes at the end', { offset: sizeBytes, length: 0 }, sizeBytes, 0],
      ['what is after the end: nothing', { offset: sizeBytes }, sizeBytes, 0],
    ];
    it.each(good)('reads %s', async (_, options, offset, length) => {
      await expectBytes(get().store, key, options, { offset, length });
    });

    const bad: [string, ObjectReadOptions][] = [
      ['a range that ends one byte beyond the end', { offset: sizeBytes - 10, length: 11 }],
      ['more than there is', { length: sizeBytes + 1 }],
      ['an offset beyond the end', { offset: sizeBytes + 1 }],
      ['no bytes beyond the end', { offset: sizeBytes + 1, length: 0 }],
      ['a range that starts at the end', { offset: sizeBytes, length: 1 }],
      ['a range far beyond the end', { offset: Number.MAX_SAFE_INTEGER - 1, length: 1 }],
      ['a negative offset', { offset: -1 }],
      ['a negative length', { offset: 5, length: -1 }],
      ['half a byte', { offset: 0.5 }],
      ['a length that is no number', { length: Number.NaN }],
      ['a range no number can count', { offset: Number.MAX_SAFE_INTEGER, length: 2 }],
    ];
    it.each(bad)('refuses %s', async (_, options) => {
      expect(await getRejection(get().store.read(key, options))).toBeInstanceOf(BadRangeError);
    });

    it.each(good)('reads %s at once', async (_, { offset = 0, length }, from, lengthBytes) => {
      const range = { offset, length: length ?? lengthBytes };
      const reading = get().store.readBytes(key, range);
      if (range.length > 1024 * 1024) expect(await getRejection(reading)).toBeInstanceOf(RangeError);
      else expect((await reading).equals(makeTestBytes(from, lengthBytes))).toBe(true);
    });

    it.each(bad)('refuses %s at once', async (_, { offset = 0, length = 1 }) => {
      const error = await getRejection(get().store.readBytes(key, { offset, length }));
      const tooMany = length > 1024 * 1024;
      expect(error).toBeInstanceOf(tooMany ? RangeError : BadRangeError);
    });

    it('reads nothing at once of what is not there, nor for whom has gone', async () => {
      const { store } = get();
      const range = { offset: 0, length: 1 };
      expect(await getRejection(store.readBytes(`${key}.none`, range))).toBeInstanceOf(NoSuchObjectError);
      const gone = { ...range, signal: AbortSignal.abort() };
      expect((await getRejection(store.readBytes(key, gone))).name).toBe('AbortError');
    });

    it('fills room, if at all, with what is there', async () => {
      const { store, takeRequests } = get();
      const [range, room] = [{ offset: 4711, length: 100 }, Buffer.alloc(100)];
      const fill = (at: string, offset = range.offset) => store.fillAtOnce?.(at, offset, room) ?? false;
      expect([fill(key, sizeBytes - 99), fill(`${key}.none`)]).toEqual([false, false]);
      await store.readBytes(key, range);
      takeRequests();
      const isFilled = fill(key);
      expect(takeRequests()).toEqual(isFilled ? ['read ok'] : []);
      expect(room.equals(isFilled ? makeTestBytes(range.offset, range.length) : Buffer.alloc(100))).toBe(
        true,
      );
    });

    it('reads nothing of an empty object, and refuses a byte of it', async () => {
      const { store } = get();
      await expectBytes(store, empty, {}, { offset: 0, length: 0 });
      await expectBytes(store, empty, { offset: 0, length: 0 }, { offset: 0, length: 0 });
      expect(await getRejection(store.read(empty, { length: 1 }))).toBeInstanceOf(BadRangeError);
      expect(await getRejection(store.read(empty, { offset: 1 }))).toBeInstanceOf(BadRangeError);
    });

    it('rejects before any byte when there is no object', async () => {
      const { store } = get();
      const missing = `${key}.no`;
      for (const options of [{}, { offset: 1 }, { length: 0 }, { offset: 3, length: 7 }]) {
        expect(await getRejection(store.read(missing, options))).toBeInstanceOf(NoSuchObjectError);
      }
    });

    it('reads many ranges at once', async () => {
      const { store } = get();
      const offsets = Array.from({ length: 100 }, (_, index) => index * 61_007);
      await Promise.all(
        offsets.map((offset) => expectBytes(store, key, { offset, length: 5000 }, { offset, length: 5000 })),
      );
    });
  });
}
