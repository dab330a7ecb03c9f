// Returns the used and free space of the store and the index, and the available checksum algorithms.

import { createHash } from 'node:crypto';
import type { RepositoryInfo, StorageInfo } from '@holdfast/api-types';
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { readIndexUsage, readStoredWarcBytes } from '../../index/keeping/usage.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

export interface StorageDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: Pick<ObjectStore, 'type' | 'name' | 'usage'>;
}

export async function readRepositoryInfo(deps: StorageDeps): Promise<RepositoryInfo> {
  const [storeInfo, indexInfo] = await Promise.all([measureStore(deps), readIndexStorage(deps)]);
  return { storeInfo, indexInfo };
}

/**
 * Returns the size of the store and its used and free space. Reads the used space from the index if the store does not
 * report it.
 */
export async function measureStore({ db, store }: StorageDeps): Promise<StorageInfo> {
  const { sizeBytes, usedBytes, availableBytes } = await store.usage();
  const used = usedBytes ?? (await readStoredWarcBytes(db));
  return toStorageInfo({ type: store.type, name: store.name, sizeBytes, usedBytes: used, availableBytes });
}

async function readIndexStorage({ db }: StorageDeps): Promise<StorageInfo> {
  const { name, sizeBytes } = await readIndexUsage(db);
  return toStorageInfo({ type: 'PostgreSQL', name, usedBytes: sizeBytes });
}

export interface StorageUsage {
  readonly type: StorageInfo['type'];
  readonly name: string;
  readonly usedBytes: number;
  readonly sizeBytes?: number | undefined;
  readonly availableBytes?: number | undefined;
}

/** Returns storage information without unknown values. */
export function toStorageInfo({
  type,
  name,
  usedBytes,
  sizeBytes,
  availableBytes,
}: StorageUsage): StorageInfo {
  const base = { type, name, used: usedBytes };
  if (sizeBytes === undefined || sizeBytes === 0) return base;
  // The used space may exceed the configured size.
  const percentUsed = Math.min(1, usedBytes / sizeBytes);
  return {
    ...base,
    size: sizeBytes,
    avail: availableBytes ?? Math.max(0, sizeBytes - usedBytes),
    percentUsed,
    percentUsedString: `${Math.round(percentUsed * 100)}%`,
  };
}

/** Algorithm names of LOCKSS, each with its OpenSSL name. */
const DIGESTS = {
  MD5: 'md5',
  'SHA-1': 'sha1',
  'SHA-224': 'sha224',
  'SHA-256': 'sha256',
  'SHA-384': 'sha384',
  'SHA-512': 'sha512',
  'SHA-512/224': 'sha512-224',
  'SHA-512/256': 'sha512-256',
  'SHA3-224': 'sha3-224',
  'SHA3-256': 'sha3-256',
  'SHA3-384': 'sha3-384',
  'SHA3-512': 'sha3-512',
};

/** Lists the algorithms that the OpenSSL library supports. In FIPS mode, the library rejects some of them. */
export function listChecksumAlgorithms(hash: (algorithm: string) => unknown = createHash): string[] {
  const computable = (algorithm: string) => {
    try {
      hash(algorithm);
      return true;
    } catch {
      return false;
    }
  };
  return Object.entries(DIGESTS).flatMap(([name, algorithm]) => (computable(algorithm) ? [name] : []));
}
