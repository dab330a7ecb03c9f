// Copying of objects between stores in folders.
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ObjectStore, openObjectStore } from '@holdfast/object-store';
import { createTemporaryFolder } from '@holdfast/testkit';
import { beforeEach, expect, it } from '@jest/globals';
import { copyObjects, type NamedObject } from '../src/taking/copy-objects.ts';

let [from, to] = [] as unknown as [ObjectStore, ObjectStore];
const contents = new Map(
  ['a', 'b', 'c'].map((name) => [`ns/${name}.warc.gz`, gzipSync(`content of ${name}`)]),
);
const named: NamedObject[] = [...contents].map(([key, bytes]) => ({ key, sizeBytes: bytes.length }));

beforeEach(async () => {
  const folder = await createTemporaryFolder();
  const open = (name: string) => openObjectStore({ kind: 'fs', folder: join(folder, name) });
  [from, to] = [await open('from'), await open('to')];
  for (const [key, bytes] of contents) await from.put(key, bytes);
});

const copying = () => ({ from, to, signal: new AbortController().signal, observer: {} });

it('copies what is new, and nothing twice', async () => {
  const first = await copyObjects(copying(), named.slice(0, 2), []);
  expect(first).toMatchObject({ newObjects: 2, newBytes: named[0]!.sizeBytes + named[1]!.sizeBytes });
  const second = await copyObjects(copying(), named, first.objects);
  expect(second).toMatchObject({ newObjects: 1, newBytes: named[2]!.sizeBytes });
  expect(second.objects.slice(0, 2)).toEqual(first.objects);
  expect(await copyObjects(copying(), named, second.objects)).toMatchObject({ newObjects: 0, newBytes: 0 });
});

it('reads what a backup that was broken off left, and replaces it only when it is not right', async () => {
  await to.put(`store/${named[0]!.key}`, contents.get(named[0]!.key)!);
  await to.put(`store/${named[1]!.key}`, Buffer.alloc(named[1]!.sizeBytes, 1));
  const copied = await copyObjects(copying(), named, []);
  expect(copied.newObjects).toBe(2);
  expect(copied.objects.map(({ fault }) => fault)).toEqual([undefined, undefined, undefined]);
  expect(await copyObjects(copying(), named, copied.objects)).toMatchObject({ newObjects: 0 });
});

it('tells what the store does not give back, and copies the rest; tries again the next time', async () => {
  await from.delete(named[0]!.key);
  await from.delete(named[1]!.key);
  await from.put(named[1]!.key, Buffer.from(contents.get(named[1]!.key)!).fill(0, 20, 22));
  const copied = await copyObjects(copying(), named, []);
  expect(copied.objects.map(({ fault }) => fault)).toEqual([
    'missing',
    expect.stringContaining('damaged: '),
    undefined,
  ]);
  for (const [key, bytes] of contents) {
    await from.delete(key);
    await from.put(key, bytes);
  }
  const repaired = await copyObjects(copying(), named, copied.objects);
  expect(repaired.newObjects).toBe(2);
  expect(repaired.objects.every(({ fault }) => fault === undefined)).toBe(true);
});
