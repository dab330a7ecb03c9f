// Copies the objects of a node's store into the backup's store. Skips objects that the backup's store already has,
// because objects never change. Reads and checks each copied object completely.

import { setTimeout as sleep } from 'node:timers/promises';
import { NoSuchObjectError, type ObjectStore } from '@holdfast/object-store';
import { runInParallel } from '@holdfast/service-kit';
import { GzipCheck } from '../format/gzip-check.ts';
import { makeObjectKey, STORE_PREFIX } from '../format/keys.ts';
import { listAllObjects } from '../format/list-all.ts';
import type { ListedObject } from '../format/object-list.ts';
import { digestStream, storeStream } from '../format/transfer.ts';
import type { BackupObserver } from '../node/node.ts';

export interface ObjectCopyTools {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  readonly signal: AbortSignal;
  readonly observer: BackupObserver;
}

export interface NamedObject {
  readonly key: string;
  readonly sizeBytes: number;
}

export interface ObjectCopyResult {
  /** Object list of the backup, in the order in which `copyObjects` received the objects. */
  readonly objects: readonly ListedObject[];
  readonly newObjects: number;
  readonly newBytes: number;
}

const AT_ONCE = 8;

/** Copies the objects that are missing in the backup's store. `before` is the object list of the previous backup. */
export async function copyObjects(
  copying: ObjectCopyTools,
  named: readonly NamedObject[],
  before: readonly ListedObject[],
): Promise<ObjectCopyResult> {
  const known = new Map(before.map((object) => [object.key, object]));
  const there = new Map<string, number>();
  for (const { key, sizeBytes } of await listAllObjects(copying.to, STORE_PREFIX)) {
    there.set(key.slice(STORE_PREFIX.length), sizeBytes);
  }
  const isKept = ({ key, sizeBytes }: NamedObject) => {
    const listed = known.get(key);
    return listed !== undefined && listed.fault === undefined && there.get(key) === sizeBytes;
  };
  const wanted = named.filter((object) => !isKept(object));
  copying.observer.planned?.(
    wanted.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0),
    'object',
  );
  const outcomes = new Map<string, ListedObject>();
  let [newObjects, newBytes] = [0, 0];
  await runInParallel(wanted, AT_ONCE, async (object) => {
    copying.signal.throwIfAborted();
    const { listed, copiedBytes } = await copyOrVerify(copying, object, there.has(object.key));
    outcomes.set(object.key, listed);
    if (copiedBytes !== undefined) {
      newObjects += 1;
      newBytes += copiedBytes;
    }
    copying.observer.object?.();
  });
  return {
    objects: named.map(({ key }) => outcomes.get(key) ?? known.get(key)!),
    newObjects,
    newBytes,
  };
}

interface CopiedObject {
  readonly listed: ListedObject;
  /** Number of copied bytes. Undefined if the backup's store already had the object. */
  readonly copiedBytes?: number;
}

async function copyOrVerify(
  copying: ObjectCopyTools,
  object: NamedObject,
  isThere: boolean,
): Promise<CopiedObject> {
  const { to } = copying;
  const key = makeObjectKey(object.key);
  if (isThere) {
    // Verifies a copy that the previous backup does not list as intact, for example from an interrupted backup.
    const copy = await verifyStoredObject(copying, to, key, object);
    if (copy.fault === undefined) return { listed: copy };
    await to.delete(key);
  }
  const listed = await copyObject(copying, object);
  return listed.sha256 === undefined ? { listed } : { listed, copiedBytes: listed.sizeBytes };
}

async function copyObject(copying: ObjectCopyTools, { key, sizeBytes }: NamedObject): Promise<ListedObject> {
  const { to, signal, observer } = copying;
  const source = await openWithRetries(copying, key);
  if (source === undefined) return { key, sizeBytes, fault: 'missing' };
  const gzip = new GzipCheck();
  const stored = await storeStream(to, makeObjectKey(key), source, {
    chunk: async (bytes) => {
      signal.throwIfAborted();
      observer.read?.(bytes.length);
      await gzip.chunk(bytes);
    },
  });
  const fault = describeFault(sizeBytes, stored.sizeBytes, await gzip.end());
  return { key, ...stored, ...(fault !== undefined && { fault }) };
}

async function verifyStoredObject(
  { signal, observer }: ObjectCopyTools,
  store: ObjectStore,
  storeKey: string,
  { key, sizeBytes }: NamedObject,
): Promise<ListedObject> {
  const gzip = new GzipCheck();
  const chunk = (bytes: Uint8Array) => {
    observer.read?.(bytes.length);
    return gzip.chunk(bytes);
  };
  const stored = await digestStream(await store.read(storeKey, { signal }), { chunk });
  const fault = describeFault(sizeBytes, stored.sizeBytes, await gzip.end());
  return { key, ...stored, ...(fault !== undefined && { fault }) };
}

/** Opens an object. Retries, because an object may be missing for a moment while a fixity check repairs it. */
async function openWithRetries({ from, signal }: ObjectCopyTools, key: string) {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await sleep(tries * 500, undefined, { signal });
    try {
      return await from.read(key, { signal });
    } catch (error) {
      if (!(error instanceof NoSuchObjectError)) throw error;
    }
  }
  return undefined;
}

const MAX_TRIES = 3;

function describeFault(expectedBytes: number, bytes: number, inside: string | undefined): string | undefined {
  if (bytes !== expectedBytes) return `has ${bytes} bytes instead of ${expectedBytes}`;
  return inside === undefined ? undefined : `damaged: ${inside}`;
}
