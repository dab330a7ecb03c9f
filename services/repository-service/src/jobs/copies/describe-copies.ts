// Describes the object stores for users: how many objects each store has and lacks, and when it will be complete.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CopySet } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import {
  type OutstandingSample,
  readStoreProgress,
  type StoreProgress,
  sampleOutstandingCopies,
} from '../../index/copies/copy-report.db.ts';
import type { IndexSchema } from '../../index/schema.ts';

export interface StoreDescription {
  readonly name: string;
  readonly role: 'primary' | 'copy' | 'archive';
  readonly location: string;
  /**
   * `filling`: objects are being copied to the store. `away`: the store is unreadable. `removed`: `OBJECT_STORE` no
   * longer names the store.
   */
  readonly state: 'complete' | 'filling' | 'retiring' | 'away' | 'removed';
  /** Reason why the store is currently not read or not written. */
  readonly reason?: string;
  /** Number of segments in the index. `complete`: number of segments of which the store has an intact copy. */
  readonly objects: number;
  readonly complete: number;
  readonly missing: number;
  readonly damaged: number;
  /** Number of outstanding copies, repairs and deletions. */
  readonly queued: number;
  /** True if the amount of outstanding work has not decreased in the last ten minutes. */
  readonly stalled?: boolean;
  /** Absent if nothing is outstanding or the rate cannot be estimated yet. */
  readonly expectedEnd?: number;
}

/** Returns the state of each store. The list is empty if only one store is configured. */
export async function describeCopies(
  db: Executor<IndexSchema>,
  copies: CopySet | undefined,
  nowMs: number,
): Promise<StoreDescription[]> {
  // Query even for a single store, so that a database failure has the same effect for any number of stores.
  const stores = await readStoreProgress(db);
  if (!copies) return [];
  return stores.map((store) => describeStore(copies, store, nowMs));
}

function describeStore(copies: CopySet, store: StoreProgress, nowMs: number): StoreDescription {
  const { name, role, location, objects, uncompared, lackingSegments, damaged, undeleted } = store;
  return {
    ...{ name, role, location, objects, damaged },
    ...describeStoreState(copies, store),
    complete: objects - uncompared - lackingSegments,
    missing: store.missing + uncompared,
    queued: store.missing + damaged + undeleted,
    ...estimateEnd(store.samples, store.missing + damaged + undeleted + uncompared, nowMs),
  };
}

/** Returns the state of a store, and the reason why the store is currently not read or not written. */
export function describeStoreState(
  copies: CopySet,
  store: Pick<StoreProgress, 'id' | 'location' | 'state'>,
): Pick<StoreDescription, 'state' | 'reason'> {
  const view =
    copies.views().find(({ id }) => id === store.id) ??
    copies.views().find((one) => one.location === store.location);
  const reason = view?.blocked ?? view?.writeBlocked;
  return {
    state: view === undefined ? 'removed' : view.blocked !== undefined ? 'away' : store.state,
    ...(reason !== undefined && { reason }),
  };
}

const LEAST_SPAN_MS = 30_000;
const WINDOW_MS = 600_000;

/** Estimates when no work will be outstanding, from the samples of the last ten minutes. */
export function estimateEnd(
  samples: readonly OutstandingSample[],
  left: number,
  nowMs: number,
): Pick<StoreDescription, 'stalled' | 'expectedEnd'> {
  const first = samples.find(({ at }) => nowMs - at <= WINDOW_MS);
  if (left === 0 || !first || nowMs - first.at < LEAST_SPAN_MS) return {};
  const done = first.left - left;
  if (done <= 0) return { stalled: true };
  return { expectedEnd: Math.round(nowMs + (left * (nowMs - first.at)) / done) };
}

const SAMPLE_EVERY_MS = 60_000;

/** Samples the amount of outstanding work until the signal aborts. Never rejects. */
export async function sampleCopiesPeriodically(
  { db, log }: { readonly db: Executor<IndexSchema>; readonly log: Log },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await sampleOutstandingCopies(db, Date.now()).catch((error: unknown) => {
      if (!signal.aborted)
        log.warn({ err: error }, 'the progress of the object stores could not be recorded');
    });
    await sleep(SAMPLE_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
