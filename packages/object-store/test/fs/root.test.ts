// Opens the folder of a store: creation, marker file, checks, and removal of leftover files.
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openFsStore } from '../../src/fs/store.ts';
import { ObjectStoreUnavailableError } from '../../src/port/errors.ts';
import { getRejection, readObjectText } from '../contract/harness.ts';
import { createRecordingDisk } from './recording-disk.ts';

describe('openFsStore', () => {
  let scratch: string;
  let folder: string;

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'holdfast-objects-'));
    folder = join(scratch, 'new', 'store');
  });
  afterEach(() => rm(scratch, { recursive: true }));

  it('makes the folder with all above it, durably', async () => {
    const { disk, calls } = createRecordingDisk(scratch);
    await openFsStore({ folder, disk });
    expect(calls()).toEqual(expect.arrayContaining(['sync .', 'sync new', 'sync new/store']));
    expect((await readdir(folder)).toSorted()).toEqual(['holdfast-objects.json', 'objects', 'tmp']);
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  });

  it('finds what was stored before', async () => {
    await (await openFsStore({ folder })).put('a/b', Buffer.from('kept'));
    const mark = await readFile(join(folder, 'holdfast-objects.json'), 'utf8');
    const store = await openFsStore({ folder });
    expect(await readObjectText(await store.read('a/b'))).toBe('kept');
    expect(await readFile(join(folder, 'holdfast-objects.json'), 'utf8')).toBe(mark);
  });

  it('creates nothing in place of a folder that must exist', async () => {
    expect(await getRejection(openFsStore({ folder, mustExist: true }))).toBeInstanceOf(
      ObjectStoreUnavailableError,
    );
    expect(await readdir(scratch)).toEqual([]);
    await mkdir(folder, { recursive: true });
    await (await openFsStore({ folder, mustExist: true })).put('a', Buffer.from('a'));
  });

  it('may be opened by many processes at once', async () => {
    const stores = await Promise.all(Array.from({ length: 8 }, () => openFsStore({ folder })));
    await Promise.all(stores.map((store, index) => store.put(`x/${index}`, Buffer.from('x'))));
    expect(await stores[0]?.list({})).toHaveLength(8);
  });

  it('removes what writers killed more than a day ago left, and nothing else', async () => {
    await openFsStore({ folder });
    const old = '0192f3a1-0000-7000-8000-000000000001.part';
    const young = '0192f3a1-0000-7000-8000-000000000002.part';
    const foreign = 'somebody-elses.file';
    const now = Date.now();
    for (const name of [old, young, foreign]) await writeFile(join(folder, 'tmp', name), 'x');
    for (const name of [old, foreign]) {
      await utimes(join(folder, 'tmp', name), new Date(now), new Date(now - 25 * 3600 * 1000));
    }
    await openFsStore({ folder, nowMs: now });
    expect((await readdir(join(folder, 'tmp'))).toSorted()).toEqual([young, foreign].toSorted());
  });

  it.each(['{"format":2}', 'not JSON', ''])('refuses a folder marked %j', async (mark) => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'holdfast-objects.json'), mark);
    expect((await getRejection(openFsStore({ folder }))).message).toMatch(/another version/);
  });

  it('refuses a folder that is a file', async () => {
    await mkdir(join(scratch, 'new'));
    await writeFile(folder, 'x');
    const error = await getRejection(openFsStore({ folder }));
    expect(error).toBeInstanceOf(ObjectStoreUnavailableError);
    expect(error.message).not.toContain(scratch);
  });

  it('refuses a file system without hard links', async () => {
    const { disk, fail } = createRecordingDisk(scratch);
    fail(/^link/, 'EPERM');
    expect((await getRejection(openFsStore({ folder, disk }))).message).toMatch(/hard links/);
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  });

  it('can be opened and read while the disk is full, and leaves nothing half written', async () => {
    await (await openFsStore({ folder })).put('a/b', Buffer.from('kept'));
    const { disk, fail } = createRecordingDisk(scratch);
    fail(/^write/, 'ENOSPC');
    const store = await openFsStore({ folder, disk });
    await store.check();
    expect(await readObjectText(await store.read('a/b'))).toBe('kept');
    expect(await getRejection(store.put('a/c', Buffer.from('new')))).toBeInstanceOf(
      ObjectStoreUnavailableError,
    );
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  });

  it('is not ready when nothing can be written', async () => {
    const store = await openFsStore({ folder });
    await store.check();
    await rm(join(folder, 'tmp'), { recursive: true });
    expect(await getRejection(store.check())).toBeInstanceOf(ObjectStoreUnavailableError);
  });

  it('writes a file at the first check and after a failure, and otherwise only asks for the right to write', async () => {
    const { disk, calls, fail, heal } = createRecordingDisk(scratch);
    const store = await openFsStore({ folder, disk });
    const writesOfCheck = async () => {
      calls();
      await store.check();
      return calls().filter((call) => call.startsWith('write')).length;
    };
    expect([await writesOfCheck(), await writesOfCheck()]).toEqual([1, 0]);
    fail(/^access/, 'EROFS');
    expect(await getRejection(store.check())).toBeInstanceOf(ObjectStoreUnavailableError);
    heal();
    expect([await writesOfCheck(), await writesOfCheck()]).toEqual([1, 0]);
    fail(/^link/, 'EIO');
    expect(await getRejection(store.put('a/b', Buffer.from('new')))).toBeInstanceOf(
      ObjectStoreUnavailableError,
    );
    heal();
    expect([await writesOfCheck(), await writesOfCheck()]).toEqual([1, 0]);
  });
});
