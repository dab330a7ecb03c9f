// Manifest of a backup: format, content and digests.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@holdfast/object-store';
import type { SequenceState } from '@holdfast/pg-kit';
import { BackupRefusedError, DamagedBackupError } from './errors.ts';
import { BACKUPS_PREFIX, type ManifestKey, makeManifestKey, parseManifestKey } from './keys.ts';
import { listAllObjects } from './list-all.ts';

export interface BackupManifest {
  readonly format: typeof BACKUP_FORMAT;
  readonly id: string;
  /**
   * Start time, ISO 8601. The snapshot is taken shortly afterwards and contains everything that was acknowledged before
   * this time.
   */
  readonly begunAt: string;
  readonly endedAt: string;
  readonly databases: readonly DatabaseDump[];
  /** Object list of the backup, with totals. */
  readonly objects: StoredPart & {
    readonly count: number;
    readonly bytes: number;
    /** Number of listed objects that were missing or damaged in the node's store. */
    readonly faults: number;
  };
  readonly files: readonly (StoredPart & { readonly name: string })[];
}

export interface StoredPart {
  /** Key in the backup's store. */
  readonly key: string;
  readonly sizeBytes: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

export interface DatabaseDump {
  /** Services that use the database, each with its applied migrations. */
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

/** Lists all backups in a store, oldest first. */
export async function listManifests(store: ObjectStore): Promise<ManifestKey[]> {
  const objects = await listAllObjects(store, BACKUPS_PREFIX);
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
    throw new DamagedBackupError([{ key, reason: 'does not match its digest', expected: sha256, actual }]);
  }
  const manifest = JSON.parse(bytes.toString()) as BackupManifest;
  if (manifest.format !== BACKUP_FORMAT) {
    throw new BackupRefusedError(
      `${key} has the format ${manifest.format}, which this version does not support.`,
    );
  }
  return manifest;
}

/** Writes the manifest as the last object, which completes the backup. */
export async function writeBackupManifest(store: ObjectStore, manifest: BackupManifest): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(manifest, undefined, 1)}\n`);
  await store.put(makeManifestKey(manifest.id, createHash('sha256').update(bytes).digest('hex')), bytes);
}
