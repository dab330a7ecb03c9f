// Lists the stores that may keep versions of deleted objects, and the versions in them.
import type { ObjectStore, ObjectVersions, StoredVersion, VersionCursor } from '@holdfast/object-store';
import { findCopySet } from '../fixity/segment-copies.ts';

export interface VersionedStore {
  /** Name of the store in messages. */
  readonly name: string;
  /** Identifies the bucket in the index, regardless of how many stores `OBJECT_STORE` names. */
  readonly id: string;
  readonly versions: ObjectVersions;
}

export function listVersionedStores(store: ObjectStore): VersionedStore[] {
  const copies = findCopySet(store);
  if (!copies) {
    const { name, versions } = store;
    return versions ? [{ name, id: name, versions }] : [];
  }
  const isShared = (storeName: string) =>
    copies.members.filter(({ plan }) => plan.storeName === storeName).length > 1;
  return copies.members.flatMap(({ plan: { name, storeName } }) => {
    const versions = copies.storeNamed(name)?.versions;
    // Two servers may have buckets of the same name. Add the name of the store to distinguish them.
    return versions
      ? [{ name, id: isShared(storeName) ? `${storeName} (${name})` : storeName, versions }]
      : [];
  });
}

/** Yields every version whose key starts with `prefix`, once. */
export async function* listAllVersions(
  { versions }: VersionedStore,
  prefix: string,
  signal: AbortSignal,
): AsyncGenerator<StoredVersion> {
  let last = new Set<string>();
  for (let after: VersionCursor | undefined; ; ) {
    signal.throwIfAborted();
    const page = await versions.list(prefix, after);
    const names = page.versions.map(({ key, versionId }) => `${versionId} ${key}`);
    // Skip versions of the previous page that some servers return again.
    yield* page.versions.filter((_, i) => !last.has(names[i]!));
    if (!page.next) return;
    last = new Set(names);
    after = page.next;
  }
}
