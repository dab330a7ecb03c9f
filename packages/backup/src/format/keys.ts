// Layout of a backup in its store:
// store/KEY: an object of the node's store, shared by all backups that contain it
// backups/ID/objects.ndjson.gz: the objects of this backup with their digests
// backups/ID/tables/OWNERS/TABLE.copy.gz: rows in COPY format, gzipped; OWNERS: the owners in the database, joined by -
// backups/ID/files/NAME: a file of the node
// backups/ID/manifest-SHA256.json: list of all parts with digests; written last, named by its own digest
// IDs start with the time in milliseconds, so the last ID is the latest backup.

export const STORE_PREFIX = 'store/';
const BACKUPS_PREFIX = 'backups/';

export const makeBackupPrefix = BACKUPS_PREFIX;
export const makeObjectKey = (key: string): string => STORE_PREFIX + key;
export const makeListKey = (id: string): string => `${BACKUPS_PREFIX}${id}/objects.ndjson.gz`;
export const makeFileKey = (id: string, name: string): string => `${BACKUPS_PREFIX}${id}/files/${name}`;
export const makeManifestKey = (id: string, sha256: string): string =>
  `${BACKUPS_PREFIX}${id}/manifest-${sha256}.json`;
export const makeTableKey = (id: string, database: string, table: string): string =>
  `${BACKUPS_PREFIX}${id}/tables/${database}/${table}.copy.gz`;

export interface ManifestKey {
  readonly id: string;
  readonly key: string;
  readonly sha256: string;
}

/** Returns undefined if the key is not a manifest's. */
export function parseManifestKey(key: string): ManifestKey | undefined {
  const [, id, sha256] = /^backups\/([0-9a-z-]+)\/manifest-([0-9a-f]{64})\.json$/.exec(key) ?? [];
  return id === undefined || sha256 === undefined ? undefined : { id, key, sha256 };
}

export function parseBackupId(key: string): string | undefined {
  return /^backups\/([0-9a-z-]+)\//.exec(key)?.[1];
}

/** Returns for example `20261122t201500123z-1f2e3d4c`. */
export function createBackupId(nowMs: number, random: string): string {
  const time = new Date(nowMs).toISOString().replaceAll(/[-:.]/g, '');
  return `${time.toLowerCase()}-${random}`;
}
