// Periodically rechecks recently registered damage. The store may have returned wrong data only temporarily, and the
// next pass of the fixity job may be months away.
import { setTimeout as sleep } from 'node:timers/promises';
import { hasDamageSince } from '../../index/fixity/damaged-segments.db.ts';
import { runJob } from '../frame/job.ts';
import type { JobDeps } from '../frame/job-run.ts';
import type { JobSettings } from '../frame/settings.ts';
import type { FixityDeps } from './fixity-deps.ts';
import { createPeriodicRecheckJob } from './recheck.ts';
import { createCopyRepairJob, listWaitingRepairs } from './waiting-repairs.ts';

export type PeriodicRecheckDeps = JobDeps & Pick<FixityDeps, 'db' | 'store' | 'codec' | 'nowMs'>;

const HOUR_MS = 3_600_000;

/** Interval between repairs of damage that readers reported. */
const REPAIR_EVERY_MS = 30_000;

/** Interval between checks. `foundWithinMs`: maximum age of the damage to check. */
export interface PeriodicRecheckTiming {
  readonly everyMs: number;
  readonly foundWithinMs: number;
}

/** Check recent damage often, and older damage rarely. */
const LOOKS = [
  { everyMs: 30_000, foundWithinMs: 600_000 },
  { everyMs: HOUR_MS, foundWithinMs: 7 * 24 * HOUR_MS },
] as const;

/** Checks periodically until the signal aborts. Does nothing if the fixity job is disabled. Never rejects. */
export async function recheckDamagePeriodically(
  deps: PeriodicRecheckDeps,
  {
    fixityPeriodMs,
    fixityBytesPerSecond: bytesPerSecond,
  }: Pick<JobSettings, 'fixityPeriodMs' | 'fixityBytesPerSecond'>,
  signal: AbortSignal,
  looks: readonly PeriodicRecheckTiming[] = LOOKS,
): Promise<void> {
  if (fixityPeriodMs === 0) return;
  const keepRepairing = async () => {
    while (!signal.aborted) {
      await sleep(REPAIR_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await repairCopies(deps, bytesPerSecond, signal).catch((error: unknown) => {
        if (!signal.aborted) deps.log.warn({ err: error }, 'damaged copies could not be repaired');
      });
    }
  };
  await Promise.all([
    keepRepairing(),
    ...looks.map(async ({ everyMs, foundWithinMs }) => {
      while (!signal.aborted) {
        await sleep(everyMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        const sinceMs = deps.nowMs() - foundWithinMs;
        await recheckIfDamaged(deps, { sinceMs, bytesPerSecond }, signal).catch((error: unknown) => {
          if (!signal.aborted) deps.log.warn({ err: error }, 'damaged content could not be checked again');
        });
      }
    }),
  ]);
}

async function recheckIfDamaged(
  deps: PeriodicRecheckDeps,
  settings: Parameters<typeof createPeriodicRecheckJob>[1],
  signal: AbortSignal,
): Promise<void> {
  if (!(await hasDamageSince(deps.db, settings.sinceMs))) return;
  await runJob(deps, createPeriodicRecheckJob(deps, settings), { signal });
}

async function repairCopies(
  deps: PeriodicRecheckDeps,
  bytesPerSecond: number | undefined,
  signal: AbortSignal,
): Promise<void> {
  if ((await listWaitingRepairs(deps)).length === 0) return;
  await runJob(deps, createCopyRepairJob({ ...deps, parallel: 1 }, bytesPerSecond), { signal });
}
