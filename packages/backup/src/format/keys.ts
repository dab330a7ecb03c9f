// Layout of the store that contains the backups:
// store/KEY: object of the node's store, shared by all backups that contain the object
// backups/ID/objects.ndjson.gz: object list of the backup, with digests
// backups/ID/tables/OWNERS/TABLE.copy.gz: gzipped rows of a table in COPY format. OWNERS: services that share the
// database, joined by -
// backups/ID/files/NAME: file of the node
// backups/ID/manifest-SHA256.json: manifest with the digests of all these parts, written last. SHA256: digest of the
// manifest itself.
// IDs begin with the time, so the last ID in byte order is the latest backup.

export const STORE_PREFIX = 'store/';
export const BACKUPS_PREFIX = 'backups/';

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

/** Parses the key of a manifest. Returns undefined for other keys. */
export function parseManifestKey(key: string): ManifestKey | undefined {
  const [, id, sha256] = /^backups\/([0-9a-z-]+)\/manifest-([0-9a-f]{64})\.json$/.exec(key) ?? [];
  return id === undefined || sha256 === undefined ? undefined : { id, key, sha256 };
}

export function parseBackupId(key: string): string | undefined {
  return /^backups\/([0-9a-z-]+)\//.exec(key)?.[1];
}

/** Creates a backup ID, such as `20261122t201500123z-1f2e3d4c`. */
export function createBackupId(nowMs: number, random: string): string {
  const time = new Date(nowMs).toISOString().replaceAll(/[-:.]/g, '');
  return `${time.toLowerCase()}-${random}`;
}
