// Copies the objects of a backup into a node's store.

import type { ObjectStore } from '@holdfast/object-store';
import { runInParallel } from '@holdfast/service-kit';
import { DamagedBackupError } from '../format/errors.ts';
import { makeObjectKey } from '../format/keys.ts';
import { listAllObjects } from '../format/list-all.ts';
import type { ListedObject } from '../format/object-list.ts';
import { digestStream, storeStream } from '../format/transfer.ts';
import type { BackupObserver } from '../node/node.ts';

export interface ObjectRestore {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  readonly signal: AbortSignal;
  readonly observer: BackupObserver;
}

const AT_ONCE = 8;

/** Copies the objects. Keeps intact objects that an interrupted restore has already copied. */
export async function restoreObjects(
  restoring: ObjectRestore,
  objects: readonly ListedObject[],
): Promise<void> {
  const copied = objects.filter(({ sha256 }) => sha256 !== undefined);
  const there = new Set((await listAllObjects(restoring.to, '')).map(({ key }) => key));
  restoring.observer.planned?.(
    copied.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0),
    'object',
  );
  await runInParallel(copied, AT_ONCE, async (object) => {
    restoring.signal.throwIfAborted();
    if (!there.has(object.key) || !(await verifyOrDelete(restoring, object)))
      await restoreObject(restoring, object);
    restoring.observer.object?.();
  });
}

async function verifyOrDelete(
  { to, signal }: ObjectRestore,
  { key, sha256 }: ListedObject,
): Promise<boolean> {
  const actual = await digestStream(await to.read(key, { signal }));
  if (actual.sha256 === sha256) return true;
  await to.delete(key);
  return false;
}

async function restoreObject(
  { from, to, signal, observer }: ObjectRestore,
  { key, sha256, fault }: ListedObject,
): Promise<void> {
  const source = await from.read(makeObjectKey(key), { signal });
  await storeStream(to, key, source, {
    chunk: (bytes) => observer.read?.(bytes.length),
    end: (actual) => {
      if (actual.sha256 === sha256 || fault !== undefined) return;
      const reason = 'changed after it was checked';
      throw new DamagedBackupError([
        { key: makeObjectKey(key), reason, expected: sha256!, actual: actual.sha256 },
      ]);
    },
  });
}
