// The fixity job. Reads all segments, in ascending order of ID, and verifies every record that an artifact needs. Then
// lists the store to find objects that the index lacks. With several stores, replaces a damaged object with an intact
// one from another store.

import { runInParallel } from '@holdfast/service-kit';
import { type CheckedSegment, type LiveRecord, mergeUsedRecords } from '../../domain/live-records.ts';
import { clearDamage, clearStaleDamage, type FoundDamage, markDamage } from '../../index/damage.db.ts';
import {
  listLiveRanges,
  listSegmentsToCheck,
  listUsedRecords,
  recordSegmentChecks,
  sumStoredArtifacts,
} from '../../index/fixity/fixity-rows.db.ts';
import { clearKeptDamage, type FoundKeptDamage, markKeptDamage } from '../../index/kept-damage.db.ts';
import type { Job } from '../frame/job.ts';
import type { JobRun } from '../frame/job-run.ts';
import { chooseStores } from './assess-copies.ts';
import { type CheckOutcome, MISSING_OBJECT_FAULT } from './check-segment.ts';
import type { FixityDeps } from './fixity-deps.ts';
import { makeMissingCopy } from './manifest-copies.ts';
import { checkArchivedObjects } from './object-copies.ts';
import { recordCheckEvents, type SegmentCheck } from './record-events.ts';
import { type CheckedCopies, checkSegmentCopies, findCopySet } from './segment-copies.ts';
import { findStrayObjects } from './stray-objects.ts';

export const FIXITY_NAME = 'fixity';
export const ARCHIVE_FIXITY_NAME = 'archive fixity';

interface FixityPosition {
  readonly startedMs: number;
  readonly phase: 'segments' | 'objects';
  /** ID of the last segment checked. `afterKey`: key of the last object listed. */
  readonly afterId: number;
  readonly afterKey: string;
}

/** Number of bytes after which the position is saved. Limits memory, and the work to repeat after a crash. */
const STEP_BYTES = 64 * 1024 * 1024;
const STEP_SEGMENTS = 200;

export function createFixityJob(deps: FixityDeps, bytesPerSecond: number | undefined): Job {
  return { name: FIXITY_NAME, bytesPerSecond, work: (run) => runFixityPass(deps, run, bytesPerSecond) };
}

/** Creates a job that checks only the stores with the role `archive`. */
export function createArchiveFixityJob(deps: FixityDeps, bytesPerSecond: number | undefined): Job {
  const archives: FixityDeps = { ...deps, walked: 'archive' };
  return {
    name: ARCHIVE_FIXITY_NAME,
    bytesPerSecond,
    work: (run) => runFixityPass(archives, run, bytesPerSecond),
  };
}

async function runFixityPass(
  deps: FixityDeps,
  run: JobRun,
  bytesPerSecond: number | undefined,
): Promise<void> {
  const begin: FixityPosition = { startedMs: deps.nowMs(), phase: 'segments', afterId: 0, afterKey: '' };
  const position = { ...begin, ...(run.position as FixityPosition | undefined) };
  const stores = countStores(deps);
  if (stores === 0) return;
  const { items, bytes: storedBytes } = await sumStoredArtifacts(deps.db);
  const bytes = storedBytes * stores;
  run.expect({ items, bytes });
  const leastMs = bytesPerSecond === undefined ? 0 : (bytes / bytesPerSecond) * 1000;
  if (deps.periodMs && leastMs > deps.periodMs) {
    run.log.warn(
      { bytes, bytesPerSecond, neededBytesPerSecond: Math.ceil((bytes / deps.periodMs) * 1000) },
      'the read rate is too low to read the whole store within the period',
    );
  }
  if (position.phase === 'segments') {
    await walkSegments(deps, run, position);
    await clearStaleDamage(deps.db);
    await run.reached({ ...position, phase: 'objects' });
  }
  if (deps.walked === 'archive') return checkArchivedObjects(deps, run);
  await findStrayObjects(deps, run, {
    startedMs: position.startedMs,
    afterKey: position.afterKey,
    reached: (afterKey) => run.reached({ ...position, phase: 'objects', afterKey }),
  });
}

function countStores({ store, walked = 'ordinary' }: FixityDeps): number {
  const copies = findCopySet(store);
  if (!copies) return walked === 'archive' ? 0 : 1;
  return chooseStores(copies, walked)[0].length;
}

async function walkSegments(deps: FixityDeps, run: JobRun, position: FixityPosition): Promise<void> {
  for (let afterId = position.afterId; ; ) {
    const segments = selectStep(
      await listSegmentsToCheck(deps.db, afterId, STEP_SEGMENTS),
      STEP_BYTES * deps.parallel,
    );
    const last = segments.at(-1);
    if (!last) return;
    await checkSegments(deps, run, segments);
    afterId = last.id;
    await run.reached({ ...position, afterId });
  }
}

function selectStep(segments: readonly CheckedSegment[], mostBytes: number): CheckedSegment[] {
  let bytes = 0;
  const over = segments.findIndex(({ sizeBytes }, i) => {
    bytes += sizeBytes;
    return i > 0 && bytes > mostBytes;
  });
  return segments.slice(0, over < 0 ? segments.length : over);
}

/** Checks the segments and updates their registered damage in the index. Returns the results by segment ID. */
export async function checkSegments(
  deps: FixityDeps,
  run: JobRun,
  segments: readonly CheckedSegment[],
): Promise<Map<number, CheckedCopies>> {
  const { db, store, parallel, nowMs, walked = 'ordinary' } = deps;
  const startedMs = nowMs();
  const ids = segments.map(({ id }) => id);
  const used = await listUsedRecords(db, ids);
  const liveRanges = await listLiveRanges(db, ids);
  const checked: { id: number; fault: string | undefined }[] = [];
  const events: SegmentCheck[] = [];
  const found: FoundDamage[] = [];
  const foundKept: FoundKeptDamage[] = [];
  const results = new Map<number, CheckedCopies>();
  let artifacts = 0;
  await runInParallel(segments, parallel, async (segment) => {
    const records = mergeUsedRecords(used.get(segment.id)!);
    const contents = { records, others: liveRanges.get(segment.id) ?? [] };
    const { outcome, copies } = await checkSegmentCopies(deps, run, { segment, contents, walked });
    const owners = countOwners(records);
    artifacts += owners;
    for (const copy of copies) events.push(describeCheck(segment, owners, copy.found, copy));
    results.set(segment.id, { outcome, copies });
    if (!outcome) return;
    checked.push({ id: segment.id, fault: outcome.fault });
    if (copies.length === 0) events.push(describeCheck(segment, owners, outcome));
    found.push(...collectDamage(segment, outcome));
    foundKept.push(...listKeptDamage(segment, outcome));
    if (outcome.fault === undefined && records.length > 0) await makeMissingCopy(store, run, segment);
  });
  throwIfAnotherStore(segments, checked);
  if (walked === 'ordinary') {
    const decided = [...results].flatMap(([id, { outcome }]) => (outcome ? [id] : []));
    const damaged = await markDamage(db, found, startedMs);
    const healed = await clearDamage(db, decided, { found, beforeMs: startedMs });
    await markKeptDamage(db, foundKept, startedMs);
    await clearKeptDamage(db, decided, { found: foundKept, beforeMs: startedMs });
    await recordSegmentChecks(db, checked, nowMs());
    const faulty = checked.filter(({ fault }) => fault !== undefined).length;
    run.done({ counts: toCounts({ damaged, healed, faulty }) });
  }
  await recordCheckEvents(db, events);
  run.done({ items: artifacts });
  return results;
}

/** Maximum number of damaged artifacts listed in the journal line about a replaced object. */
const MAX_NAMED = 20;

function listDamagedArtifacts(segment: CheckedSegment, outcome: CheckOutcome): string[] {
  const ids = collectDamage(segment, outcome).map(({ artifactId }) => artifactId);
  return [...new Set(ids)].slice(0, MAX_NAMED);
}

function describeCheck(
  segment: CheckedSegment,
  artifacts: number,
  outcome: CheckOutcome,
  copy?: { readonly store: string; readonly source?: string },
): SegmentCheck {
  const { id, key } = segment;
  const { damaged, damagedOthers, fault } = outcome;
  const records = damaged.length + damagedOthers.length;
  return {
    ...{ id, key, artifacts },
    ...(records > 0 && { damaged: records }),
    ...(fault !== undefined && { fault }),
    ...(copy && { store: copy.store }),
    ...(copy?.source !== undefined && {
      source: `store:${copy.source}`,
      ...(records > 0 && { damagedArtifacts: listDamagedArtifacts(segment, outcome) }),
    }),
  };
}

/** If this many objects were checked and all are missing, the store is probably the wrong one or not mounted. */
const MIN_ALL_MISSING = 20;

function throwIfAnotherStore(
  segments: readonly CheckedSegment[],
  checked: readonly { fault: string | undefined }[],
): void {
  if (segments.length < MIN_ALL_MISSING || checked.length < segments.length) return;
  if (checked.some(({ fault }) => fault !== MISSING_OBJECT_FAULT)) return;
  throw new Error(`none of ${segments.length} objects exists: is this the object store of this index?`);
}

/** Omits `healed` and `objects at fault` if they are zero, which is the case in most passes. */
function toCounts({ damaged, healed, faulty }: { damaged: number; healed: number; faulty: number }) {
  return {
    damaged,
    ...(healed > 0 && { healed }),
    ...(faulty > 0 && { 'objects at fault': faulty }),
  };
}

function countOwners(records: readonly LiveRecord[]): number {
  return records.reduce((sum, { users }) => sum + users.filter(({ inPayload }) => !inPayload).length, 0);
}

export function collectDamage(
  { id: segmentId }: Pick<CheckedSegment, 'id'>,
  { damaged, damagedOthers }: Pick<CheckOutcome, 'damaged' | 'damagedOthers'>,
): FoundDamage[] {
  return [
    ...damaged.flatMap(({ record: { offset, users }, reason }) =>
      users.map((user) => ({ ...user, inCompanions: false, segmentId, offset, reason })),
    ),
    ...damagedOthers.flatMap(({ range: { owner }, reason }) =>
      owner ? [{ ...owner, inPayload: false, inCompanions: true, segmentId, reason }] : [],
    ),
  ];
}

/** Returns the damage of records without an artifact. */
function listKeptDamage(
  { id: segmentId }: CheckedSegment,
  { damagedOthers }: Pick<CheckOutcome, 'damagedOthers'>,
): FoundKeptDamage[] {
  return damagedOthers.flatMap(({ range: { owner, places }, reason }) =>
    owner ? [] : [{ segmentId, offset: places[0]!.offset, reason }],
  );
}
