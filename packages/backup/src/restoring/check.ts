// Verifies a backup: reads all its bytes and compares their digests. Writes nothing.

import type { ObjectStore } from '@holdfast/object-store';
import { runInParallel } from '@holdfast/service-kit';
import { type BackupFault, BackupRefusedError, DamagedBackupError } from '../format/errors.ts';
import { makeObjectKey, STORE_PREFIX } from '../format/keys.ts';
import { listAllObjects } from '../format/list-all.ts';
import {
  type BackupManifest,
  listManifests,
  readBackupManifest,
  type StoredPart,
} from '../format/manifest.ts';
import { type ListedObject, readObjectList } from '../format/object-list.ts';
import { digestStream } from '../format/transfer.ts';
import type { BackupObserver } from '../node/node.ts';

export interface CheckedBackup {
  readonly manifest: BackupManifest;
  readonly objects: readonly ListedObject[];
}

interface CheckContext {
  readonly from: ObjectStore;
  readonly signal: AbortSignal;
  readonly observer: BackupObserver;
}

const AT_ONCE = 8;

/** Verifies the backup with this ID. Default: the latest one. Throws BackupRefusedError or DamagedBackupError. */
export async function checkBackupFiles(checking: CheckContext, id?: string): Promise<CheckedBackup> {
  const { from } = checking;
  const manifest = await findBackupManifest(from, id);
  const objects = await readObjectList(from, manifest.objects);
  const faults = await verifyParts(checking, [...listOwnParts(manifest), ...listObjectParts(objects)]);
  if (faults.length > 0) throw new DamagedBackupError(faults);
  return { manifest, objects };
}

/**
 * Finds the manifest of the backup with this ID, or of the latest backup if `id` is undefined. Throws
 * BackupRefusedError if the backup does not exist, and DamagedBackupError if its manifest is damaged.
 */
export async function findBackupManifest(from: ObjectStore, id: string | undefined): Promise<BackupManifest> {
  const places = await listManifests(from);
  const place = id === undefined ? places.at(-1) : places.find((one) => one.id === id);
  if (place !== undefined) return readBackupManifest(from, place);
  if (places.length === 0) throw new BackupRefusedError('There are no backups here.');
  const ids = places.map((one) => one.id).join(', ');
  throw new BackupRefusedError(`There is no backup ${id} here. Available backups: ${ids}.`);
}

function listOwnParts({ databases, files }: BackupManifest): StoredPart[] {
  return [...databases.flatMap(({ tables }) => tables), ...files];
}

/** Skips objects that the backup lists as damaged, because the damage existed before the backup. */
function listObjectParts(objects: readonly ListedObject[]): StoredPart[] {
  return objects.flatMap(({ key, sizeBytes, sha256, fault }) =>
    sha256 === undefined || fault !== undefined ? [] : [{ key: makeObjectKey(key), sizeBytes, sha256 }],
  );
}

async function verifyParts(checking: CheckContext, parts: readonly StoredPart[]): Promise<BackupFault[]> {
  const { from, observer } = checking;
  observer.planned?.(
    parts.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0),
    'object',
  );
  const there = new Map(
    (await listAllObjects(from, STORE_PREFIX)).map(({ key, sizeBytes }) => [key, sizeBytes]),
  );
  const faults: BackupFault[] = [];
  await runInParallel(parts, AT_ONCE, async (part) => {
    checking.signal.throwIfAborted();
    const fault = await verifyPart(checking, part, there.get(part.key));
    if (fault !== undefined) faults.push(fault);
    observer.object?.();
  });
  return faults.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/**
 * Compares an object with its digest and returns the fault, if any. `listedBytes` is the size in the store's listing,
 * or undefined if the object is missing.
 */
async function verifyPart(
  { from, signal, observer }: CheckContext,
  { key, sizeBytes, sha256 }: StoredPart,
  listedBytes: number | undefined,
): Promise<BackupFault | undefined> {
  const isCopy = key.startsWith(STORE_PREFIX);
  if (isCopy && listedBytes === undefined) return { key, reason: 'is missing' };
  try {
    const chunk = (bytes: Uint8Array) => observer.read?.(bytes.length);
    const actual = await digestStream(await from.read(key, { signal }), { chunk });
    if (actual.sha256 === sha256) return undefined;
    const reason =
      actual.sizeBytes === sizeBytes
        ? 'does not match its digest'
        : `has ${actual.sizeBytes} bytes instead of ${sizeBytes}`;
    return { key, reason, expected: sha256, actual: actual.sha256 };
  } catch (error) {
    if ((error as Error).name === 'NoSuchObjectError') return { key, reason: 'is missing' };
    throw error;
  }
}
