// Removes old backups, the remains of interrupted backups, and objects that no backup contains.

import type { ObjectStore } from '@holdfast/object-store';
import { runInParallel } from '@holdfast/service-kit';
import { BACKUPS_PREFIX, makeObjectKey, parseBackupId, STORE_PREFIX } from '../format/keys.ts';
import { listAllObjects } from '../format/list-all.ts';
import { listManifests, readBackupManifest } from '../format/manifest.ts';
import { readObjectList } from '../format/object-list.ts';

export interface RemovalReport {
  readonly removedBackups: readonly string[];
  readonly removedObjects: number;
}

const AT_ONCE = 8;

/** Removes all backups except the latest `keep`. No other backup may run in the same store meanwhile. */
export async function removeOldBackups(store: ObjectStore, keep: number): Promise<RemovalReport> {
  const places = await listManifests(store);
  const [old, kept] = [places.slice(0, -keep), places.slice(-keep)];
  const needed = new Set<string>();
  for (const place of kept) {
    const { objects } = await readBackupManifest(store, place);
    for (const { key } of await readObjectList(store, objects)) needed.add(makeObjectKey(key));
  }
  // Deletes the manifest first, because a backup without a manifest does not count as a backup.
  for (const { key } of old) await store.delete(key);
  const keptIds = new Set(kept.map(({ id }) => id));
  const left = (await listAllObjects(store, BACKUPS_PREFIX)).filter(
    ({ key }) => !keptIds.has(parseBackupId(key) ?? ''),
  );
  const unneeded = (await listAllObjects(store, STORE_PREFIX)).filter(({ key }) => !needed.has(key));
  await runInParallel([...left, ...unneeded], AT_ONCE, ({ key }) => store.delete(key));
  return { removedBackups: old.map(({ id }) => id), removedObjects: unneeded.length };
}
