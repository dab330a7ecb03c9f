// Segments that the journal does not know. Either their entry was not yet in the object store when the database was
// lost: then they are recorded again as if they had just been written. Or they were left behind by an import that broke
// off, which nobody was told of: those stay out.
import { urlkeyOfRequest } from '@holdfast/surt';
import { type SegmentContents, segmentContents } from '../../content/segments/contents.ts';
import { segmentIdentity } from '../../content/segments/segment-object.ts';
import type { SegmentsMoved } from '../../domain/journal-entry.ts';
import { entryOfLine, keptRecordOf, type ManifestLine } from '../../domain/manifest.ts';
import { deleteArtifact, setCommitted } from '../../index/change-artifact.db.ts';
import { countAu, present } from '../../index/rebuild/complete.db.ts';
import { stageRequests } from '../../index/rebuild/late-requests.db.ts';
import { loadSegment, type SegmentToLoad } from '../../index/rebuild/load-segment.db.ts';
import { changesOf, type StagedSegment, settleSegment, states } from '../../index/rebuild/staging.db.ts';
import { recordSegment } from '../../index/record-segment.db.ts';
import type { JobRun } from '../frame/job-run.ts';
import type { LoadDeps } from './load-known.ts';
import { artifactsOf, rowsOfSegment } from './rows-of-segment.ts';

export interface UnknownSegments extends LoadDeps {
  /** When the last entry of the journal was written; 0: there is no journal. */
  readonly journalEndMs: number;
}

/** Entries follow within seconds: a segment so much older than the last of them will never have one. */
const MARGIN_MS = 10 * 60_000;

export async function settleUnknown(deps: UnknownSegments, run: JobRun, { key, sizeBytes }: StagedSegment) {
  const object = { key, sizeBytes: sizeBytes ?? 0 };
  const identity = await segmentIdentity(deps.store, object);
  const contents = await segmentContents(deps.store, object, { signal: run.signal });
  await run.throttle(contents.readBytes);
  if (!identity || contents.lines.length === 0) {
    run.done({ counts: { 'unreadable objects': 1 } });
    await settleSegment(deps.db, key, states.lost);
    return;
  }
  const writtenMs = contents.writtenMs ?? identity.storeMs;
  const stored =
    writtenMs < deps.journalEndMs - MARGIN_MS ? 0 : await record(deps, identity, object, contents);
  await settleSegment(deps.db, key, stored > 0 ? states.done : states.leftOver);
  const counts = { objects: 1, [stored > 0 ? 'objects beyond the journal' : 'left-over objects']: 1 };
  run.done({ items: stored, bytes: object.sizeBytes, counts });
}

/** Answers how many artifacts there are of it now. */
async function record(
  { db, auOf }: UnknownSegments,
  { namespace, auid, storeMs }: { namespace: string; auid: string; storeMs: number },
  object: { key: string; sizeBytes: number },
  contents: SegmentContents,
): Promise<number> {
  const { lines, manifestOffset } = contents;
  const uuids = lines.map(({ uuid }) => uuid);
  // What is there already has been moved, or was recorded by a run that was interrupted just then.
  if ((await present(db, uuids)).size > 0) return 0;
  const { auId, namespaceId } = await auOf(namespace, auid);
  if (lines.every(({ version }) => version !== undefined)) {
    return recordMoved(db, { auId, namespaceId, ...object, manifestOffset }, contents);
  }
  const { outcomes } = await recordSegment(db, {
    auId,
    namespaceId,
    storeMs,
    segment: { ...object, manifestOffset },
    entries: lines.map((line) => entryOfLine(line, urlkeyOfRequest)),
    kept: contents.kept.map(keptRecordOf),
  });
  await stageRequests(db, contents.kept.map(keptRecordOf));
  for (const [uuid, { committed, deleted }] of await changesOf(db, uuids)) {
    if (committed !== undefined) await setCommitted(db, uuid, committed);
    if (deleted) await deleteArtifact(db, uuid);
  }
  return outcomes.filter(({ outcome }) => outcome === 'stored').length;
}

/** A segment made of others knows all of its rows; the others are gone, or their rows would be there. */
async function recordMoved(
  db: UnknownSegments['db'],
  segment: Omit<SegmentToLoad, 'createdMs'>,
  contents: SegmentContents,
): Promise<number> {
  const { lines, kept } = contents;
  const { key, sizeBytes, manifestOffset } = segment;
  const entry: SegmentsMoved = {
    op: 'moved',
    from: [],
    segment: key,
    sizeBytes,
    ...(manifestOffset !== undefined && { manifestOffset }),
  };
  const changes = await changesOf(db, artifactsOf(contents, entry));
  const known = { ...entry, id: Number.POSITIVE_INFINITY };
  const found = rowsOfSegment({ lines, kept, positions: lines.map((_, i) => i) }, known, changes);
  await loadSegment(db, { ...segment, createdMs: storeDateOf(lines), entry }, found);
  await countAu(db, segment.auId);
  return found.rows.length;
}

/** One for all records of a segment as it is first written. */
function storeDateOf(lines: readonly ManifestLine[]): number {
  return lines[0]!.storeDate;
}
