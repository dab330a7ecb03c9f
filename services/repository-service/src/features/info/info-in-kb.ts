// Storage information as the field's own clients read it: sizes in units of 1,024 bytes, under names of their own, and
// nothing that they do not know, because they refuse it.
import type { RepositoryInfo, StorageInfo } from '@holdfast/api-types';

const KB = 1024;

export function repositoryInfoInKb({ storeInfo, indexInfo }: RepositoryInfo) {
  return {
    storeInfo: storeInfo && storageInfoInKb(storeInfo),
    indexInfo: indexInfo && storageInfoInKb(indexInfo),
  };
}

/** What is not known is absent, as ever. */
export function storageInfoInKb({
  type,
  name,
  size,
  used,
  avail,
  percentUsed,
  percentUsedString,
}: StorageInfo) {
  return {
    ...{ type, name, sizeKB: inKb(size), usedKB: inKb(used), availKB: inKb(avail) },
    ...{ percentUsed, percentUsedString },
  };
}

function inKb(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : Math.floor(bytes / KB);
}
