// Order of the calls that make an object durable, and the files that remain if a call fails.
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openFsStore } from '../../src/fs/store.ts';
import { ObjectStoreUnavailableError } from '../../src/port/errors.ts';
import type { ObjectStore } from '../../src/port/port.ts';
import { getRejection, readObjectText } from '../contract/harness.ts';
import { createRecordingDisk, type RecordingDisk } from './recording-disk.ts';

describe('the fs store', () => {
  let folder: string;
  let recording: RecordingDisk;
  let store: ObjectStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-objects-'));
    recording = createRecordingDisk(folder);
    store = await openFsStore({ folder, disk: recording.disk });
    recording.calls();
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function write(key: string, sizeBytes: number): Promise<void> {
    const writer = store.create(key);
    try {
      await writer.write(Buffer.alloc(sizeBytes, 'x'));
      await writer.close();
    } catch (error) {
      await writer.abort();
      throw error;
    }
  }
  const temporaryFiles = () => readdir(join(folder, 'tmp'));

  it('syncs the file before it is linked, and the folder before close resolves', async () => {
    await write('object.bin', 300 * 1024);
    expect(recording.calls()).toEqual([
      'open tmp/1',
      'write tmp/1',
      'sync tmp/1',
      'link tmp/1 objects/object.bin',
      'open objects',
      'sync objects',
      'close objects',
      'close tmp/1',
      'unlink tmp/1',
    ]);
  });

  it('syncs small objects just so', async () => {
    await store.put('object.bin', Buffer.from('small'));
    const calls = recording.calls();
    expect(calls.slice(0, 4)).toEqual([
      'open tmp/1',
      'write tmp/1',
      'sync tmp/1',
      'link tmp/1 objects/object.bin',
    ]);
    expect(calls).toContain('sync objects');
  });

  it('syncs the folder above every new folder before the object is linked into it', async () => {
    await store.put('a/b/object.bin', Buffer.from('x'));
    const calls = recording.calls().filter((call) => /^(mkdir|sync|link)/.test(call));
    expect(calls).toEqual([
      'sync tmp/1',
      'mkdir objects/a',
      'sync objects',
      'mkdir objects/a/b',
      'sync objects/a',
      'link tmp/1 objects/a/b/object.bin',
      'sync objects/a/b',
    ]);
  });

  it('syncs above a folder another process made, but not a second time', async () => {
    const other = await openFsStore({ folder });
    await other.put('a/b/1.bin', Buffer.from('x'));
    await store.put('a/b/2.bin', Buffer.from('x'));
    expect(recording.calls()).toEqual(
      expect.arrayContaining(['sync objects', 'sync objects/a', 'sync objects/a/b']),
    );
    await store.put('a/b/3.bin', Buffer.from('x'));
    const syncs = recording.calls().filter((call) => call.startsWith('sync'));
    expect(syncs).toEqual(['sync tmp/1', 'sync objects/a/b']);
  });

  it('makes a folder again that was removed by hand', async () => {
    await store.put('a/b/1.bin', Buffer.from('x'));
    await rm(join(folder, 'objects', 'a'), { recursive: true });
    await store.put('a/b/2.bin', Buffer.from('x'));
    expect(await store.stat('a/b/2.bin')).toBeDefined();
  });

  it('syncs the folder after a delete', async () => {
    await store.put('a/object.bin', Buffer.from('x'));
    recording.calls();
    await store.delete('a/object.bin');
    expect(recording.calls()).toEqual([
      'unlink objects/a/object.bin',
      'open objects/a',
      'sync objects/a',
      'close objects/a',
    ]);
  });

  const faults: [string, RegExp, string][] = [
    ['the disk is full', /^write tmp/, 'ENOSPC'],
    ['the file cannot be synced', /^sync tmp/, 'EIO'],
    ['too many files are open', /^open tmp/, 'EMFILE'],
    ['no folder can be made', /^mkdir/, 'EACCES'],
    ['it cannot be linked', /^link/, 'EDQUOT'],
  ];
  it.each(faults)('leaves nothing when %s', async (_, line, code) => {
    recording.fail(line, code);
    for (const attempt of [
      () => write('a/object.bin', 600 * 1024),
      () => store.put('a/object.bin', Buffer.from('x')),
    ]) {
      const error = await getRejection(attempt());
      expect(error).toBeInstanceOf(ObjectStoreUnavailableError);
      expect(error.message).toContain(code);
      expect(error.message).not.toContain(folder);
      expect((error.cause as NodeJS.ErrnoException).code).toBe(code);
    }
    expect(await temporaryFiles()).toEqual([]);
    expect(await store.list({})).toEqual([]);
  });

  it('never syncs a file a second time after that failed', async () => {
    recording.fail(/^sync tmp/, 'EIO');
    const writer = store.create('object.bin');
    await getRejection(writer.close());
    await getRejection(writer.close());
    expect(recording.calls().filter((call) => call.startsWith('sync tmp'))).toHaveLength(1);
  });

  it('does not call an object stored when its folder cannot be synced', async () => {
    recording.fail(/^sync objects$/, 'EIO');
    expect(await getRejection(store.put('object.bin', Buffer.from('x')))).toBeInstanceOf(
      ObjectStoreUnavailableError,
    );
  });

  it('fails a reader rather than deliver less when a file was cut', async () => {
    await write('object.bin', 1024 * 1024);
    const stream = await store.read('object.bin', { offset: 10 });
    await truncate(join(folder, 'objects', 'object.bin'), 700_000);
    expect(await getRejection(readObjectText(stream))).toBeInstanceOf(ObjectStoreUnavailableError);
  });

  it('overlooks files it did not make', async () => {
    await store.put('object.bin', Buffer.from('x'));
    for (const name of ['Foreign.txt', 'foreign', '.swp', 'a%zz.bin', '%41%-.']) {
      await writeFile(join(folder, 'objects', name), 'x');
    }
    expect((await store.list({})).map(({ key }) => key)).toEqual(['object.bin']);
  });
});
