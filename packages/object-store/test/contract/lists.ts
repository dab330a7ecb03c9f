// Contract cases: listings are complete, sorted by bytes, and can continue after any key.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type GetHarness, listKeys, makeKeyPrefix } from './harness.ts';

/** Keys in byte order: `-` `.` `/` `0` around folders, and U+FF5E before U+1F600 (the reverse in UTF-16 order). */
export const neighbouringKeys = [
  'a-',
  'a-/x',
  'a.b',
  'a/b',
  'a/b-c',
  'a/c',
  'a0',
  'aa',
  'aa/b',
  'b',
  'z',
  '\uff5e',
  '\u{1F600}',
];
const many = 1100;

export function listCases(get: GetHarness): void {
  describe('lists', () => {
    const space = makeKeyPrefix();
    const crowd = makeKeyPrefix();
    const keys = () =>
      get().holdsEveryKey ? neighbouringKeys : neighbouringKeys.filter((key) => key !== 'a-' && key !== 'aa');

    beforeAll(async () => {
      const { store } = get();
      for (const key of keys().toReversed()) await store.put(space + key, Buffer.from(key));
      const waiting = Array.from({ length: many }, (_, index) => `${crowd}${index % 7}/${index}`);
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          for (let key = waiting.pop(); key; key = waiting.pop()) await store.put(key, Buffer.from('x'));
        }),
      );
    }, 60_000);

    it('lists in byte order, with sizes', async () => {
      const page = await get().store.list({ prefix: space });
      expect(page.map(({ key }) => key.slice(space.length))).toEqual(keys());
      expect(page.map(({ sizeBytes }) => sizeBytes)).toEqual(keys().map((key) => Buffer.byteLength(key)));
    });

    it('takes a prefix as a string, not as a folder', async () => {
      const { store } = get();
      for (const prefix of ['a', 'a/', 'a/b', 'aa', 'a-', 'b', 'c', '\uff5e']) {
        const expected = keys().filter((key) => key.startsWith(prefix));
        expect(
          (await store.list({ prefix: space + prefix })).map(({ key }) => key.slice(space.length)),
        ).toEqual(expected);
      }
      expect(await store.list({ prefix: `${space.slice(0, -1)}x` })).toEqual([]);
    });

    it.each([1, 2, 3, 5, 100])('pages by %d without gap or repeat', async (limit) => {
      const { store } = get();
      const found: string[] = [];
      for (let after = ''; ; ) {
        const page = await store.list({ prefix: space, after, limit });
        found.push(...page.map(({ key }) => key.slice(space.length)));
        if (page.length < limit) break;
        after = page.at(-1)?.key ?? '';
      }
      expect(found).toEqual(keys());
    });

    it('goes on after any string, be it a key or not', async () => {
      const { store } = get();
      for (const after of ['', 'a', 'a-', 'a/', 'a/b', 'a/b/', 'a/bzzz', 'a1', 'aa', 'b', 'zzz', '\uffff']) {
        const expected = keys().filter((key) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0);
        const page = await store.list({ prefix: space, after: space + after });
        expect(page.map(({ key }) => key.slice(space.length))).toEqual(expected);
      }
    });

    it('starts at the prefix when after lies before it, and ends when it lies behind', async () => {
      const { store } = get();
      expect(await store.list({ prefix: `${space}aa`, after: `${space}a` })).toHaveLength(
        keys().filter((key) => key.startsWith('aa')).length,
      );
      expect(await store.list({ prefix: `${space}aa`, after: `${space}b` })).toEqual([]);
    });

    it('answers 1000 by default and more when asked', async () => {
      const { store } = get();
      const expected = Array.from({ length: many }, (_, index) => `${crowd}${index % 7}/${index}`).toSorted();
      const first = (await store.list({ prefix: crowd })).map(({ key }) => key);
      expect(first).toEqual(expected.slice(0, 1000));
      const rest = (await store.list({ prefix: crowd, after: first.at(-1) ?? '' })).map(({ key }) => key);
      expect([...first, ...rest]).toEqual(expected);
      expect(await store.list({ prefix: crowd, limit: 5000 })).toHaveLength(many);
      expect(await store.list({ prefix: crowd, limit: 0 })).toEqual([]);
    });

    it('lists everything without a prefix', async () => {
      const { store } = get();
      const page = await store.list({ limit: 100_000 });
      const listed = new Set(page.map(({ key }) => key));
      for (const key of keys()) expect(listed).toContain(space + key);
      expect(page.length).toBeGreaterThanOrEqual(many + keys().length);
    });

    it('forgets what was deleted', async () => {
      const { store } = get();
      const own = makeKeyPrefix();
      await store.put(`${own}x/1`, Buffer.from('1'));
      await store.put(`${own}x/2`, Buffer.from('2'));
      await store.delete(`${own}x/1`);
      expect(await listKeys(store, own)).toEqual(['x/2']);
      await store.delete(`${own}x/2`);
      expect(await listKeys(store, own)).toEqual([]);
    });
  });
}
