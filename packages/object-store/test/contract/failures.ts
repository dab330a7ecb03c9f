// Contract cases: a store that is down reports that it is unavailable, never that an object is missing.
import { types } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { ObjectStoreUnavailableError } from '../../src/port/errors.ts';
import {
  type GetHarness,
  getRejection,
  listKeys,
  makeKeyPrefix,
  makeTestBytes,
  readObjectText,
} from './harness.ts';

export function failureCases(get: GetHarness): void {
  describe('a store that is gone', () => {
    async function whileBroken(work: () => Promise<void>): Promise<void> {
      const harness = get();
      await harness.break();
      try {
        await work();
      } finally {
        await harness.repair();
      }
    }

    it('fails every operation with ObjectStoreUnavailableError, its cause kept, and works again afterwards', async () => {
      const { store } = get();
      const space = makeKeyPrefix();
      await store.put(`${space}a`, Buffer.from('a'));
      await whileBroken(async () => {
        const failures = await Promise.all([
          getRejection(store.check()),
          getRejection(store.put(`${space}b`, Buffer.from('b'))),
          getRejection(store.read(`${space}a`)),
          getRejection(store.read(`${space}no`)),
          getRejection(store.read(`${space}a`, { length: 0 })),
          getRejection(store.stat(`${space}a`)),
          getRejection(store.stat(`${space}no`)),
          getRejection(store.list({ prefix: space })),
          getRejection(store.delete(`${space}a`)),
          getRejection(store.delete(`${space}no`)),
        ]);
        for (const failure of failures) expect(failure).toBeInstanceOf(ObjectStoreUnavailableError);
        expect(failures.some(({ cause }) => types.isNativeError(cause))).toBe(true);
      });
      await store.check();
      expect(await readObjectText(await store.read(`${space}a`))).toBe('a');
      // After `put` rejects, the object may exist, but it is never partial.
      const keys = await listKeys(store, space);
      expect([['a'], ['a', 'b']]).toContainEqual(keys);
      if (keys.includes('b')) expect(await readObjectText(await store.read(`${space}b`))).toBe('b');
    });

    it('fails a writer begun before, which then leaves nothing visible', async () => {
      const { store, partSizeBytes } = get();
      const space = makeKeyPrefix();
      const writer = store.create(`${space}object`);
      await writer.write(makeTestBytes(0, partSizeBytes + 1));
      await whileBroken(async () => {
        const failure = await getRejection(
          (async () => {
            for (let part = 0; part < 5; part += 1) await writer.write(makeTestBytes(0, partSizeBytes));
            await writer.close();
          })(),
        );
        expect(failure).toBeInstanceOf(ObjectStoreUnavailableError);
        expect(await getRejection(writer.close())).toBeInstanceOf(ObjectStoreUnavailableError);
        await writer.abort();
      });
      expect(await listKeys(store, space)).toEqual([]);
    });

    it('fails a writer begun now, at the latest when it is closed', async () => {
      const { store, partSizeBytes } = get();
      const space = makeKeyPrefix();
      await whileBroken(async () => {
        const small = store.create(`${space}small`);
        await small.write(makeTestBytes(0, 10)).catch(() => undefined);
        expect(await getRejection(small.close())).toBeInstanceOf(ObjectStoreUnavailableError);
        const large = store.create(`${space}large`);
        const failure = await getRejection(large.write(makeTestBytes(0, 5 * partSizeBytes)));
        expect(failure).toBeInstanceOf(ObjectStoreUnavailableError);
        expect(await getRejection(large.write(makeTestBytes(0, 1)))).toBe(failure);
        await large.abort();
      });
      expect(await listKeys(store, space)).toEqual([]);
    });
  });
}
