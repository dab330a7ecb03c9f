// Removes old backups, remains of interrupted backups, and objects that no backup needs.

import type { ObjectStore } from '@holdfast/object-store';
import { inParallel } from '@holdfast/service-kit';
import { backupsPrefix, objectKey, parseBackupId, STORE_PREFIX } from '../format/keys.ts';
import { listAll } from '../format/list-all.ts';
import { listManifests, readManifest } from '../format/manifest.ts';
import { readList } from '../format/object-list.ts';

export interface RemovalReport {
  readonly removedBackups: readonly string[];
  readonly removedObjects: number;
}

const AT_ONCE = 8;

/** Keeps the latest `keep` backups. No other backup may run in the store at the same time. */
export async function removeOld(store: ObjectStore, keep: number): Promise<RemovalReport> {
  const places = await listManifests(store);
  const [old, kept] = [places.slice(0, -keep), places.slice(-keep)];
  const needed = new Set<string>();
  for (const place of kept) {
    const { objects } = await readManifest(store, place);
    for (const { key } of await readList(store, objects)) needed.add(objectKey(key));
  }
  // Without its manifest a backup no longer counts. Its other parts are deleted next.
  for (const { key } of old) await store.delete(key);
  const keptIds = new Set(kept.map(({ id }) => id));
  const left = (await listAll(store, backupsPrefix)).filter(
    ({ key }) => !keptIds.has(parseBackupId(key) ?? ''),
  );
  const unneeded = (await listAll(store, STORE_PREFIX)).filter(({ key }) => !needed.has(key));
  await inParallel([...left, ...unneeded], AT_ONCE, ({ key }) => store.delete(key));
  return { removedBackups: old.map(({ id }) => id), removedObjects: unneeded.length };
}
