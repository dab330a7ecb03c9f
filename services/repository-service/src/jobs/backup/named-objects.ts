// Lists the objects that a state of the index refers to: its segments, their manifest copies, the journal up to that
// state, and the certificates of fixity checks. Omits unfinished segments and later journal lines.
import type { ObjectInfo, ObjectStore } from '@holdfast/object-store';
import { type Pool, type SnapshotTransaction, withAdvisoryLock } from '@holdfast/pg-kit';
import { CERTIFICATES_PREFIX } from '../../domain/certificate.ts';
import { MANIFESTS_PREFIX, toSegmentKey } from '../../domain/manifest-copy-keys.ts';
import { REMOVAL_LOCK } from '../../index/compaction/retired.db.ts';
import { isRebuildingInSnapshot, listSegmentObjects } from '../../index/keeping/backup.db.ts';
import { JOURNAL_MERGE_LOCK } from '../journal/merge.ts';
import { JOURNAL_COPY_PREFIX, JOURNAL_PREFIX } from '../journal/objects.ts';
import { JOURNAL_LOCK } from '../journal/shipper.ts';

export interface NamedObject {
  readonly key: string;
  readonly sizeBytes: number;
}

/**
 * Returns the objects, sorted by key in byte order. `snapshot`: connection whose first query takes the snapshot. The
 * connection must not have been queried before. Holds the lock of the shipper, so that no journal line moves to the
 * store between snapshot and listing.
 */
export async function listNamedObjects(
  { pool, store, signal }: { pool: Pool; store: ObjectStore; signal: AbortSignal },
  snapshot: SnapshotTransaction,
): Promise<NamedObject[]> {
  const { segments, journal } = await withShippingPaused(pool, signal, async () => ({
    segments: await listSegmentObjects(snapshot),
    journal: [
      ...(await listAllNamed(store, JOURNAL_COPY_PREFIX)),
      ...(await listAllNamed(store, JOURNAL_PREFIX)),
    ],
  }));
  if (await isRebuildingInSnapshot(snapshot)) {
    throw new Error('The index is being rebuilt (keep rebuild). Back up when the rebuild has finished.');
  }
  const keys = new Set(segments.map(({ key }) => key));
  const manifests = (await listAllNamed(store, MANIFESTS_PREFIX)).filter(({ key }) =>
    keys.has(toSegmentKey(key)),
  );
  return [...(await listAllNamed(store, CERTIFICATES_PREFIX)), ...journal, ...manifests, ...segments];
}

async function withShippingPaused<T>(pool: Pool, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const outcome = await withAdvisoryLock(pool, JOURNAL_LOCK, work, { signal, pollMs: 50 });
  if (!outcome.acquired) throw new Error('the state journal could not be locked');
  return outcome.result;
}

async function listAllNamed(store: ObjectStore, prefix: string): Promise<NamedObject[]> {
  const objects: NamedObject[] = [];
  for (let after = ''; ; ) {
    const page: ObjectInfo[] = await store.list({ prefix, after, limit: PAGE_SIZE });
    objects.push(...page.map(({ key, sizeBytes }) => ({ key, sizeBytes })));
    if (page.length < PAGE_SIZE) return objects;
    after = page.at(-1)!.key;
  }
}

const PAGE_SIZE = 1_000;

// Prevents the removal of objects that a backup will read. Compaction, purges and journal merges continue, but replaced
// objects remain until the backup ends.

/**
 * Runs `work`. Rejects if another process is backing up this index. Aborts the signal of `work` if the database
 * connection with the locks is lost.
 */
export async function holdObjects<Result>(
  pool: Pool,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const alone = await withAdvisoryLock(pool, 'backup', (held) => withRemovalPaused(pool, held, work), {
    wait: false,
    signal,
  });
  if (!alone.acquired) throw new Error('Another backup of this node is already running.');
  return alone.result;
}

async function withRemovalPaused<Result>(
  pool: Pool,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const held = await withAdvisoryLock(
    pool,
    REMOVAL_LOCK,
    (removal) => withAdvisoryLock(pool, JOURNAL_MERGE_LOCK, work, { signal: removal }),
    { signal },
  );
  if (!held.acquired || !held.result.acquired) throw new Error('the removal of objects could not be paused');
  return held.result.result;
}
