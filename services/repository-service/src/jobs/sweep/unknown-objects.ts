// Lists segment objects and manifest copies whose segment the index lacks. They belong to running imports or are
// leftovers of crashes.
import type { ObjectInfo, ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { findSegmentKey, MANIFESTS_PREFIX } from '../../domain/manifest-copy-keys.ts';
import { findIndexedKeys } from '../../index/keeping/sweep.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { toSegmentLocation } from '../../ingest/storing/segment.ts';

export interface UnknownObjectsDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
}

export const SEGMENTS_PREFIX = 'ns/';
const PAGE_OBJECTS = 1_000;

export interface ObjectPage {
  readonly objects: ObjectInfo[];
  readonly unknown: ObjectInfo[];
}

/** Yields pages of objects, sorted by key. */
export async function* listObjectPages(
  { db, store }: UnknownObjectsDeps,
  { prefix, after }: { prefix: string; after: string },
): AsyncGenerator<ObjectPage> {
  for (let last = after; ; ) {
    const objects = await store.list({ prefix, after: last, limit: PAGE_OBJECTS });
    // Query after listing, so that the result includes objects recorded in the meantime.
    const known = await findIndexedKeys(
      db,
      objects.map(({ key }) => findSegmentKey(key)),
    );
    yield { objects, unknown: objects.filter(({ key }) => !known.has(findSegmentKey(key))) };
    if (objects.length < PAGE_OBJECTS) return;
    last = objects.at(-1)!.key;
  }
}

/** Returns the segment objects of one AU that the index lacks, and manifest copies of such segments. */
export async function findUnknownObjects(
  deps: UnknownObjectsDeps,
  au: { namespace: string; auid: string },
): Promise<string[]> {
  const { namespace, auidHash } = toSegmentLocation(au);
  const keys: string[] = [];
  for (const prefix of [SEGMENTS_PREFIX, MANIFESTS_PREFIX]) {
    const pages = listObjectPages(deps, { prefix: `${prefix}${namespace}/${auidHash}/`, after: '' });
    for await (const { unknown } of pages) keys.push(...unknown.map(({ key }) => key));
  }
  return keys;
}
