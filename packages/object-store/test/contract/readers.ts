// Contract cases: readers that abort by signal or destroy the stream.
import { once } from 'node:events';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { expectBytes, type GetHarness, getRejection, makeKeyPrefix, writeBytes } from './harness.ts';

const sizeBytes = 8 * 1024 * 1024;

export function readerCases(get: GetHarness): void {
  describe('readers', () => {
    const key = `${makeKeyPrefix()}object.bin`;

    beforeAll(async () => {
      await writeBytes(get().store, key, sizeBytes, 1024 * 1024);
    });

    it('reject at once when the signal was aborted before', async () => {
      const error = await getRejection(get().store.read(key, { signal: AbortSignal.abort() }));
      expect(error.name).toBe('AbortError');
    });

    it('end with AbortError when the signal is aborted while reading', async () => {
      const controller = new AbortController();
      const stream = await get().store.read(key, { signal: controller.signal });
      await once(stream, 'readable');
      controller.abort();
      const [error] = (await once(stream, 'error')) as [Error];
      expect(error.name).toBe('AbortError');
      expect(stream.destroyed).toBe(true);
    });

    it('end with AbortError or not at all when the signal is aborted while opening', async () => {
      const controller = new AbortController();
      const opening = get().store.read(key, { signal: controller.signal });
      controller.abort();
      const error = await getRejection(
        opening.then(async (stream) => {
          for await (const _ of stream);
        }),
      );
      expect(error.name).toBe('AbortError');
    });

    it('do not notice a signal aborted after the end', async () => {
      const controller = new AbortController();
      await expectBytes(get().store, key, { signal: controller.signal }, { offset: 0, length: sizeBytes });
      controller.abort();
    });

    it('may go away early, again and again', async () => {
      const { store } = get();
      for (let round = 0; round < 4; round += 1) {
        await Promise.all(
          Array.from({ length: 10 }, async () => {
            const stream = await store.read(key);
            if (round % 2 === 0) await once(stream, 'readable');
            stream.destroy();
            await once(stream, 'close');
          }),
        );
      }
      await expectBytes(store, key, {}, { offset: 0, length: sizeBytes });
    });

    it('hold no more than a little of an object that nobody takes', async () => {
      const stream = await get().store.read(key);
      await once(stream, 'readable');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(stream.readableLength).toBeLessThanOrEqual(1024 * 1024);
      stream.destroy();
    });
  });
}
