import { expect, it } from '@jest/globals';
import { type CachedContent, ContentCache } from '../../src/content/content-cache.ts';
import type { StoredArtifact } from '../../src/index/artifact.db.ts';

const artifact = (id: string, digest = 1, record = { length: 10, crc32: 1 }) =>
  ({ id, sha256: Buffer.alloc(32, digest), record, sharedPayload: undefined }) as unknown as StoredArtifact;

const content = (bytes: number) => ({ payload: Buffer.alloc(0), bytes }) as unknown as CachedContent;

function cacheOf(mostBytes: number) {
  const reads: string[] = [];
  return { reads, cache: new ContentCache({ mostBytes, onRead: (outcome) => reads.push(outcome) }) };
}

it('wants what was asked for before', () => {
  const { cache } = cacheOf(100_000);
  expect(cache.wants(artifact('a'))).toBe(false);
  expect(cache.wants(artifact('b'))).toBe(false);
  expect(cache.wants(artifact('a'))).toBe(true);
});

it('finds what it keeps, and counts', () => {
  const { cache, reads } = cacheOf(100_000);
  const kept = content(5_000);
  expect(cache.find(artifact('a'))).toBeUndefined();
  cache.keep(artifact('a'), kept);
  expect(cache.find(artifact('a'))).toBe(kept);
  expect(reads).toEqual(['miss', 'hit']);
  expect(cache.bytes).toBeGreaterThan(5_000);
});

it.each([
  ['another payload', artifact('a', 2)],
  ['another record', artifact('a', 1, { length: 10, crc32: 2 })],
])('finds nothing for one that came back under the id with %s', (_, other) => {
  const { cache } = cacheOf(100_000);
  cache.keep(artifact('a'), content(5_000));
  expect(cache.find(other)).toBeUndefined();
});

it('lets go of what was longest not asked for, within its memory', () => {
  const { cache } = cacheOf(20_000);
  for (const id of ['a', 'b']) cache.keep(artifact(id), content(8_000));
  cache.find(artifact('a'));
  cache.keep(artifact('c'), content(8_000));
  expect(cache.bytes).toBeLessThanOrEqual(20_000);
  expect(['a', 'b', 'c'].filter((id) => cache.find(artifact(id)))).toEqual(['a', 'c']);
});

it('keeps nothing that is larger than all it may take', () => {
  const { cache } = cacheOf(20_000);
  cache.keep(artifact('a'), content(30_000));
  expect(cache.find(artifact('a'))).toBeUndefined();
});
