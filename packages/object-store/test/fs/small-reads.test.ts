import { mkdtemp, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { toKeyPath } from '../../src/fs/names.ts';
import { type ObjectStore, openObjectStore } from '../../src/index.ts';

let folder: string;
let store: ObjectStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-objects-'));
  store = await openObjectStore({ kind: 'fs', folder });
  await store.put('a', Buffer.from('0123456789'));
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const filled = (offset: number, length: number) => {
  const room = Buffer.alloc(length);
  return store.fillAtOnce!('a', offset, room) && room.toString();
};

it('has at once the ranges that were read lately, and no others', async () => {
  expect(filled(2, 3)).toBe(false);
  await store.readBytes('a', { offset: 2, length: 3 });
  expect([filled(2, 3), filled(2, 4), filled(3, 3)]).toEqual(['234', false, false]);
});

it('has nothing at once of what was deleted, be it by another process', async () => {
  await store.readBytes('a', { offset: 0, length: 10 });
  expect(filled(0, 10)).toBe('0123456789');
  await unlink(join(folder, 'objects', toKeyPath('a')));
  expect(filled(0, 10)).toBe(false);
  await store.put('a', Buffer.from('abcdefghij'));
  expect(filled(0, 10)).toBe(false);
  await store.readBytes('a', { offset: 0, length: 10 });
  expect(filled(0, 10)).toBe('abcdefghij');
});
