// Lists segment objects that the index lacks. They belong to running imports or are leftovers of crashes.
import type { ObjectInfo, ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { listManifestCopies } from '../../content/segments/manifest-copy.ts';
import { toManifestCopyKey } from '../../domain/manifest-copy-keys.ts';
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
export async function* listSegmentObjectPages(
  { db, store }: UnknownObjectsDeps,
  { prefix, after }: { prefix: string; after: string },
): AsyncGenerator<ObjectPage> {
  for (let last = after; ; ) {
    const objects = await store.list({ prefix, after: last, limit: PAGE_OBJECTS });
    // Query after listing, so that the result includes objects recorded in the meantime.
    const known = await findIndexedKeys(
      db,
      objects.map(({ key }) => key),
    );
    yield { objects, unknown: objects.filter(({ key }) => !known.has(key)) };
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
  const prefix = `${SEGMENTS_PREFIX}${namespace}/${auidHash}/`;
  const keys: string[] = [];
  for await (const { unknown } of listSegmentObjectPages(deps, { prefix, after: '' })) {
    keys.push(...unknown.map(({ key }) => key));
  }
  const copies = await listManifestCopies(deps.store, { namespace, auidHash });
  const indexed = await findIndexedKeys(
    deps.db,
    [...copies].flatMap((key) => [key, toManifestCopyKey(key)]),
  );
  for (const key of copies) {
    const copyKey = toManifestCopyKey(key);
    if (!indexed.has(key) && !indexed.has(copyKey)) keys.push(copyKey);
  }
  return keys;
}
