// Cases of the contract: objects whose first bytes, and where it is possible their key, come last.
import { describe, expect, it } from '@jest/globals';
import { ObjectExistsError } from '../../src/port/errors.ts';
import type { LateWriter } from '../../src/port/port.ts';
import { bytesAt, expectBytes, type GetHarness, keySpace, keysOf, rejection } from './harness.ts';

const roomBytes = 300_000;

async function writeBehind(writer: LateWriter, sizeBytes: number): Promise<void> {
  for (let at = 0; at < sizeBytes; at += 65_536) {
    await writer.write(bytesAt(roomBytes + at, Math.min(65_536, sizeBytes - at)));
  }
}

export function lateCases(get: GetHarness): void {
  describe('late writers', () => {
    const sizes: [string, (part: number) => number][] = [
      ['nothing', () => 0],
      ['a few bytes', () => 10],
      ['all but a byte of a part', (part) => Math.max(0, part - roomBytes) - 1],
      ['a part', (part) => Math.max(part - roomBytes, part)],
      ['several parts', (part) => 3 * part + 7],
    ];
    it.each(sizes)('put the beginning before %s', async (_, sizeOf) => {
      const { store, partSizeBytes, leftovers } = get();
      const key = `${keySpace()}object`;
      const sizeBytes = Math.max(0, sizeOf(partSizeBytes));
      const writer = store.createLate({ roomBytes, key });
      await writeBehind(writer, sizeBytes);
      expect(await store.stat(key)).toBeUndefined();
      const written = await writer.close({ key, beginning: bytesAt(0, roomBytes) });
      expect(written).toEqual({ sizeBytes: roomBytes + sizeBytes });
      await expectBytes(store, key, {}, { offset: 0, length: roomBytes + sizeBytes });
      expect(await leftovers()).toEqual([]);
    });

    it('take their key last where the store says so, and refuse to begin without one elsewhere', async () => {
      const { store, partSizeBytes } = get();
      const key = `${keySpace()}object`;
      if (!store.namesLate) {
        expect(() => store.createLate({ roomBytes })).toThrow('key');
        return;
      }
      const writer = store.createLate({ roomBytes });
      await writeBehind(writer, 2 * partSizeBytes);
      await writer.close({ key, beginning: bytesAt(0, roomBytes) });
      await expectBytes(store, key, {}, { offset: 0, length: roomBytes + 2 * partSizeBytes });
    });

    it('refuse a beginning of another length, and can be closed with the right one', async () => {
      const { store } = get();
      const key = `${keySpace()}object`;
      const writer = store.createLate({ roomBytes, key });
      await writeBehind(writer, 10);
      for (const length of [roomBytes - 1, roomBytes + 1]) {
        const refused = await rejection(writer.close({ key, beginning: bytesAt(0, length) }));
        expect(refused).toBeInstanceOf(RangeError);
      }
      await writer.close({ key, beginning: bytesAt(0, roomBytes) });
      await expectBytes(store, key, {}, { offset: 0, length: roomBytes + 10 });
    });

    it.each(['small', 'large'])('leave nothing when aborted (%s)', async (kind) => {
      const { store, partSizeBytes, leftovers } = get();
      const space = keySpace();
      const writer = store.createLate({ roomBytes, key: `${space}object` });
      await writeBehind(writer, kind === 'small' ? 10 : 3 * partSizeBytes);
      await writer.abort();
      await writer.abort();
      expect(await leftovers()).toEqual([]);
      expect(await keysOf(store, space)).toEqual([]);
      const ending = { key: `${space}object`, beginning: bytesAt(0, roomBytes) };
      expect(await rejection(writer.close(ending))).toBeInstanceOf(Error);
    });

    it.each(['small', 'large'])('never replace an object (%s)', async (kind) => {
      const { store, partSizeBytes, leftovers } = get();
      const key = `${keySpace()}object`;
      await store.put(key, bytesAt(0, 7));
      const writer = store.createLate({ roomBytes, key });
      await writeBehind(writer, kind === 'small' ? 10 : 2 * partSizeBytes);
      const refused = await rejection(writer.close({ key, beginning: bytesAt(0, roomBytes) }));
      expect(refused).toBeInstanceOf(ObjectExistsError);
      await expectBytes(store, key, {}, { offset: 0, length: 7 });
      expect(await leftovers()).toEqual([]);
    });
  });
}
