// Where backups lie: a folder, or a bucket, which may be at another S3 server than the node's own.
import { resolve, sep } from 'node:path';
import { UsageError } from '@holdfast/cli-kit';
import {
  type ObjectStore,
  type ObjectStoreSettings,
  objectStoreSpec,
  openObjectStore,
  parseObjectStore,
} from '@holdfast/object-store';
import { makeFolder, readSettings } from '@holdfast/service-kit';

type Variables = Readonly<Record<string, string | undefined>>;

/** A typed folder is relative to the working directory. Throws UsageError, SettingsError. */
export function backupPlace(text: string, variables: Variables): ObjectStoreSettings {
  const [, bucket] = /^s3:(?:\/\/)?(.*)$/s.exec(text) ?? [];
  if (bucket === undefined) return { kind: 'fs', folder: resolve(text) };
  const { objectStore: _, ...s3 } = readSettings(ofBackups(variables), objectStoreSpec);
  try {
    return parseObjectStore(`s3:${bucket}`, s3);
  } catch (error) {
    throw new UsageError(`${text}: ${(error as Error).message}`);
  }
}

/** BACKUP_S3_… stands before S3_… where it is set. */
function ofBackups(variables: Variables): Variables {
  const own = Object.entries(variables).filter(([name]) => name.startsWith('BACKUP_S3_'));
  const given = own.flatMap(([name, value]) => (value ? [[name.slice('BACKUP_'.length), value]] : []));
  // An address of its own comes with keys of its own, or with those that the SDK finds.
  const hasOwn = given.some(([name]) => name === 'S3_ENDPOINT');
  const others = Object.entries(variables).filter(([name]) => !hasOwn || !name.startsWith('S3_'));
  return { ...Object.fromEntries(others), ...Object.fromEntries(given) };
}

/** Throws UsageError when backups would lie among what they are of. */
export function refuseOverlap(backups: ObjectStoreSettings, store: ObjectStoreSettings): void {
  const overlaps =
    backups.kind === 'fs' && store.kind === 'fs'
      ? isWithin(backups.folder, store.folder) || isWithin(store.folder, backups.folder)
      : backups.kind === 's3' &&
        store.kind === 's3' &&
        backups.bucket === store.bucket &&
        backups.endpoint === store.endpoint &&
        (backups.prefix.startsWith(store.prefix) || store.prefix.startsWith(backups.prefix));
  if (overlaps) throw new UsageError('A backup needs a place apart from the store that it is of.');
}

function isWithin(folder: string, outer: string): boolean {
  return folder === outer || folder.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** A folder is made for its owner alone: a backup holds secrets. */
export async function openBackups(settings: ObjectStoreSettings): Promise<ObjectStore> {
  if (settings.kind === 'fs') await makeFolder(settings.folder, { mode: 0o700 });
  return openObjectStore(settings);
}
