// Contract cases: name, URLs and space that a store reports.
import { describe, expect, it } from '@jest/globals';
import { type GetHarness, getRejection, makeKeyPrefix } from './harness.ts';

export function factCases(get: GetHarness): void {
  describe('facts', () => {
    it('has a type and a name without a path of the machine', () => {
      const { store, stores = 1 } = get();
      const names = store.name.split(', ');
      expect(names).toHaveLength(stores);
      for (const name of names) expect(name).toMatch(/^(?:fs$|s3:[^/]+)/);
      expect(names[0]).toMatch(store.type === 'S3' ? /^s3:/ : /^fs$/);
    });

    it('gives URLs that end in the key, encoded so that a query can follow', () => {
      const { store } = get();
      const url = store.url('ns/default/ä b?c#d%/0192.warc.gz');
      expect(url).toMatch(/^(s3:\/\/[^/]+|file:\/\/)\//);
      expect(url.endsWith('/ns/default/%C3%A4%20b%3Fc%23d%25/0192.warc.gz')).toBe(true);
      expect(new URL(`${url}?offset=1&length=2`).searchParams.get('offset')).toBe('1');
      expect(url).not.toContain(process.cwd());
    });

    it('knows its space, or says nothing of it', async () => {
      const usage = await get().store.usage();
      for (const value of Object.values(usage)) expect(value).toBeGreaterThan(0);
      if (usage.availableBytes !== undefined && usage.sizeBytes !== undefined) {
        expect(usage.availableBytes).toBeLessThanOrEqual(usage.sizeBytes);
      }
    });

    it('is ready', async () => {
      await get().store.check();
    });

    it('tells of its requests; what is merely not there, or there already, is no error', async () => {
      const { store, takeRequests } = get();
      const key = `${makeKeyPrefix()}object`;
      takeRequests();
      await store.put(key, Buffer.from('x'));
      await getRejection(store.put(key, Buffer.from('y')));
      await getRejection(store.read(`${key}.no`));
      await store.stat(`${key}.no`);
      const requests = takeRequests();
      expect(requests.length).toBeGreaterThanOrEqual(4);
      expect(requests.filter((request) => !request.endsWith(' ok'))).toEqual([]);
    });

    it('stores four parts in six requests at most, one more where it has to look first', async () => {
      const { store, takeRequests, partSizeBytes, stores = 1 } = get();
      const sizeBytes = 4 * partSizeBytes;
      const looksFirst = (await store.shortcomings()).some((sentence) => /conditional/.test(sentence));
      takeRequests();
      const writer = store.create(`${makeKeyPrefix()}object`);
      for (let at = 0; at < sizeBytes; at += 65_536) await writer.write(Buffer.alloc(65_536));
      await writer.close();
      expect(takeRequests().length).toBeLessThanOrEqual(stores * (4 + 2 + Number(looksFirst)));
    });
  });
}
