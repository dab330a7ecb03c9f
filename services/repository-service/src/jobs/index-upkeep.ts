// Brings the indexes of a table that is in use to what this version wants them to be.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, withAdvisoryLock } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { buildNewIndexes, dropOldIndexes } from '../index/replaced-indexes.db.ts';
import type { IndexSchema } from '../index/schema.ts';

export interface IndexUpkeepDeps {
  readonly database: Database<IndexSchema>;
  readonly log: Log;
}

/** A rolling update is done by then: no replica of the version before asks the old indexes any more. */
const DROP_AFTER_MS = 3_600_000;
const AGAIN_AFTER_MS = 60_000;

/** One replica at a time; all of them look. Resolves when nothing is left to do, or the signal has aborted. Never rejects. */
export async function bringIndexesUpToDate(
  deps: IndexUpkeepDeps,
  signal: AbortSignal,
  dropAfterMs = DROP_AFTER_MS,
): Promise<void> {
  await untilDone(deps, buildNewIndexes, signal);
  await sleep(dropAfterMs, undefined, { signal }).catch(() => undefined);
  await untilDone(deps, dropOldIndexes, signal);
}

async function untilDone(
  { database, log }: IndexUpkeepDeps,
  work: typeof buildNewIndexes,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { pool } = database;
      const outcome = await withAdvisoryLock(pool, 'index upkeep', (held) => work(pool, held), { signal });
      const indexes = outcome.acquired ? outcome.result : [];
      if (indexes.length > 0) log.info({ indexes }, work === dropOldIndexes ? DROPPED : BUILT);
      return;
    } catch (error) {
      if (signal.aborted) return;
      log.warn({ err: error }, 'the indexes could not be brought up to date; it will be tried again');
      await sleep(AGAIN_AFTER_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

const BUILT = 'indexes were built in the place of others';
const DROPPED = 'indexes were dropped that others have taken the place of';
