// Copies AU sizes from the repository service to this service's database: promptly for new AUs, periodically for all
// others. Only one replica at a time does this.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, withAdvisoryLock } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { type MeasuredSize, selectAusToMeasure, storeSizes } from '../index/aus/sizes.db.ts';
import type { ConfigSchema } from '../index/schema/schema.ts';
import { type Repository, RepositoryUnavailableError } from './repository.ts';

export interface SizesDeps {
  /** Pool with at least two connections: one holds the lock, and the other one runs the queries. */
  readonly database: Database<ConfigSchema>;
  readonly repository: Repository;
  readonly log: Log;
  readonly nowMs: () => number;
  /** Age at which a size is measured again, in milliseconds. */
  readonly maxAgeMs: number;
}

const LOCK_NAME = 'measure AUs';
const AUS_PER_REQUEST = 200;
/** Maximum number of concurrent requests to the repository service. */
const CONCURRENT_REQUESTS = 4;
/** Interval between searches for new AUs, in milliseconds. */
const LOOK_EVERY_MS = 10_000;

/** Measures sizes until it is stopped. Retries after failures, but logs each failure only once. */
export function startSizeUpdates(deps: SizesDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = runSizeLoop(deps, signal);
  return {
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

async function runSizeLoop(deps: SizesDeps, signal: AbortSignal): Promise<void> {
  let isTroubled = false;
  while (!signal.aborted) {
    try {
      const more = await measureSizes(deps, signal);
      if (isTroubled) deps.log.info('the sizes of AUs can be read from the repository service again');
      isTroubled = false;
      if (more) continue;
    } catch (error) {
      if (signal.aborted) return;
      if (!isTroubled)
        deps.log.warn({ err: error }, 'the sizes of AUs cannot be read; queries return the last known sizes');
      isTroubled = true;
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Measures a batch of AUs: first AUs that have never been measured, then AUs with the oldest sizes. Returns true if
 * there may be more AUs to measure. Returns false if there are none, or if another replica is measuring.
 */
export async function measureSizes(
  { database, repository, nowMs, maxAgeMs }: SizesDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const { kysely: db, pool } = database;
  const measured = await withAdvisoryLock(
    pool,
    LOCK_NAME,
    async (held) => {
      const auids = await selectAusToMeasure(db, nowMs() - maxAgeMs, AUS_PER_REQUEST);
      const { sizes, failure } = await measureAus(repository, auids, held);
      if (sizes.length > 0) await storeSizes(db, sizes, nowMs());
      if (failure !== undefined) throw failure;
      return auids.length === AUS_PER_REQUEST;
    },
    { wait: false, signal },
  );
  return measured.acquired && measured.result;
}

/** Measures all given AUs, even if some of them fail. `failure` is the last failure. */
async function measureAus(
  repository: Repository,
  auids: readonly string[],
  signal: AbortSignal,
): Promise<{ sizes: MeasuredSize[]; failure: RepositoryUnavailableError | undefined }> {
  const sizes: MeasuredSize[] = [];
  let failure: RepositoryUnavailableError | undefined;
  const remaining = auids.values();
  const work = async (): Promise<void> => {
    for (const auid of remaining) {
      try {
        const { latestBytes, warcBytes } = await repository.sizeOfAu(auid, signal);
        sizes.push({ auid, contentBytes: latestBytes, diskBytes: warcBytes });
      } catch (error) {
        if (!(error instanceof RepositoryUnavailableError)) throw error;
        failure = error;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, work));
  return { sizes, failure };
}
