// Checks whether the sweep may trust the index. An index that was restored from a backup, or that is new and not
// rebuilt, is incomplete. The sweep would then remove objects that are still needed.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { isRebuildUnfinished } from '../../index/keeping/sweep.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { readJournalObjects } from '../journal/read.ts';
import { OlderIndexError, throwIfIndexOlder } from '../older-index/compare.ts';

/** Thrown if the index does not match the store. */
export class UnsafeToSweepError extends Error {
  override name = 'UnsafeToSweepError';
}

/** Throws UnsafeToSweepError if the index must not be trusted. */
export async function throwIfUnsafeToSweep(db: Executor<IndexSchema>, store: ObjectStore): Promise<void> {
  if (await isRebuildUnfinished(db))
    throw new UnsafeToSweepError('The index is being rebuilt. Run sweep when the rebuild has finished.');
  try {
    await throwIfIndexOlder({ db, store });
  } catch (error) {
    if (!(error instanceof OlderIndexError)) throw error;
    throw new UnsafeToSweepError(`${error.message}. Nothing was removed.`, { cause: error });
  }
}

/**
 * Returns the objects in `keys` that the journal contains and that have not been replaced since. If the index lacks any
 * of them, the index is incomplete. Reads the whole journal, unless `keys` is empty.
 */
export async function findRecordedObjects(store: ObjectStore, keys: readonly string[]): Promise<Set<string>> {
  const recorded = new Set<string>();
  if (keys.length === 0) return recorded;
  const asked = new Set(keys);
  const replaced = new Set<string>();
  for await (const { key, lines } of readJournalObjects(store, '')) {
    if (!lines) throw new UnsafeToSweepError(`The state journal cannot be read: ${key} is damaged.`);
    for (const line of lines) {
      if ((line.op === 'recorded' || line.op === 'moved') && line.segment && asked.has(line.segment)) {
        recorded.add(line.segment);
      }
      if (line.op === 'moved') for (const from of line.from) if (asked.has(from)) replaced.add(from);
    }
  }
  return new Set([...recorded].filter((key) => !replaced.has(key)));
}
