// Contract cases: which keys are valid, and that different keys denote different objects.
import { describe, expect, it } from '@jest/globals';
import { BadKeyError, NoSuchObjectError } from '../../src/port/errors.ts';
import { type GetHarness, getRejection, listKeys, makeKeyPrefix, readObjectText } from './harness.ts';

const oddKeys = [
  'with space',
  ' leading and trailing ',
  'plus+and=and&',
  'per%20cent',
  '%',
  '%-',
  '%2e',
  'a.%',
  'quest?ion#hash',
  'quotes\'"<>`',
  'back\\slash',
  'colon:semi;comma,at@dollar$bang!star*',
  '(round)[square]{curly}|^~',
  'ünïcode/日本語/ключ',
  'e\u0301 and \u00e9',
  '\u{1F600}/\u{10FFFD}',
  '\uFFFD',
  '.hidden',
  'trailing.',
  '...',
  'a..b',
  '-dash',
  '_',
  'CON',
  'UPPER/Case.GZ',
  'upper/case.gz',
  'tmp/x.part',
  'objects',
  'holdfast-objects.json',
];

const bad: [string, string][] = [
  ['an empty key', ''],
  ['a slash', '/'],
  ['a leading slash', '/a'],
  ['a trailing slash', 'a/'],
  ['an empty segment', 'a//b'],
  ['a dot', '.'],
  ['two dots', '..'],
  ['a dot as a segment', 'a/./b'],
  ['a way up', 'a/../../../etc/passwd'],
  ['a way up at the end', 'a/..'],
  ['a NUL', 'a\0b'],
  ['a line feed', 'a\nb'],
  ['a delete character', 'a\u007f'],
  ['half a surrogate pair', 'a\ud800b'],
  ['1025 bytes', `${'ab/'.repeat(341)}cd`],
  ['513 characters of two bytes', 'é'.repeat(513)],
];

export function keyCases(get: GetHarness): void {
  describe('keys', () => {
    it('keeps odd keys apart and lists them as they are', async () => {
      const { store, takesBackslash } = get();
      const odd = takesBackslash ? oddKeys : oddKeys.filter((key) => !key.includes('\\'));
      const space = makeKeyPrefix();
      for (const key of odd) await store.put(space + key, Buffer.from(key));
      for (const key of odd) {
        expect(await readObjectText(await store.read(space + key))).toBe(key);
        expect(await store.stat(space + key)).toMatchObject({ key: space + key });
      }
      expect((await listKeys(store, space)).toSorted()).toEqual(odd.toSorted());
      for (const key of odd) await store.delete(space + key);
      expect(await listKeys(store, space)).toEqual([]);
    });

    it('writes a large object under an odd key', async () => {
      const { store, partSizeBytes } = get();
      const key = `${makeKeyPrefix()}ünï code/per%20cent+?#.`;
      const writer = store.create(key);
      await writer.write(Buffer.alloc(partSizeBytes + 1, 'x'));
      await writer.close();
      expect(await store.stat(key)).toMatchObject({ key, sizeBytes: partSizeBytes + 1 });
    });

    it.each(bad)('refuses %s in every method', async (_, key) => {
      const { store } = get();
      expect(await getRejection(store.put(key, Buffer.from('x')))).toBeInstanceOf(BadKeyError);
      expect(() => store.create(key)).toThrow(BadKeyError);
      expect(await getRejection(store.read(key))).toBeInstanceOf(BadKeyError);
      expect(await getRejection(store.stat(key))).toBeInstanceOf(BadKeyError);
      expect(await getRejection(store.delete(key))).toBeInstanceOf(BadKeyError);
      expect(() => store.url(key)).toThrow(BadKeyError);
    });

    it('takes a key of 1024 bytes, the prefix counted, or of as many as the server does', async () => {
      const { store, longestKeyBytes } = get();
      const space = makeKeyPrefix();
      const key = space + `${'k'.repeat(199)}/`.repeat(6).slice(0, longestKeyBytes - space.length);
      expect(Buffer.byteLength(key)).toBe(longestKeyBytes);
      await store.put(key, Buffer.from('long'));
      expect(await readObjectText(await store.read(key))).toBe('long');
      expect((await store.list({ prefix: space })).map((info) => info.key)).toEqual([key]);
      if (longestKeyBytes > 1000)
        expect(await getRejection(store.stat(`${key}k`))).toBeInstanceOf(BadKeyError);
    });

    /** Returns whether the server rejected the key. Only servers that store objects as files may do so. */
    async function isRefused(put: Promise<void>): Promise<boolean> {
      const [result] = await Promise.allSettled([put]);
      if (result.status === 'fulfilled') return false;
      expect(result.reason).toBeInstanceOf(BadKeyError);
      expect(get().holdsEveryKey && get().longestKeyBytes > 1000).toBe(false);
      return true;
    }

    it('keeps names over 255 bytes, or refuses them with BadKeyError', async () => {
      const { store } = get();
      const space = makeKeyPrefix();
      const key = `${space}${'n'.repeat(300)}/${'é'.repeat(150)}`;
      if (await isRefused(store.put(key, Buffer.from('long')))) return;
      expect(await readObjectText(await store.read(key))).toBe('long');
      expect((await store.list({ prefix: space })).map((info) => info.key)).toEqual([key]);
    });

    it.each([
      ['a', 'a/b'],
      ['a/b', 'a'],
    ])(
      'keeps both %s and %s, or refuses the second with BadKeyError and leaves the first alone',
      async (first, second) => {
        const { store } = get();
        const space = makeKeyPrefix();
        await store.put(space + first, Buffer.from('first'));
        const refused = await isRefused(store.put(space + second, Buffer.from('second')));
        expect(await readObjectText(await store.read(space + first))).toBe('first');
        expect(await listKeys(store, space)).toEqual(refused ? [first] : ['a', 'a/b']);
      },
    );

    it('does not take the beginning of a key for an object', async () => {
      const { store } = get();
      const space = makeKeyPrefix();
      await store.put(`${space}a/b/c`, Buffer.from('x'));
      for (const key of [`${space}a`, `${space}a/b`, `${space}a/b/c/d`]) {
        expect(await store.stat(key)).toBeUndefined();
        expect(await getRejection(store.read(key))).toBeInstanceOf(NoSuchObjectError);
        await store.delete(key);
      }
      expect(await listKeys(store, space)).toEqual(['a/b/c']);
    });
  });
}
