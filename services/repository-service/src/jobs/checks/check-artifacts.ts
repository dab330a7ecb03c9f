// Checks some artifacts in the stores of a requested check. First reads only the records of these artifacts. If a copy
// has a fault, checks and repairs the whole segment as the fixity job does. A repair replaces the whole copy, so the
// repaired copy must contain all live records of the segment.
import { NoSuchObjectError, type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import type { CheckStores } from '../../domain/fixity-check.ts';
import { type CheckedSegment, mergeUsedRecords } from '../../domain/live-records.ts';
import { type CheckStep, findSegments, listRecordSegments } from '../../index/checks/progress.db.ts';
import { listNeededRecords, type NeededRecords } from '../../index/fixity/fixity-rows.db.ts';
import { type CheckedStoreKind, chooseStores } from '../fixity/assess-copies.ts';
import { checkSegment } from '../fixity/check-segment.ts';
import type { FixityDeps } from '../fixity/fixity-deps.ts';
import { checkSegments } from '../fixity/fixity-job.ts';
import { type CheckedCopies, findCopySet } from '../fixity/segment-copies.ts';
import type { JobRun } from '../frame/job-run.ts';
import {
  type ArtifactJudgement,
  type CopyReading,
  countReadings,
  hasFault,
  judgeArtifacts,
  toCheckException,
} from './judge-artifacts.ts';

/** Thrown if no store of a check can be read. Nothing was counted. */
export class StoresUnavailableError extends Error {
  override name = 'StoresUnavailableError';
}

interface CheckedStore {
  /** Undefined if only one store is configured. */
  readonly name: string | undefined;
  readonly kind: CheckedStoreKind;
  readonly store: ObjectStore;
}

/** Returns the stores that a check reads. Empty if there is no store of this kind. */
export function listCheckedStores(store: ObjectStore, wanted: CheckStores): CheckedStore[] {
  const copies = findCopySet(store);
  if (!copies) return wanted === 'archive' ? [] : [{ name: undefined, kind: 'ordinary', store }];
  const kinds = wanted === 'all' ? (['ordinary', 'archive'] as const) : [wanted];
  const members = new Set(kinds.flatMap((kind) => chooseStores(copies, kind)[0]));
  return [...members].map(({ plan: { name, role } }) => ({
    name,
    kind: role === 'archive' ? 'archive' : 'ordinary',
    store: copies.storeNamed(name)!,
  }));
}

/** Maximum number of attempts to check a record that compaction keeps moving. */
const MAX_TRIES = 3;
const MOVED: ArtifactJudgement = {
  outcome: 'unreadable',
  store: undefined,
  reason: 'its records were moved during the check',
  isRepaired: false,
  source: undefined,
};

/** Checks the artifacts. Omits artifacts that were deleted. Throws StoresUnavailableError if no store can be read. */
export async function checkArtifacts(
  deps: FixityDeps,
  run: JobRun,
  ids: readonly string[],
  stores: CheckStores,
): Promise<CheckStep> {
  const judged = new Map<string, ArtifactJudgement>();
  const readings: CopyReading[] = [];
  let pending = ids;
  for (let tries = 0; pending.length > 0 && tries < MAX_TRIES; tries++) {
    const segments = await listRecordSegments(deps.db, pending);
    const read = await readSegments(deps, run, pending, listCheckedStores(deps.store, stores));
    const later = await listRecordSegments(deps.db, [...segments.keys()]);
    const isSettled = (id: string) =>
      [...later.get(id)!].every((segmentId) => segments.get(id)!.has(segmentId) && read.has(segmentId));
    const settled = [...later.keys()].filter(isSettled);
    const own = new Map(settled.map((id) => [id, later.get(id)!] as const));
    const needed = new Set([...own.values()].flatMap((some) => [...some]));
    const ofThese = [...read].flatMap(([segmentId, some]) => (needed.has(segmentId) ? some : []));
    for (const [id, judgement] of judgeArtifacts(own, ofThese)) judged.set(id, judgement);
    readings.push(...ofThese);
    pending = [...later.keys()].filter((id) => !own.has(id));
  }
  for (const id of pending) judged.set(id, MOVED);
  const exceptions = [...judged].flatMap(([id, judgement]) => toCheckException(id, judgement) ?? []);
  const count = (outcome: ArtifactJudgement['outcome']) =>
    [...judged.values()].filter((one) => one.outcome === outcome).length;
  const copies = countReadings(readings);
  return {
    position: ids.at(-1)!,
    counts: {
      intact: count('intact'),
      damaged: count('damaged'),
      missing: count('missing'),
      unreadable: count('unreadable'),
      repaired: exceptions.filter(({ outcome, repairedFrom }) => outcome !== 'unreadable' && repairedFrom)
        .length,
    },
    bytes: copies.reduce((sum, { bytes }) => sum + bytes, 0),
    copies,
    exceptions,
  };
}

/** Returns the readings of each segment that exists. */
async function readSegments(
  deps: FixityDeps,
  run: JobRun,
  ids: readonly string[],
  stores: readonly CheckedStore[],
): Promise<Map<number, CopyReading[]>> {
  const needed = await listNeededRecords(deps.db, ids);
  const segments = await findSegments(deps.db, [...needed.keys()]);
  const readings = new Map<number, CopyReading[]>();
  for (const segment of segments) {
    const own: CopyReading[] = [];
    for (const store of stores) {
      own.push(await readCopy(deps, run, { segment, needed: needed.get(segment.id)!, store }));
    }
    readings.set(segment.id, own);
  }
  await throwIfUnavailable(stores, [...readings.values()].flat());
  const faulty = segments.filter(({ id }) => readings.get(id)!.some(hasFault));
  for (const kind of ['ordinary', 'archive'] as const) {
    const names = new Set(stores.filter((store) => store.kind === kind).map(({ name }) => name));
    const isOfKind = (reading: CopyReading) => names.has(reading.store);
    const ofKind = faulty.filter(({ id }) =>
      readings.get(id)!.some((reading) => isOfKind(reading) && hasFault(reading)),
    );
    const whole = await checkWholeSegments({ ...deps, walked: kind }, run, ofKind);
    for (const { id } of ofKind) {
      const own = readings.get(id)!;
      readings.set(
        id,
        own.map((reading) => (isOfKind(reading) ? toConfirmedReading(reading, whole.get(id)) : reading)),
      );
    }
  }
  return readings;
}

async function readCopy(
  { codec }: FixityDeps,
  run: JobRun,
  { segment, needed, store }: { segment: CheckedSegment; needed: NeededRecords; store: CheckedStore },
): Promise<CopyReading> {
  const own = { segmentId: segment.id, store: store.name };
  const throttle = (bytes: number) => run.throttle(bytes);
  const contents = { records: mergeUsedRecords(needed.used), others: needed.others };
  const read = async (): Promise<CopyReading> => {
    const reader = { store: store.store, codec, throttle, signal: run.signal };
    const found = await checkSegment(reader, segment, contents);
    run.done({ bytes: found.readBytes });
    return { ...own, found };
  };
  try {
    // If the object is removed during the check, the second attempt finds it missing.
    return await read().catch((error: unknown) => {
      if (error instanceof NoSuchObjectError) return read();
      throw error;
    });
  } catch (error) {
    run.signal.throwIfAborted();
    if (!isStoreError(error)) throw error;
    return { ...own, found: undefined };
  }
}

/** Returns whether the error means that a store cannot be read, or that another process has removed the object. */
function isStoreError(error: unknown): boolean {
  return error instanceof ObjectStoreUnavailableError || error instanceof NoSuchObjectError;
}

/** Throws StoresUnavailableError if nothing was read and no store responds. */
async function throwIfUnavailable(
  stores: readonly CheckedStore[],
  readings: readonly CopyReading[],
): Promise<void> {
  if (readings.length === 0 || readings.some(({ found }) => found !== undefined)) return;
  if (await hasReachableStore(stores)) return;
  throw new StoresUnavailableError('No store can be read.');
}

async function hasReachableStore(stores: readonly CheckedStore[]): Promise<boolean> {
  const answers = await Promise.allSettled(stores.map(({ store }) => store.check()));
  return answers.some(({ status }) => status === 'fulfilled');
}

/** Checks and repairs whole segments. Omits segments that cannot be read in any store. */
async function checkWholeSegments(
  deps: FixityDeps,
  run: JobRun,
  segments: readonly CheckedSegment[],
): Promise<Map<number, CheckedCopies>> {
  if (segments.length === 0) return new Map();
  try {
    return await checkSegments(deps, run, segments);
  } catch (error) {
    run.signal.throwIfAborted();
    if (!isStoreError(error)) throw error;
    if (segments.length === 1) return new Map();
  }
  const results = new Map<number, CheckedCopies>();
  for (const segment of segments) {
    for (const [id, checked] of await checkWholeSegments(deps, run, [segment])) results.set(id, checked);
  }
  return results;
}

/** Returns the result that the check of the whole segment has for this copy. */
function toConfirmedReading(reading: CopyReading, whole: CheckedCopies | undefined): CopyReading {
  const { segmentId, store, found } = reading;
  if (!whole) return { segmentId, store, found: undefined };
  const copy =
    store === undefined ? { found: whole.outcome } : whole.copies.find((one) => one.store === store);
  if (!copy?.found) return { segmentId, store, found: undefined };
  const readBytes = found?.readBytes ?? 0;
  return {
    segmentId,
    store,
    found: { ...copy.found, readBytes },
    source: 'source' in copy ? copy.source : undefined,
  };
}
