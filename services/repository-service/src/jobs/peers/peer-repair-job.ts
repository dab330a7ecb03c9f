// The job that repairs damaged artifacts from peers. A schedule starts it when damage is found.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Executor } from '@holdfast/pg-kit';
import { findArtifact, type StoredArtifact } from '../../index/artifact.db.ts';
import { clearStaleDamage, countDamaged } from '../../index/damage.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { type ArtifactDamage, findPayloadHolder, listDamagedByUuid } from '../../index/view/damaged.db.ts';
import { readStoredJobs } from '../../index/view/job-states.db.ts';
import { type Job, runJob } from '../frame/job.ts';
import type { JobDeps, JobRun } from '../frame/job-run.ts';
import { PeerFailures, type PeerRepairDeps, repairFromPeers } from './repair-from-peers.ts';

export const PEER_REPAIR_NAME = 'peer repair';

const REPAIRED = 'repaired from peers';
const NOT_REPAIRED = 'not repaired';
const PAGE_SIZE = 200;
const LOOK_EVERY_MS = 10_000;
/** Interval between two requests for an artifact that no peer could supply. */
const AGAIN_MS = 3_600_000;

export function createPeerRepairJob(deps: PeerRepairDeps, bytesPerSecond: number | undefined): Job {
  return {
    name: PEER_REPAIR_NAME,
    bytesPerSecond,
    resumable: false,
    work: (run) => repairAllDamaged(deps, run),
  };
}

async function repairAllDamaged(deps: PeerRepairDeps, run: JobRun): Promise<void> {
  const failures = new PeerFailures();
  await clearStaleDamage(deps.db);
  for (let after: string | undefined; ; ) {
    const page = await listDamagedByUuid(deps.db, { after, limit: PAGE_SIZE, uuid: undefined });
    const wanted = new Map<string, StoredArtifact>();
    for (const { uuid, namespace, damages } of page) {
      const artifact = await findArtifactToRepair(deps, { uuid, namespace, damages });
      if (artifact) wanted.set(artifact.id, artifact);
    }
    const { signal } = run;
    const throttle = (bytes: number) => run.throttle(bytes);
    const repaired = await repairFromPeers(deps, [...wanted.values()], { failures, signal, throttle });
    const counts = { [REPAIRED]: repaired.size, [NOT_REPAIRED]: wanted.size - repaired.size };
    run.done({ items: wanted.size, counts });
    if (page.length < PAGE_SIZE) break;
    after = page.at(-1)!.uuid;
  }
}

export interface PeerRunDescription {
  readonly started: number;
  readonly finished?: number;
  readonly repaired: number;
  readonly notRepaired: number;
  readonly failure?: string;
}

/** Returns the current or last run of the job, or undefined if it has never run. */
export async function describePeerRepairRun(
  db: Executor<IndexSchema>,
): Promise<PeerRunDescription | undefined> {
  const stored = (await readStoredJobs(db)).find(({ name }) => name === PEER_REPAIR_NAME);
  if (!stored) return undefined;
  const { startedMs, finishedMs, failure, progress } = stored;
  return {
    started: Math.round(startedMs),
    ...(finishedMs !== null && { finished: Math.round(finishedMs) }),
    repaired: progress?.counts[REPAIRED] ?? 0,
    notRepaired: progress?.counts[NOT_REPAIRED] ?? 0,
    ...(failure !== null && { failure }),
  };
}

/**
 * Returns the artifact to repair. For damage in a shared payload, returns the artifact whose record contains the
 * payload. Its repair also repairs all artifacts that share the payload.
 */
export async function findArtifactToRepair(
  { db, pool, damage }: Pick<PeerRepairDeps, 'db' | 'pool' | 'damage'>,
  {
    uuid,
    namespace,
    damages,
  }: { uuid: string; namespace: string; damages: readonly Pick<ArtifactDamage, 'part'>[] },
): Promise<StoredArtifact | undefined> {
  const isOwn = damages.some(({ part }) => part !== 'payload');
  const holderId = isOwn ? undefined : await findPayloadHolder(db, uuid);
  const holder = holderId === undefined ? undefined : await findArtifact(pool, { namespace, uuid: holderId });
  if (holder) await damage.lookAgain(holder);
  return holder ?? (await findArtifact(pool, { namespace, uuid }));
}

interface PeriodicRepairDeps extends PeerRepairDeps, JobDeps {
  /** Called after a run that repaired at least one artifact. */
  onRepaired(): Promise<unknown>;
}

/** Runs the job periodically, and whenever the damage has grown since the last run. Never rejects. */
export async function repairFromPeersPeriodically(
  deps: PeriodicRepairDeps,
  bytesPerSecond: number | undefined,
  signal: AbortSignal,
  everyMs = LOOK_EVERY_MS,
): Promise<void> {
  if (deps.peers.length === 0) return;
  let left = 0;
  let lastMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      const damaged = await countDamaged(deps.db);
      const isDue = damaged > left || deps.nowMs() - lastMs >= AGAIN_MS;
      left = Math.min(left, damaged);
      if (damaged === 0 || !isDue) continue;
      lastMs = deps.nowMs();
      const outcome = await runJob(deps, createPeerRepairJob(deps, bytesPerSecond), { signal });
      if (outcome.ran && (outcome.progress.counts[REPAIRED] ?? 0) > 0) await deps.onRepaired();
      left = await countDamaged(deps.db);
    } catch (error) {
      if (!signal.aborted)
        deps.log.warn({ err: error }, 'damaged artifacts could not be repaired from peers');
    }
  }
}
