// Describes the locations of the object stores to users, and lists the local disks that they use.

import type { NamedStoreSettings, ObjectStoreSettings, SingleStoreSettings } from '@holdfast/object-store';
import type { DependencyLocation, WatchedDisk } from '@holdfast/service-kit';

export function describeStore(store: ObjectStoreSettings): DependencyLocation {
  if (store.kind === 'several') return { words: 'the object stores', setting: 'OBJECT_STORE' };
  return describeSingleStore(store);
}

function describeSingleStore(store: SingleStoreSettings): DependencyLocation {
  if (store.kind === 'fs') return { words: `the folder ${store.folder}`, setting: 'OBJECT_STORE' };
  const { endpoint, bucket } = store;
  if (endpoint === undefined) return { words: `the bucket ${bucket} of AWS`, setting: 'OBJECT_STORE' };
  return { words: `the bucket ${bucket} at ${endpoint}`, setting: 'S3_ENDPOINT' };
}

/** Returns the location of each store, keyed by dependency name. */
export function describeStores(store: ObjectStoreSettings): Record<string, DependencyLocation> {
  const named = store.kind === 'several' ? store.stores : [];
  return Object.fromEntries(named.map((one) => [toDependencyName(one), describeSingleStore(one.store)]));
}

export function toDependencyName({ name }: Pick<NamedStoreSettings, 'name'>): string {
  return `object store ${name}`;
}

export interface ConfiguredStore {
  /** Name of the store in the list of dependencies of the service status. */
  readonly name: string;
  readonly settings: SingleStoreSettings;
  readonly place: DependencyLocation;
}

/** Returns the settings and the location of each store. */
export function listConfiguredStores(store: ObjectStoreSettings): ConfiguredStore[] {
  if (store.kind !== 'several')
    return [{ name: 'object store', settings: store, place: describeSingleStore(store) }];
  return store.stores.map((one) => ({
    name: toDependencyName(one),
    settings: one.store,
    place: describeSingleStore(one.store),
  }));
}

/**
 * Returns the local disks of the stores. With several stores, a full disk does not block writes, because the other
 * stores remain in use.
 */
export function listStoreDisks(store: ObjectStoreSettings): WatchedDisk[] {
  if (store.kind === 'fs') return [{ name: 'object store', folder: store.folder }];
  if (store.kind === 's3') return [];
  return store.stores.flatMap((one) =>
    one.store.kind === 'fs'
      ? [{ name: toDependencyName(one), folder: one.store.folder, stopsWrites: false }]
      : [],
  );
}
