// Contract cases: listing and discarding unfinished writes.
import { describe, expect, it } from '@jest/globals';
import { BadKeyError } from '../../src/port/errors.ts';
import { type GetHarness, getRejection, makeKeyPrefix, makeTestBytes } from './harness.ts';

export function unfinishedCases(get: GetHarness): void {
  describe('unfinished writes', () => {
    it('are listed while they are under way, and not after close or abort', async () => {
      const { store, partSizeBytes, stores = 1 } = get();
      const before = Date.now();
      const [kept, dropped] = [
        store.create(`${makeKeyPrefix()}kept`),
        store.create(`${makeKeyPrefix()}dropped`),
      ];
      for (const writer of [kept, dropped]) await writer.write(makeTestBytes(0, 3 * partSizeBytes));
      const found = await store.unfinished();
      expect(found).toHaveLength(2 * stores);
      for (const { name, changedMs, sizeBytes } of found) {
        expect(name).not.toContain(process.cwd());
        // Some servers round times to whole seconds.
        expect(changedMs).toBeGreaterThan(before - 2_000);
        expect(changedMs).toBeLessThan(Date.now() + 2_000);
        expect(sizeBytes).toBeGreaterThanOrEqual(0);
      }
      expect(await store.unfinished(1)).toHaveLength(1);
      await kept.close();
      await dropped.abort();
      expect(await store.unfinished()).toEqual([]);
    });

    it('can be discarded; who writes one is told, and nothing comes of it', async () => {
      const { store, partSizeBytes } = get();
      const key = `${makeKeyPrefix()}object`;
      const writer = store.create(key);
      await writer.write(makeTestBytes(0, 3 * partSizeBytes));
      const { name } = (await store.unfinished())[0]!;
      await store.discardUnfinished(name);
      await store.discardUnfinished(name);
      expect(await getRejection(writer.close())).toMatchObject({ name: 'ObjectStoreUnavailableError' });
      await writer.abort();
      expect(await store.stat(key)).toBeUndefined();
      expect(await store.unfinished()).toEqual([]);
      expect(await get().leftovers()).toEqual([]);
    });

    it('have no other names', async () => {
      for (const name of [
        '',
        'x',
        '../objects/x',
        '00000000-0000-7000-8000-000000000000.part/../../x',
        '?uploadId=',
      ]) {
        expect(await getRejection(get().store.discardUnfinished(name))).toBeInstanceOf(BadKeyError);
      }
    });
  });
}
