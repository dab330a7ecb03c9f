// Describes the location of the object store for users, and lists its local disks.

import type { ObjectStoreSettings } from '@holdfast/object-store';
import type { DependencyLocation, WatchedDisk } from '@holdfast/service-kit';

export function describeStore(store: ObjectStoreSettings): DependencyLocation {
  if (store.kind === 'fs') return { words: `the folder ${store.folder}`, setting: 'OBJECT_STORE' };
  const { endpoint, bucket } = store;
  if (endpoint === undefined) return { words: `the bucket ${bucket} of AWS`, setting: 'OBJECT_STORE' };
  return { words: `the bucket ${bucket} at ${endpoint}`, setting: 'S3_ENDPOINT' };
}

/** Lists the disks of a local store. A store behind S3 uses none. */
export function listStoreDisks(store: ObjectStoreSettings): WatchedDisk[] {
  return store.kind === 'fs' ? [{ name: 'object store', folder: store.folder }] : [];
}
