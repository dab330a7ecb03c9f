// Rechecks only registered damage, for example after objects were restored from a backup, or after a store temporarily
// returned wrong data.

import { verifyCheckedRange } from '../../content/verify-checked-range.ts';
import { verifyCompanions } from '../../content/verify-companions.ts';
import { verifyStoredRecord } from '../../content/verify-record.ts';
import { clearArtifactDamage, clearStaleDamage } from '../../index/damage.db.ts';
import { clearFault, listFaultySegments } from '../../index/fixity/damaged-segments.db.ts';
import { listRecordedDamage, type RecordedDamage } from '../../index/fixity/recheck.db.ts';
import {
  deleteStrayObjects,
  findReferencedKeys,
  listStrayKeys,
} from '../../index/fixity/stray-objects.db.ts';
import {
  clearKeptDamageAt,
  type KeptRecordPosition,
  listKnownKeptDamage,
} from '../../index/kept-damage.db.ts';
import type { Job } from '../frame/job.ts';
import type { JobRun } from '../frame/job-run.ts';
import { checkObject } from './check-segment.ts';
import type { FixityDeps } from './fixity-deps.ts';

export const RECHECK_NAME = 'fixity recheck';
export const PERIODIC_RECHECK_NAME = 'fixity second look';

const PAGE_SIZE = 200;
/** Smallest UUID, which precedes all damage in the order of PostgreSQL. */
const nil = { artifactId: '00000000-0000-0000-0000-000000000000', inPayload: false, inCompanions: false };

type RecheckDeps = Pick<FixityDeps, 'db' | 'store'>;

/** Last position checked. The order is artifacts, records without an artifact, objects. */
type RecheckPosition = typeof nil & { readonly kept?: KeptRecordPosition };

interface RecheckScope extends RecheckDeps {
  /** Checks only damage that was registered since this time. */
  readonly sinceMs: number;
}

/** Creates the job. It has a lock of its own, so that it can run during a pass of the fixity job. */
export function createRecheckJob(deps: RecheckDeps, bytesPerSecond: number | undefined): Job {
  return { name: RECHECK_NAME, bytesPerSecond, work: (run) => recheck({ ...deps, sinceMs: 0 }, run) };
}

/** Creates a job for damage that was registered since a given time. It cannot be resumed, because it is short. */
export function createPeriodicRecheckJob(
  deps: RecheckDeps,
  { sinceMs, bytesPerSecond }: { readonly sinceMs: number; readonly bytesPerSecond: number | undefined },
): Job {
  const work = (run: JobRun) => recheck({ ...deps, sinceMs }, run);
  return { name: PERIODIC_RECHECK_NAME, bytesPerSecond, resumable: false, work };
}

async function recheck(deps: RecheckScope, run: JobRun): Promise<void> {
  const position = run.position as RecheckPosition | undefined;
  if (!position?.kept) await recheckArtifacts(deps, run, position);
  await recheckKept(deps, run, position);
  await recheckObjects(deps, run);
  await recheckStrays(deps);
}

async function recheckArtifacts(
  { db, store, sinceMs }: RecheckScope,
  run: JobRun,
  position: RecheckPosition | undefined,
): Promise<void> {
  await clearStaleDamage(db);
  let after = position ?? nil;
  for (;;) {
    const page = await listRecordedDamage(db, after, { limit: PAGE_SIZE, sinceMs });
    for (const damage of page) await recheckRecord({ db, store }, run, damage);
    const last = page.at(-1);
    if (!last) return;
    const { artifactId, inPayload, inCompanions } = last;
    after = { artifactId, inPayload, inCompanions };
    await run.reached(after);
  }
}

/** Checks records without an artifact. */
async function recheckKept(
  { db, store, sinceMs }: RecheckScope,
  run: JobRun,
  position: RecheckPosition | undefined,
): Promise<void> {
  let after = position?.kept ?? { segmentId: 0, offset: 0 };
  for (;;) {
    const page = await listKnownKeptDamage(db, after, { limit: PAGE_SIZE, sinceMs });
    for (const damage of page) {
      const [{ length }] = damage.range.places;
      await run.throttle(length);
      const reason = await verifyCheckedRange(store, damage.key, damage.range, run.signal);
      if (reason === undefined) await clearKeptDamageAt(db, [damage]);
      run.done({ bytes: length, counts: reason === undefined ? { healed: 1 } : { damaged: 1 } });
    }
    const last = page.at(-1);
    if (!last) return;
    after = { segmentId: last.segmentId, offset: last.offset };
    await run.reached({ ...nil, kept: after });
  }
}

/** Checks the size and the manifest of objects. Their records were checked before. */
async function recheckObjects({ db, store, sinceMs }: RecheckScope, run: JobRun): Promise<void> {
  for (let after = 0; ; ) {
    const page = await listFaultySegments(db, after, { limit: PAGE_SIZE, sinceMs });
    for (const segment of page) {
      run.signal.throwIfAborted();
      const fault = await checkObject({ store, signal: run.signal }, segment);
      if (fault === undefined) await clearFault(db, segment);
    }
    const last = page.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Removes the entries of stray objects that no longer exist or that are in the index by now. */
async function recheckStrays({ db, store }: RecheckScope): Promise<void> {
  for (let after = ''; ; ) {
    const keys = await listStrayKeys(db, after, PAGE_SIZE);
    const named = await findReferencedKeys(db, keys);
    const gone: string[] = [];
    for (const key of keys) if (named.has(key) || !(await store.stat(key))) gone.push(key);
    await deleteStrayObjects(db, gone);
    if (keys.length < PAGE_SIZE) return;
    after = keys.at(-1)!;
  }
}

async function recheckRecord({ db, store }: RecheckDeps, run: JobRun, damage: RecordedDamage): Promise<void> {
  const { key, record } = damage;
  await run.throttle(record.length);
  const reason = damage.inCompanions
    ? await verifyCompanions({ db, store }, damage.artifactId, run.signal)
    : await verifyStoredRecord(store, key, record, run.signal);
  if (reason === undefined) await clearArtifactDamage(db, damage);
  const counts = reason === undefined ? { healed: 1 } : { damaged: 1 };
  run.done({ items: 1, bytes: record.length, counts });
}
