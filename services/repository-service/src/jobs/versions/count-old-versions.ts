// Counts the old versions of deleted or replaced objects, which use space in buckets with versioning.
import { type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { listAllVersions, listVersionedStores } from './versioned-stores.ts';

export interface OldVersions {
  readonly versions: number;
  readonly bytes: number;
}

/** Counts the old versions in all stores, except stores that cannot be listed. */
export async function countOldVersions(store: ObjectStore, signal: AbortSignal): Promise<OldVersions> {
  let versions = 0;
  let bytes = 0;
  for (const one of listVersionedStores(store)) {
    try {
      if ((await one.versions.features()).keepsVersions !== 'yes') continue;
      for await (const { isLatest, isDeleteMarker, sizeBytes } of listAllVersions(one, '', signal)) {
        if (isLatest || isDeleteMarker) continue;
        versions += 1;
        bytes += sizeBytes;
      }
    } catch (error) {
      if (!(error instanceof ObjectStoreUnavailableError)) throw error;
    }
  }
  return { versions, bytes };
}
