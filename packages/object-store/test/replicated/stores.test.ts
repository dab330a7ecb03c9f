// Stores that are new, emptied, replaced or not mounted.
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { getRejection } from '../contract/harness.ts';
import { emptyFolder, openTestCopies, type TestCopies, unmount } from './copies.ts';

const KEYS = Array.from({ length: 30 }, (_, index) => `ns/a/${String(index).padStart(3, '0')}.bin`);

let test: TestCopies | undefined;

async function open(count = 2): Promise<TestCopies> {
  test = await openTestCopies(count);
  for (const key of KEYS) await test.store.put(key, Buffer.from(key));
  return test;
}

afterEach(async () => {
  await test?.close();
  test = undefined;
});

async function expectAll(copies: TestCopies, index: number): Promise<void> {
  for (const key of KEYS) expect(await readFile(copies.path(index, key), 'utf8')).toBe(key);
  expect(copies.catalogue.tasks.size).toBe(0);
}

describe('an emptied store', () => {
  it.each(['the folder', 'its objects alone'])('is filled again without a restart (%s)', async (what) => {
    const copies = await open();
    await emptyFolder(copies.folder(0) + (what === 'the folder' ? '' : '/objects'));
    expect((await copies.store.readBytes(KEYS[3]!, { offset: 0, length: 4 })).toString()).toBe('ns/a');
    await copies.probe();
    await copies.store.put('ns/a/new.bin', Buffer.from('new'));
    expect(copies.copies.views()[0]).toMatchObject({ state: 'filling', blocked: undefined });
    await copies.catchUp();
    await expectAll(copies, 0);
    expect(copies.copies.views()[0]).toMatchObject({ state: 'complete' });
    expect(existsSync(copies.path(0, 'ns/a/new.bin'))).toBe(true);
  });

  it('does not bring back what is deleted while it is filled', async () => {
    const copies = await open();
    await emptyFolder(copies.folder(0));
    await copies.probe();
    await copies.store.delete(KEYS[0]!);
    await copies.catchUp();
    for (const index of [0, 1]) expect(existsSync(copies.path(index, KEYS[0]!))).toBe(false);
  });

  it('does not count as proof that an object is missing', async () => {
    const copies = await open();
    await emptyFolder(copies.folder(0));
    await copies.probe();
    copies.set(1, 'fails');
    await copies.probe();
    expect((await getRejection(copies.store.stat(KEYS[0]!))).name).toBe('ObjectStoreUnavailableError');
  });
});

describe('a store that is not mounted', () => {
  it('is never written to, and catches up when it is back', async () => {
    const copies = await open();
    const mount = await unmount(copies.folder(1));
    await copies.probe();
    await copies.store.put('ns/a/new.bin', Buffer.from('new'));
    expect(copies.copies.views()[1]?.blocked).toContain('not mounted');
    expect(existsSync(copies.folder(1))).toBe(false);
    await mount();
    await copies.probe();
    await copies.catchUp();
    await expectAll(copies, 1);
    expect(await readFile(copies.path(1, 'ns/a/new.bin'), 'utf8')).toBe('new');
  });

  it('is told from an empty folder below another parent', async () => {
    const copies = await open();
    const parent = copies.folder(1).replace(/\/store$/, '');
    const mount = await unmount(parent);
    await mkdir(copies.folder(1), { recursive: true });
    await copies.probe();
    expect(copies.copies.views()[1]?.blocked).toContain('not mounted');
    await rm(parent, { recursive: true });
    await mount();
    await copies.probe();
    await expectAll(copies, 1);
  });
});

describe('another store in the place of a store', () => {
  it('is not used', async () => {
    const copies = await open();
    const other = await openTestCopies(1);
    await emptyFolder(copies.folder(1));
    await cp(other.folder(0), copies.folder(1), { recursive: true });
    await other.close();
    await copies.probe();
    await copies.store.put('ns/a/new.bin', Buffer.from('new'));
    expect(copies.copies.views()[1]?.blocked).toContain('another store');
    expect(existsSync(copies.path(1, 'ns/a/new.bin'))).toBe(false);
  });
});

describe('a store whose marker has a flipped bit', () => {
  it.each([
    ['in its uuid', 20],
    ['in its syntax', 0],
  ])('is used on, and gets its marker again (%s)', async (_, offset) => {
    const copies = await open();
    const marker = copies.path(1, 'holdfast/store.json');
    const before = await readFile(marker);
    const damaged = Buffer.from(before);
    damaged[offset] = damaged[offset]! ^ 1;
    await writeFile(marker, damaged);
    await copies.probe();
    expect(copies.copies.views()[1]).toMatchObject({ state: 'complete', blocked: undefined });
    expect(await readFile(marker)).toEqual(before);
  });
});

describe('catching up', () => {
  it('does not copy from a source whose bytes are refuted, and leaves the target as it was', async () => {
    const copies = await openTestCopies(3);
    test = copies;
    copies.set(2, 'fails');
    await copies.probe();
    await copies.store.put('ns/a/x.bin', Buffer.from('right'));
    await writeFile(copies.path(0, 'ns/a/x.bin'), 'wrong');
    copies.set(2, 'none');
    await copies.probe();
    await copies.probe();
    await copies.catchUp();
    expect(await readFile(copies.path(2, 'ns/a/x.bin'), 'utf8')).toBe('right');
  });

  it('replaces a valid but different object', async () => {
    const copies = await openTestCopies(2);
    test = copies;
    await copies.store.put('ns/a/x.bin', Buffer.from('right'));
    await writeFile(copies.path(1, 'ns/a/x.bin'), 'other');
    const { id: storeId } = [...copies.catalogue.records.values()].find(({ name }) => name === 's1')!;
    const repair = { key: 'ns/a/x.bin', storeId, kind: 'repair', sizeBytes: 5 } as const;
    await copies.catalogue.noteCopies([{ ...repair, crc32: crc32('neither') }]);
    await copies.catchUp();
    // Neither copy has the recorded CRC-32, so no copy is overwritten.
    expect(await readFile(copies.path(1, 'ns/a/x.bin'), 'utf8')).toBe('other');
    await copies.catalogue.addCopies([{ ...repair, crc32: crc32('right') }]);
    await copies.catchUp();
    expect(await readFile(copies.path(1, 'ns/a/x.bin'), 'utf8')).toBe('right');
  });

  it('lets one task that fails wait, and does the others', async () => {
    const copies = await open();
    copies.set(1, 'fails');
    await copies.probe();
    for (const name of ['a', 'b', 'c']) await copies.store.put(`late/${name}.bin`, Buffer.from(name));
    await rm(copies.path(0, 'late/a.bin'));
    await writeFile(copies.path(0, 'late/a.bin'), 'z');
    copies.set(1, 'none');
    await copies.probe();
    await copies.probe();
    await copies.catchUp();
    expect(existsSync(copies.path(1, 'late/a.bin'))).toBe(false);
    for (const name of ['b', 'c']) expect(existsSync(copies.path(1, `late/${name}.bin`))).toBe(true);
    const left = [...copies.catalogue.tasks.values()].filter(({ kind }) => kind === 'copy');
    expect(left.map(({ key, tries }) => ({ key, tries }))).toEqual([{ key: 'late/a.bin', tries: 1 }]);
  });
});
