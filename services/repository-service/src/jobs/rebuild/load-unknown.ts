// Loads segments that the journal lacks. Either the database was lost before their journal entry was shipped, or an
// import crashed before writing it. The two cases cannot be distinguished, because clocks differ. All such segments are
// therefore recorded as if they had just been written, even if the import was never acknowledged.
import { makeRequestUrlkey } from '@holdfast/surt';
import { readSegmentContents, type SegmentContents } from '../../content/segments/contents.ts';
import { readSegmentIdentity } from '../../content/segments/segment-object.ts';
import type { SegmentsMovedEntry } from '../../domain/journal-entry.ts';
import { toKeptRecord } from '../../domain/record/manifest.ts';
import { type ManifestLine, parseManifestLine } from '../../domain/record/manifest-line.ts';
import { deleteArtifact, setCommitted } from '../../index/aus/change-artifact.db.ts';
import { computeAuCounters, findPresentArtifacts } from '../../index/rebuild/complete.db.ts';
import { findUrlsInJournaledSegments } from '../../index/rebuild/contradictions.db.ts';
import { stageRequests } from '../../index/rebuild/late-requests.db.ts';
import { loadContradictingSegment, type SegmentToLoad } from '../../index/rebuild/load-segment.db.ts';
import {
  readLaterChanges,
  type StagedSegment,
  setStagedState,
  stagedSegmentStates,
} from '../../index/rebuild/staging.db.ts';
import { recordSegment } from '../../index/writing/record-segment.db.ts';
import { isSegmentRecorded } from '../../index/writing/segment-rows.db.ts';
import type { LoadDeps, SegmentLoadRun } from './load-known.ts';
import { buildSegmentRows, listAffectedArtifacts } from './rows-of-segment.ts';

export async function loadUnjournaledSegment(
  deps: LoadDeps,
  run: SegmentLoadRun,
  { key, sizeBytes }: StagedSegment,
): Promise<void> {
  const object = { key, sizeBytes: sizeBytes ?? 0 };
  const identity = await readSegmentIdentity(deps.store, object);
  const contents = await readSegmentContents(deps.store, object, { signal: run.signal });
  await run.throttle(contents.readBytes);
  if (!identity || contents.lines.length + contents.kept.length === 0) {
    run.done({ counts: { 'unreadable objects': 1 } });
    await setStagedState(deps.db, key, stagedSegmentStates.lost);
    return;
  }
  const { stored, refused } = await recordUnknownSegment(deps, identity, object, contents);
  await setStagedState(
    deps.db,
    key,
    refused > 0
      ? stagedSegmentStates.partial
      : stored > 0
        ? stagedSegmentStates.done
        : stagedSegmentStates.leftOver,
  );
  const counts = {
    objects: 1,
    [stored > 0 ? 'objects beyond the journal' : 'objects that are not needed']: 1,
  };
  run.done({
    items: stored,
    bytes: object.sizeBytes,
    counts: { ...counts, ...(refused > 0 && { 'records not taken in': refused }) },
  });
}

interface RecordingCounts {
  /** Number of artifacts that were created or repaired. */
  readonly stored: number;
  /** Number of rejected records. */
  readonly refused: number;
}

async function recordUnknownSegment(
  { db, auOf }: LoadDeps,
  { namespace, auid, storeMs }: { namespace: string; auid: string; storeMs: number },
  object: { key: string; sizeBytes: number },
  contents: SegmentContents,
): Promise<RecordingCounts> {
  const { lines, manifestOffset } = contents;
  const uuids = lines.map(({ uuid }) => uuid);
  const { auId, namespaceId } = await auOf(namespace, auid);
  // An interrupted rebuild has already recorded this segment.
  if (await isSegmentRecorded(db, { auId, key: object.key })) return { stored: 0, refused: 0 };
  const there = await findPresentArtifacts(db, uuids);
  if (lines.length > 0 && there.size === lines.length) return { stored: 0, refused: 0 };
  if (lines.length > 0 && lines.every(({ version }) => version !== undefined)) {
    return recordMergedSegment(db, { auId, namespaceId, ...object, manifestOffset }, contents);
  }
  if (there.size > 0) return { stored: 0, refused: lines.length - there.size };
  // Store records of these URLs even if they are duplicates now. Imports drop duplicates before storing their bytes, so
  // these records were not duplicates when they were stored. The index may contain a newer artifact with the same
  // payload.
  const urls = await findUrlsInJournaledSegments(db, auId, [...new Set(lines.map(({ uri }) => uri))]);
  const { outcomes } = await recordSegment(db, {
    auId,
    namespaceId,
    storeMs,
    segment: { ...object, manifestOffset },
    entries: lines.map((line) => {
      const entry = parseManifestLine(line, makeRequestUrlkey);
      return urls.has(line.uri) ? { ...entry, storeDuplicate: true } : entry;
    }),
    kept: contents.kept.map(toKeptRecord),
  });
  await stageRequests(db, contents.kept.map(toKeptRecord));
  for (const [uuid, { committed, deleted }] of await readLaterChanges(db, uuids)) {
    if (committed !== undefined) await setCommitted(db, uuid, committed);
    if (deleted) await deleteArtifact(db, uuid);
  }
  const count = (one: string) => outcomes.filter(({ outcome }) => outcome === one).length;
  return { stored: count('stored') + count('repaired'), refused: count('unresolved') };
}

/**
 * Records a merged segment, whose manifest contains complete rows. The old segments are gone; otherwise their rows
 * would exist.
 */
async function recordMergedSegment(
  db: LoadDeps['db'],
  segment: Omit<SegmentToLoad, 'createdMs'>,
  contents: SegmentContents,
): Promise<RecordingCounts> {
  const { lines, kept } = contents;
  const { key, sizeBytes, manifestOffset } = segment;
  const entry: SegmentsMovedEntry = {
    op: 'moved',
    from: [],
    segment: key,
    sizeBytes,
    ...(manifestOffset !== undefined && { manifestOffset }),
  };
  const changes = await readLaterChanges(db, listAffectedArtifacts(contents, entry));
  const known = { ...entry, id: Number.POSITIVE_INFINITY };
  const found = buildSegmentRows({ lines, kept, positions: lines.map((_, i) => i) }, known, changes);
  const loading = { ...segment, createdMs: storeDateOf(lines), entry };
  const { rows } = await loadContradictingSegment(db, loading, found, { inOrder: false });
  await computeAuCounters(db, segment.auId);
  return { stored: rows, refused: 0 };
}

/** Returns the store date of the first record. */
function storeDateOf(lines: readonly ManifestLine[]): number {
  return lines[0]!.storeDate;
}
