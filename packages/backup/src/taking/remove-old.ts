// Backups that are not wanted any more, what backups that were broken off left, and the objects that no other one needs.

import type { ObjectStore } from '@holdfast/object-store';
import { inParallel } from '@holdfast/service-kit';
import { backupsPrefix, idOf, objectKey, STORE_PREFIX } from '../format/keys.ts';
import { listAll } from '../format/list-all.ts';
import { manifestPlaces, readManifest } from '../format/manifest.ts';
import { readList } from '../format/object-list.ts';

export interface Removed {
  readonly removedBackups: readonly string[];
  readonly removedObjects: number;
}

const AT_ONCE = 8;

/** Leaves the latest so many. Nobody may be making another backup there meanwhile. */
export async function removeOld(store: ObjectStore, keep: number): Promise<Removed> {
  const places = await manifestPlaces(store);
  const [old, kept] = [places.slice(0, -keep), places.slice(-keep)];
  const needed = new Set<string>();
  for (const place of kept) {
    const { objects } = await readManifest(store, place);
    for (const { key } of await readList(store, objects)) needed.add(objectKey(key));
  }
  // From here on they are no backups any more; the rest of them follows.
  for (const { key } of old) await store.delete(key);
  const keptIds = new Set(kept.map(({ id }) => id));
  const left = (await listAll(store, backupsPrefix)).filter(({ key }) => !keptIds.has(idOf(key) ?? ''));
  const unneeded = (await listAll(store, STORE_PREFIX)).filter(({ key }) => !needed.has(key));
  await inParallel([...left, ...unneeded], AT_ONCE, ({ key }) => store.delete(key));
  return { removedBackups: old.map(({ id }) => id), removedObjects: unneeded.length };
}
