// The objects that one state of the index needs: its segments, the copies of their manifests, and the journal up to that
// state. Objects that are only about to become segments, and lines of the journal that came later, are none of it.
import type { ObjectInfo, ObjectStore } from '@holdfast/object-store';
import { type Pool, type Snapshot, withAdvisoryLock } from '@holdfast/pg-kit';
import { MANIFESTS_PREFIX, segmentOfCopy } from '../../domain/manifest-copy-keys.ts';
import { isRebuildingIn, segmentObjectsIn } from '../../index/keeping/backup.db.ts';
import { JOURNAL_COPY_PREFIX, JOURNAL_PREFIX } from '../journal/objects.ts';
import { JOURNAL_LOCK } from '../journal/shipper.ts';

export interface NamedObject {
  readonly key: string;
  readonly sizeBytes: number;
}

/**
 * Asks the first query of `snapshot`, which so becomes of a moment at which no line of the journal is on its way from the
 * table to the store. Answers the objects in the order of their keys' bytes.
 */
export async function namedObjects(
  { pool, store, signal }: { pool: Pool; store: ObjectStore; signal: AbortSignal },
  snapshot: Snapshot,
): Promise<NamedObject[]> {
  const { segments, journal } = await whileNothingIsShipped(pool, signal, async () => ({
    segments: await segmentObjectsIn(snapshot),
    journal: [...(await listed(store, JOURNAL_COPY_PREFIX)), ...(await listed(store, JOURNAL_PREFIX))],
  }));
  if (await isRebuildingIn(snapshot)) {
    throw new Error('The index is being made again (keep rebuild); back up when that is done.');
  }
  const keys = new Set(segments.map(({ key }) => key));
  const manifests = (await listed(store, MANIFESTS_PREFIX)).filter(({ key }) => keys.has(segmentOfCopy(key)));
  return [...journal, ...manifests, ...segments];
}

async function whileNothingIsShipped<T>(pool: Pool, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const outcome = await withAdvisoryLock(pool, JOURNAL_LOCK, work, { signal, pollMs: 50 });
  if (!outcome.acquired) throw new Error('the state journal is never at rest');
  return outcome.result;
}

async function listed(store: ObjectStore, prefix: string): Promise<NamedObject[]> {
  const objects: NamedObject[] = [];
  for (let after = ''; ; ) {
    const page: ObjectInfo[] = await store.list({ prefix, after, limit: PAGE_SIZE });
    objects.push(...page.map(({ key, sizeBytes }) => ({ key, sizeBytes })));
    if (page.length < PAGE_SIZE) return objects;
    after = page.at(-1)!.key;
  }
}

const PAGE_SIZE = 1_000;
