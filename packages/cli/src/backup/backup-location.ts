// Destination of backups: a folder, or a bucket that may be on a different S3 server than the node's store.
import { resolve, sep } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import {
  type ObjectStore,
  type ObjectStoreSettings,
  objectStoreSpec,
  openObjectStore,
  parseObjectStore,
  type SingleStoreSettings,
} from '@holdfast/object-store';
import { makeFolder, readSettings } from '@holdfast/service-kit';

type Variables = Readonly<Record<string, string | undefined>>;

/** Parses a backup destination. Resolves folders against the working directory. Throws UsageError, SettingsError. */
export function parseBackupLocation(text: string, variables: Variables): SingleStoreSettings {
  const [, bucket] = /^s3:(?:\/\/)?(.*)$/s.exec(text) ?? [];
  if (bucket === undefined) return { kind: 'fs', folder: resolve(text) };
  const { objectStore: _, ...s3 } = readSettings(applyBackupSettings(variables), objectStoreSpec);
  try {
    return parseObjectStore(`s3:${bucket}`, s3);
  } catch (error) {
    throw new UsageError(`${text}: ${(error as Error).message}`);
  }
}

/** Applies the BACKUP_S3_* variables, which override the S3_* variables. */
function applyBackupSettings(variables: Variables): Variables {
  const own = Object.entries(variables).filter(([name]) => name.startsWith('BACKUP_S3_'));
  const given = own.flatMap(([name, value]) => (value ? [[name.slice('BACKUP_'.length), value]] : []));
  // Never sends the node's access keys to a different endpoint. That endpoint gets the keys in BACKUP_S3_*, or the keys
  // that the AWS SDK finds.
  const hasOwn = given.some(([name]) => name === 'S3_ENDPOINT');
  const others = Object.entries(variables).filter(([name]) => !hasOwn || !name.startsWith('S3_'));
  return { ...Object.fromEntries(others), ...Object.fromEntries(given) };
}

/**
 * Throws UsageError if the backup destination is inside the node's store, or the store is inside the backup
 * destination.
 */
export function refuseOverlappingStores(backups: SingleStoreSettings, store: ObjectStoreSettings): void {
  if (store.kind === 'several') {
    for (const one of store.stores) refuseOverlappingStores(backups, one.store);
    return;
  }
  const overlaps =
    backups.kind === 'fs' && store.kind === 'fs'
      ? isWithin(backups.folder, store.folder) || isWithin(store.folder, backups.folder)
      : backups.kind === 's3' &&
        store.kind === 's3' &&
        backups.bucket === store.bucket &&
        backups.endpoint === store.endpoint &&
        (backups.prefix.startsWith(store.prefix) || store.prefix.startsWith(backups.prefix));
  if (overlaps)
    throw new UsageError(
      "The backup must not overlap the node's own store. Choose another folder or prefix.",
    );
}

function isWithin(folder: string, outer: string): boolean {
  return folder === outer || folder.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** Opens the backup destination. Makes a new folder readable by its owner only, because backups contain secrets. */
export async function openBackups(settings: SingleStoreSettings): Promise<ObjectStore> {
  if (settings.kind === 'fs') await makeFolder(settings.folder, { mode: 0o700 });
  return openObjectStore(settings);
}
