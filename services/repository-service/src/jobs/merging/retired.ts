// Removes retired objects, which compaction has replaced, after the grace period for readers. Every replica runs the
// removal periodically, but each object is removed by only one replica.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { removeDueObjects } from '../../index/compaction/retired.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

export interface RetiredObjectsDeps {
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  readonly log: Log;
}

const BATCH_OBJECTS = 32;

/**
 * Removes the objects whose grace period has ended. Returns their number. If an object cannot be removed, finishes the
 * batch and then throws.
 */
export async function removeRetiredObjects(
  deps: Omit<RetiredObjectsDeps, 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  const { removed } = await removeDue(deps, signal);
  return removed;
}

/** Works like `removeRetiredObjects`, but first waits for a running backup to end. */
export async function removeRetiredObjectsAfterBackup(
  deps: RetiredObjectsDeps,
  signal: AbortSignal,
): Promise<void> {
  for (let said = false; (await removeDue(deps, signal)).held; ) {
    if (!said) deps.log.warn('replaced objects will be removed when the running backup has finished');
    said = true;
    await sleep(HELD_POLL_MS, undefined, { signal });
  }
}

const HELD_POLL_MS = 500;

async function removeDue(
  { database, store }: Omit<RetiredObjectsDeps, 'log'>,
  signal?: AbortSignal,
): Promise<{ removed: number; held: boolean }> {
  let removed = 0;
  for (;;) {
    signal?.throwIfAborted();
    const failures: unknown[] = [];
    const found = await removeDueObjects(database.kysely, BATCH_OBJECTS, async (keys) => {
      const outcomes = await Promise.allSettled(keys.map((key) => store.delete(key)));
      for (const outcome of outcomes) if (outcome.status === 'rejected') failures.push(outcome.reason);
      return keys.filter((_, i) => outcomes[i]!.status === 'fulfilled');
    });
    if (found === 'held') return { removed, held: true };
    if (failures.length > 0) throw failures[0];
    removed += found;
    if (found < BATCH_OBJECTS) return { removed, held: false };
  }
}

/** Removes retired objects every `intervalMs` until the signal aborts. Never rejects. */
export async function removeRetiredPeriodically(
  deps: RetiredObjectsDeps,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await removeRetiredObjects(deps, signal).catch((error: unknown) => {
      if (!signal.aborted)
        deps.log.warn(
          { err: error },
          'objects that compaction replaced could not be removed; this will be retried',
        );
    });
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}
