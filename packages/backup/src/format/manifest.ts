// Manifest of a backup.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@holdfast/object-store';
import type { SequenceState } from '@holdfast/pg-kit';
import { BackupRefusedError, DamagedBackupError } from './errors.ts';
import { type ManifestKey, makeBackupPrefix, makeManifestKey, parseManifestKey } from './keys.ts';
import { listAllObjects } from './list-all.ts';

export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT;
  readonly id: string;
  /** ISO 8601. The snapshot is taken soon after this time and contains everything acknowledged before it. */
  readonly begunAt: string;
  readonly endedAt: string;
  readonly databases: readonly DatabaseDump[];
  /** The list of objects, with its totals. */
  readonly objects: StoredPart & {
    readonly count: number;
    readonly bytes: number;
    /** Number of objects that were missing or damaged in the node's store. */
    readonly faults: number;
  };
  readonly files: readonly (StoredPart & { readonly name: string })[];
}

export interface StoredPart {
  /** Key in the store that holds the backup. */
  readonly key: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export interface DatabaseDump {
  /** Services with state in the database, and the migrations that ran. */
  readonly schemas: readonly {
    readonly owner: string;
    readonly migrations: readonly { readonly name: string; readonly fingerprint: string | null }[];
  }[];
  readonly tables: readonly (StoredPart & {
    readonly name: string;
    readonly columns: readonly string[];
    readonly rows: number;
  })[];
  readonly sequences: readonly SequenceState[];
}

export const BACKUP_FORMAT = 'holdfast-backup-1';

/** Lists the backups of a store, the latest last. */
export async function listManifests(store: ObjectStore): Promise<ManifestKey[]> {
  const objects = await listAllObjects(store, makeBackupPrefix);
  return objects.flatMap(({ key }) => parseManifestKey(key) ?? []);
}

/** Reads a manifest. Throws DamagedBackupError if it is damaged, and BackupRefusedError if its format is unknown. */
export async function readBackupManifest(
  store: ObjectStore,
  { key, sha256 }: ManifestKey,
): Promise<BackupManifest> {
  const bytes = await buffer(await store.read(key));
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256) {
    throw new DamagedBackupError([
      { key, reason: 'is not what it was written as', expected: sha256, actual },
    ]);
  }
  const manifest = JSON.parse(bytes.toString()) as BackupManifest;
  if (manifest.format !== BACKUP_FORMAT) {
    throw new BackupRefusedError(
      `${key} is of the format ${manifest.format}, which this version does not know.`,
    );
  }
  return manifest;
}

/** Writes the manifest, which completes the backup. */
export async function writeBackupManifest(store: ObjectStore, manifest: BackupManifest): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
  await store.put(makeManifestKey(manifest.id, createHash('sha256').update(bytes).digest('hex')), bytes);
}
