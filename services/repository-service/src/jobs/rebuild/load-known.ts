// Loads a segment that the journal contains, and restores its rows in the index.
import { NoSuchObjectError, type ObjectStore } from '@holdfast/object-store';
import { type Executor, UniqueViolationError } from '@holdfast/pg-kit';
import { readSegmentContents, type SegmentContents } from '../../content/segments/contents.ts';
import type { ExistingAu } from '../../index/aus/au.db.ts';
import {
  type LoadedSegment,
  loadContradictingSegment,
  loadSegment,
  type SegmentRows,
  type SegmentToLoad,
} from '../../index/rebuild/load-segment.db.ts';
import {
  readLaterChanges,
  restageRetiredSegments,
  type StagedSegment,
  setStagedState,
  stagedSegmentStates,
} from '../../index/rebuild/staging.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import type { JobRun } from '../frame/job-run.ts';
import { buildSegmentRows, listAffectedArtifacts } from './rows-of-segment.ts';

/** Job framework functions that loading needs. */
export type SegmentLoadRun = Pick<JobRun, 'log' | 'signal' | 'done' | 'throttle'>;

export interface LoadDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  auOf(namespace: string, auid: string): Promise<ExistingAu>;
}

/**
 * Loads the segment. `inOrder`: segments are loaded one by one, in the order of recording. `isServed`: services may
 * write to the index at the same time.
 */
export async function loadJournaledSegment(
  deps: LoadDeps,
  run: SegmentLoadRun,
  segment: StagedSegment,
  { inOrder, isServed = false }: { inOrder: boolean; isServed?: boolean },
): Promise<void> {
  const { db } = deps;
  const { key, entry, sizeBytes } = segment;
  const contents =
    sizeBytes === null ? undefined : await readStagedContents(deps, run, { ...segment, sizeBytes });
  const isWhole = (contents !== undefined && contents.from !== 'records') || entry!.op === 'recorded';
  if (!(contents && isWhole) && (await queueOlderSegments(deps, run, segment))) return;
  if (!contents || sizeBytes === null) {
    run.done({ counts: { 'missing objects': 1 } });
    await setStagedState(db, key, stagedSegmentStates.lost);
    return;
  }
  const changes = await readLaterChanges(db, listAffectedArtifacts(contents, entry!));
  const found = buildSegmentRows(contents, entry!, changes);
  const { auId, namespaceId } = await deps.auOf(segment.namespace!, segment.auid!);
  const createdMs = createdMsOf(contents);
  const { manifestOffset } = contents;
  const loading = { auId, namespaceId, key, sizeBytes, manifestOffset, createdMs };
  const loaded = await loadWithRetries(db, loading, found, {
    inOrder: inOrder && entry!.op === 'recorded',
    isServed,
  });
  const unsure = countLost(contents, entry!, sizeBytes) + found.unsure;
  if (unsure > 0) await setStagedState(db, key, stagedSegmentStates.partial);
  if (loaded.renumbered + loaded.repeated > 0) run.log.warn({ key, ...loaded }, CONTRADICTING);
  reportLoaded(run, contents, { ...loaded, sizeBytes, unsure });
}

const CONTRADICTING = 'two segments contain some of the same records; both are kept';

/** Loads the segment. Retries if another segment that was loaded at the same time contradicts it. */
async function loadWithRetries(
  db: LoadDeps['db'],
  segment: SegmentToLoad,
  found: SegmentRows,
  { inOrder, isServed }: { inOrder: boolean; isServed: boolean },
): Promise<LoadedSegment> {
  for (let tries = 0; ; tries++) {
    try {
      return tries === 0 && !inOrder && !isServed
        ? await loadSegment(db, segment, found)
        : await loadContradictingSegment(db, segment, found, { inOrder });
    } catch (error) {
      if (!(error instanceof UniqueViolationError) || tries === MAX_TRIES) throw error;
    }
  }
}

const MAX_TRIES = 20;

/**
 * Returns the time when the segment was created. Ignores the store date of a migrated artifact, which comes from the
 * other repository.
 */
function createdMsOf({ lines: [line], writtenMs }: SegmentContents): number {
  const own = line?.givenVersion === undefined ? line?.storeDate : undefined;
  return own ?? writtenMs ?? 0;
}

/**
 * Queues the segments that were merged into this segment, to load them instead. Returns false if there are none, or if
 * one of them no longer exists.
 */
async function queueOlderSegments(
  { db }: LoadDeps,
  run: SegmentLoadRun,
  { key, entry }: StagedSegment,
): Promise<boolean> {
  if (entry!.op !== 'moved' || !(await restageRetiredSegments(db, entry!.from))) return false;
  run.log.warn({ key }, 'a damaged segment is ignored; the segments that it replaced are used');
  run.done({ counts: { 'objects left for older ones': 1 } });
  await setStagedState(db, key, stagedSegmentStates.leftOver);
  return true;
}

async function readStagedContents(
  { store }: LoadDeps,
  run: SegmentLoadRun,
  { key, sizeBytes, entry }: StagedSegment & { sizeBytes: number },
): Promise<SegmentContents | undefined> {
  const { manifestOffset } = entry!;
  const records = entry!.op === 'recorded' ? entry!.records : undefined;
  try {
    const contents = await readSegmentContents(
      store,
      { key, sizeBytes, manifestOffset },
      { records, signal: run.signal },
    );
    await run.throttle(contents.readBytes);
    return contents;
  } catch (error) {
    if (error instanceof NoSuchObjectError) return undefined;
    throw error;
  }
}

/** Returns the number of lost records, including records of which only the line in the manifest copy is left. */
function countLost(
  { from, lines }: SegmentContents,
  entry: NonNullable<StagedSegment['entry']>,
  sizeBytes: number,
): number {
  if (from === 'copy') return lines.filter(({ offset, length }) => offset + length > sizeBytes).length;
  return entry.op === 'recorded' ? Math.max(0, entry.records - lines.length) : 0;
}

function reportLoaded(
  run: SegmentLoadRun,
  { from }: SegmentContents,
  { rows, renumbered, repeated, sizeBytes, unsure }: LoadedSegment & { sizeBytes: number; unsure: number },
): void {
  run.done({
    items: rows,
    bytes: sizeBytes,
    counts: {
      objects: 1,
      ...(from !== 'manifest' && { 'objects without a manifest': 1 }),
      ...(unsure > 0 && { 'unreadable records': unsure }),
      ...(renumbered > 0 && { 'artifacts with another version': renumbered }),
      ...(repeated > 0 && { 'records stored twice': repeated }),
    },
  });
}
