// Copies the objects of a backup into the store of a node.

import type { ObjectStore } from '@holdfast/object-store';
import { inParallel } from '@holdfast/service-kit';
import { DamagedBackupError } from '../format/errors.ts';
import { objectKey } from '../format/keys.ts';
import { listAll } from '../format/list-all.ts';
import type { ListedObject } from '../format/object-list.ts';
import { digestStream, storeStream } from '../format/transfer.ts';
import type { BackupObserver } from '../node/node.ts';

export interface RestoringObjects {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  readonly signal: AbortSignal;
  readonly observer: BackupObserver;
}

const AT_ONCE = 8;

/** Keeps intact objects that an interrupted restore left. */
export async function restoreObjects(
  restoring: RestoringObjects,
  objects: readonly ListedObject[],
): Promise<void> {
  const copied = objects.filter(({ sha256 }) => sha256 !== undefined);
  const there = new Set((await listAll(restoring.to, '')).map(({ key }) => key));
  restoring.observer.planned?.(
    copied.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0),
    'object',
  );
  await inParallel(copied, AT_ONCE, async (object) => {
    restoring.signal.throwIfAborted();
    if (!there.has(object.key) || !(await isRight(restoring, object))) await bring(restoring, object);
    restoring.observer.object?.();
  });
}

async function isRight({ to, signal }: RestoringObjects, { key, sha256 }: ListedObject): Promise<boolean> {
  const actual = await digestStream(await to.read(key, { signal }));
  if (actual.sha256 === sha256) return true;
  await to.delete(key);
  return false;
}

async function bring(
  { from, to, signal, observer }: RestoringObjects,
  { key, sha256, fault }: ListedObject,
): Promise<void> {
  const source = await from.read(objectKey(key), { signal });
  await storeStream(to, key, source, {
    chunk: (bytes) => observer.read?.(bytes.length),
    end: (actual) => {
      if (actual.sha256 === sha256 || fault !== undefined) return;
      const reason = 'is not what it was when it was checked';
      throw new DamagedBackupError([
        { key: objectKey(key), reason, expected: sha256!, actual: actual.sha256 },
      ]);
    },
  });
}
