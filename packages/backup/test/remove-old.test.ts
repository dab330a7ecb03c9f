import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ObjectStore, openObjectStore } from '@holdfast/object-store';
import { createTemporaryFolder } from '@holdfast/testkit';
import { beforeEach, expect, it } from '@jest/globals';
import { makeListKey, makeObjectKey } from '../src/format/keys.ts';
import { listAllObjects } from '../src/format/list-all.ts';
import {
  BACKUP_FORMAT,
  type BackupManifest,
  listManifests,
  writeBackupManifest,
} from '../src/format/manifest.ts';
import { writeObjectList } from '../src/format/object-list.ts';
import { checkBackupFiles } from '../src/restoring/check.ts';
import { copyObjects } from '../src/taking/copy-objects.ts';
import { removeOldBackups } from '../src/taking/remove-old.ts';

let [from, store] = [] as unknown as [ObjectStore, ObjectStore];
beforeEach(async () => {
  const folder = await createTemporaryFolder();
  const open = (name: string) => openObjectStore({ kind: 'fs', folder: join(folder, name) });
  [from, store] = [await open('from'), await open('backups')];
  for (const name of ['a', 'b', 'c']) await from.put(name, gzipSync(name));
});

const reading = () => ({ from: store, signal: new AbortController().signal, observer: {} });

async function backUp(id: string, ...names: string[]): Promise<void> {
  const named = names.map((key) => ({ key, sizeBytes: gzipSync(key).length }));
  const { objects } = await copyObjects({ ...reading(), from, to: store }, named, []);
  const key = makeListKey(id);
  const list = {
    key,
    ...(await writeObjectList(store, key, objects)),
    count: names.length,
    bytes: 0,
    faults: 0,
  };
  const times = { begunAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:01.000Z' };
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    id,
    ...times,
    databases: [],
    objects: list,
    files: [],
  };
  await writeBackupManifest(store, manifest);
}

it('leaves the latest, whole, and nothing that only others needed or that was broken off', async () => {
  await backUp('1', 'a', 'b');
  await backUp('2', 'b', 'c');
  await store.put(makeListKey('broken-off'), Buffer.from('half a list'));
  await backUp('3', 'c');
  expect(await removeOldBackups(store, 2)).toEqual({ removedBackups: ['1'], removedObjects: 1 });
  expect((await listManifests(store)).map(({ id }) => id)).toEqual(['2', '3']);
  expect(await store.stat(makeListKey('broken-off'))).toBeUndefined();
  expect((await listAllObjects(store, 'store/')).map(({ key }) => key)).toEqual(
    ['b', 'c'].map(makeObjectKey),
  );
  for (const id of ['2', '3']) expect((await checkBackupFiles(reading(), id)).manifest.id).toBe(id);
  expect(await removeOldBackups(store, 2)).toEqual({ removedBackups: [], removedObjects: 0 });
});

it('removes nothing when a backup that stays cannot be read', async () => {
  await backUp('1', 'a');
  await backUp('2', 'b');
  await store.delete(makeListKey('2'));
  await expect(removeOldBackups(store, 1)).rejects.toThrow('objects.ndjson.gz: is missing');
  expect((await listAllObjects(store, 'store/')).length).toBe(2);
});

it('names what is damaged, missing, or another backup than those that are there', async () => {
  await backUp('1', 'a', 'b');
  await store.delete(makeObjectKey('a'));
  await store.delete(makeObjectKey('b'));
  await store.put(makeObjectKey('b'), gzipSync('another'));
  await expect(checkBackupFiles(reading())).rejects.toMatchObject({
    name: 'DamagedBackupError',
    faults: [
      { key: 'store/a', reason: 'is missing' },
      { key: 'store/b', expected: expect.any(String), actual: expect.any(String) },
    ],
  });
  await expect(checkBackupFiles(reading(), '7')).rejects.toThrow(
    'There is no backup 7 here. Available backups: 1.',
  );
});
