// Places legal holds on the segments that contain artifacts under hold, in buckets with object lock, and lifts them
// when the last hold has ended. Each pass compares the holds with the recorded legal holds, so a crash at any point
// only delays a change until the next pass.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectStore } from '@holdfast/object-store';
import { type Database, withAdvisoryLock } from '@holdfast/pg-kit';
import { type Log, runInParallel } from '@holdfast/service-kit';
import {
  deleteLegalHolds,
  hasHolds,
  listLegalHoldsToLift,
  listLegalHoldsToPlace,
  markLegalHoldsPlaced,
  markLegalHoldsUnknown,
  registerLegalHolds,
} from '../../index/aus/legal-holds.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { listVersionedStores, type VersionedStore } from './versioned-stores.ts';

export interface LegalHoldDeps {
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  readonly log: Log;
}

/** Name of the lock that a pass holds. */
export const LEGAL_HOLDS_LOCK = 'legal holds';

const PAGE_KEYS = 1_000;
const KEYS_AT_ONCE = 8;

/** Maximum share of the time that passes may take. A pass is slow if an AU under hold is large. */
const MAX_BUSY = 0.05;

/** Runs about every `intervalMs` until the signal aborts. Never rejects. */
export async function reconcileLegalHoldsPeriodically(
  deps: LegalHoldDeps,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const begun = performance.now();
    await reconcileLegalHolds(deps, { signal, wait: false }).catch((error: unknown) => {
      if (!signal.aborted) deps.log.warn({ err: error }, 'legal holds in the object stores were not updated');
    });
    const pauseMs = Math.max(intervalMs, (performance.now() - begun) / MAX_BUSY);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Places and lifts legal holds until every bucket with object lock enforces the current holds. Logs and skips stores
 * that fail. `wait`: whether to wait while another process runs a pass. Otherwise, skips this pass.
 */
export async function reconcileLegalHolds(
  { database, store, log }: LegalHoldDeps,
  { signal, wait }: { signal: AbortSignal; wait: boolean },
): Promise<void> {
  const stores = listVersionedStores(store);
  if (stores.length === 0 || !(await hasHolds(database.kysely))) return;
  const work = async (locked: AbortSignal) => {
    for (const one of stores) {
      try {
        if ((await one.versions.features()).hasObjectLock) await reconcileStore(database, one, locked);
      } catch (error) {
        locked.throwIfAborted();
        log.warn({ err: error, store: one.name }, 'holds could not be enforced in an object store');
      }
    }
  };
  await withAdvisoryLock(database.pool, LEGAL_HOLDS_LOCK, work, { wait, signal });
}

async function reconcileStore(
  { kysely }: Database<IndexSchema>,
  { id, versions }: VersionedStore,
  signal: AbortSignal,
): Promise<void> {
  await registerLegalHolds(kysely, id);
  for (let after = ''; ; ) {
    const keys = await listLegalHoldsToPlace(kysely, { store: id, after, limit: PAGE_KEYS });
    const placed: string[] = [];
    await runInParallel(keys, KEYS_AT_ONCE, async (key) => {
      signal.throwIfAborted();
      // `setLegalHold` returns false if the store does not have the object yet. A later pass tries again.
      if (await versions.setLegalHold(key, true)) placed.push(key);
    });
    await markLegalHoldsPlaced(kysely, id, placed);
    if (keys.length < PAGE_KEYS) break;
    after = keys.at(-1)!;
  }
  for (let after = ''; ; ) {
    const keys = await listLegalHoldsToLift(kysely, { store: id, after, limit: PAGE_KEYS });
    await markLegalHoldsUnknown(kysely, id, keys);
    await runInParallel(keys, KEYS_AT_ONCE, async (key) => {
      signal.throwIfAborted();
      await versions.setLegalHold(key, false);
    });
    await deleteLegalHolds(kysely, id, keys);
    if (keys.length < PAGE_KEYS) return;
    after = keys.at(-1)!;
  }
}
