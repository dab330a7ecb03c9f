// Watches conditions of the node, and records a notice when one begins or ends. Also records a notice of each import
// whose process has died. One replica watches at a time.
import { setTimeout as sleep } from 'node:timers/promises';
import { openNoticeDatabase, updateIncidents } from '@holdfast/notify';
import { type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { type Database, type Executor, tryHoldLock } from '@holdfast/pg-kit';
import type { Log, StorageSpace } from '@holdfast/service-kit';
import { computeGrowthRate, forecastDaysLeft, GROWTH_WINDOW_MS } from '../domain/space-forecast.ts';
import { readBackupAge } from '../index/keeping/backup.db.ts';
import { readJournalLag } from '../index/keeping/journal.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import { findSampleFrom, readGrowthSince } from '../index/view/growth.db.ts';
import { endLostImports } from '../index/view/imports.db.ts';
import { describeCopies } from './copies/describe-copies.ts';
import { describeJobs } from './describe-jobs.ts';
import { findCopySet } from './fixity/segment-copies.ts';
import type { JobDefinition } from './known-jobs.ts';
import { listNodeConditions, NODE_CONDITION_KINDS, type NodeFigures } from './notices/node-conditions.ts';

export interface ConditionDeps {
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  readonly room: Pick<StorageSpace, 'full'>;
  readonly knownJobs: readonly JobDefinition[];
  readonly backupPeriodMs: number | undefined;
  readonly log: Log;
  nowMs(): number;
}

const WATCH_EVERY_MS = 60_000;

/** Watches until the signal aborts. Never rejects. */
export async function watchConditions(
  deps: ConditionDeps,
  signal: AbortSignal,
  everyMs = WATCH_EVERY_MS,
): Promise<void> {
  let failing = false;
  while (!signal.aborted) {
    try {
      // Only one replica watches, for as long as its connection lives, because replicas may see different conditions.
      if (await tryHoldLock(deps.database.checkPool, 'notices of conditions')) {
        await endLostImports(deps.database.kysely, deps.nowMs());
        await updateConditions(deps);
      }
      failing = false;
    } catch (error) {
      if (!failing && !signal.aborted)
        deps.log.warn({ err: error }, 'the conditions of the node could not be checked');
      failing = true;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Compares the current conditions with the recorded ones. Returns the number of changes. */
export async function updateConditions(deps: ConditionDeps): Promise<number> {
  const database = openNoticeDatabase(deps.database.kysely, 'repository');
  return updateIncidents(database, NODE_CONDITION_KINDS, listNodeConditions(await readFigures(deps)));
}

async function readFigures({
  database,
  store,
  room,
  knownJobs,
  ...deps
}: ConditionDeps): Promise<NodeFigures> {
  // Use one connection. Concurrent queries every minute would prevent the pool of an idle node from closing
  // connections.
  const db = database.share(1).kysely;
  const nowMs = deps.nowMs();
  const copies = findCopySet(store);
  const [stores, jobs, ageSeconds, journal, daysLeft] = await Promise.all([
    copies ? describeCopies(db, copies, nowMs) : describeOnlyStore(store),
    describeJobs(db, knownJobs, nowMs),
    readBackupAge(db),
    readJournalLag(db),
    readDaysLeft(db, store, nowMs),
  ]);
  return {
    ...{ stores, jobs, daysLeft, full: room.full },
    backup: { ageSeconds, periodMs: deps.backupPeriodMs },
    journalLagSeconds: journal.seconds,
  };
}

/** Describes the store if it is the only one and cannot be reached. */
async function describeOnlyStore(store: ObjectStore): Promise<NodeFigures['stores']> {
  try {
    await store.check();
    return [];
  } catch (error) {
    if (!(error instanceof ObjectStoreUnavailableError)) throw error;
    return [{ name: store.name, state: 'away', reason: error.message, queued: 0 }];
  }
}

async function readDaysLeft(
  db: Executor<IndexSchema>,
  store: ObjectStore,
  nowMs: number,
): Promise<number | undefined> {
  const [usage, then, [last]] = await Promise.all([
    // An unreachable store has its own condition (`store.away`).
    store.usage().catch(() => undefined),
    findSampleFrom(db, nowMs - GROWTH_WINDOW_MS),
    readGrowthSince(db, { sinceMs: 0, limit: 1 }),
  ]);
  return forecastDaysLeft(usage?.availableBytes, last && computeGrowthRate(then, last));
}
