// Proves, by listing each store, that no copy of a removed segment is left.
import { type CopySet, ObjectStoreUnavailableError } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { MANIFESTS_PREFIX } from '../../domain/manifest-copy-keys.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { listObjectPages, SEGMENTS_PREFIX } from '../sweep/unknown-objects.ts';

interface AuObjects {
  readonly namespace: string;
  readonly auidHash: string;
  /**
   * Objects that were stored after this time are ignored. A running import may have written them, so they are not
   * copies of removed segments.
   */
  readonly beforeMs: number;
}

/**
 * Returns a sentence for each reason to suspect remaining copies: a store cannot be listed, or some but not all stores
 * have an object that is not in the index. The list is empty if there is no reason.
 */
export async function findCopiesLeft(
  { db, copies, signal }: { db: Executor<IndexSchema>; copies: CopySet; signal: AbortSignal },
  { namespace, auidHash, beforeMs }: AuObjects,
): Promise<string[]> {
  const doubts: string[] = [];
  const found = new Map<string, { names: string[]; oldestMs: number }>();
  for (const { plan, record } of copies.members) {
    try {
      if (!record) throw new ObjectStoreUnavailableError('it is not identified');
      for (const prefix of [SEGMENTS_PREFIX, MANIFESTS_PREFIX]) {
        const deps = { db, store: copies.storeNamed(plan.name)! };
        const pages = listObjectPages(deps, { prefix: `${prefix}${namespace}/${auidHash}/`, after: '' });
        for await (const { unknown } of pages) {
          signal.throwIfAborted();
          for (const { key, modifiedMs } of unknown) {
            const { names, oldestMs } = found.get(key) ?? { names: [], oldestMs: modifiedMs };
            // Use the oldest time, because a store that was emptied and backfilled has newer copies than the others.
            found.set(key, { names: [...names, plan.name], oldestMs: Math.min(oldestMs, modifiedMs) });
          }
        }
      }
    } catch (error) {
      if (!(error instanceof ObjectStoreUnavailableError)) throw error;
      doubts.push(`${plan.name} cannot be listed: ${error.message}`);
    }
  }
  for (const [key, { names, oldestMs }] of found) {
    if (oldestMs >= beforeMs) continue;
    // An interrupted import leaves its object in every store. An unfinished removal leaves an object in some stores
    // only.
    if (names.length < copies.members.length) doubts.push(`${names.join(', ')}: ${key}`);
  }
  return doubts;
}
