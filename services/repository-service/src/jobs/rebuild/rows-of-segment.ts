// Computes the rows of a segment from its manifest and from later changes in the journal.
import { makeRequestUrlkey } from '@holdfast/surt';
import type { SegmentContents } from '../../content/segments/contents.ts';
import type {
  DetachedCompanion,
  ReplacedArtifact,
  SegmentRecordedEntry,
  SegmentsMovedEntry,
} from '../../domain/journal-entry.ts';
import { type JournaledOriginal, parseJournaledOriginal } from '../../domain/record/artifact-columns.ts';
import type { ArtifactRow } from '../../domain/record/entry.ts';
import { toKeptRecord } from '../../domain/record/manifest.ts';
import { type ManifestLine, parseManifestLine } from '../../domain/record/manifest-line.ts';
import type { SegmentRows } from '../../index/rebuild/load-segment.db.ts';
import type { LaterChanges } from '../../index/rebuild/staging.db.ts';

/** Journal entry of a segment, and the ID of its line. */
type DecidingEntry = (SegmentRecordedEntry | SegmentsMovedEntry) & { id?: number };

/**
 * Returns the artifacts whose later changes matter for the segment: artifacts that its lines name, and artifacts whose
 * damaged records were replaced by records in this segment.
 */
export function listAffectedArtifacts(
  { lines, kept }: Pick<SegmentContents, 'lines' | 'kept'>,
  entry: DecidingEntry,
): string[] {
  const replaced = entry.op === 'recorded' ? (entry.replaces ?? []) : [];
  return [
    ...lines.map(({ uuid }) => uuid),
    ...replaced.map(([, { artifact }]) => artifact),
    ...[...listDetached(entry), ...kept].flatMap(({ artifact }) => artifact ?? []),
  ];
}

function listDetached(entry: DecidingEntry): DetachedCompanion[] {
  return (entry.op === 'recorded' && entry.loosened) || [];
}

export function buildSegmentRows(
  { lines, positions, kept }: Pick<SegmentContents, 'lines' | 'positions' | 'kept'>,
  entry: DecidingEntry,
  changes: ReadonlyMap<string, LaterChanges>,
): SegmentRows {
  const decided = entry.op === 'recorded' ? collectDecisions(entry) : undefined;
  const entryId = entry.id ?? 0;
  const result: SegmentRows = { rows: [], kept: [], deadBytes: 0, gone: [], unsure: 0 };
  const artifactOf = new Map<string, string>();
  lines.forEach((written, i) => {
    const replaced = positions[i] === undefined ? undefined : decided?.replaced.get(positions[i]);
    const line = replaced ? applyReplacement(written, replaced) : written;
    if (replaced) artifactOf.set(written.uuid, replaced.artifact);
    const decision = findDecision(line, positions[i], decided);
    const change = changes.get(line.uuid);
    // This record was damaged, and a later record has replaced it.
    const isSuperseded = change !== undefined && change.replacedId > entryId;
    if (decision === 'unsure') result.unsure += 1;
    if (typeof decision === 'object' && !change?.deleted && !isSuperseded) {
      const later = change && isChangedLater(change, entry) ? change.committed : undefined;
      const version = change?.version ?? decision.version;
      result.rows.push(toArtifactRow(line, { ...decision, version }, later));
      return;
    }
    result.deadBytes += (line.before ?? 0) + line.length + (line.after ?? 0);
    if (decision === 'payloadOnly' || (typeof decision === 'object' && !isSuperseded)) result.gone.push(line);
  });
  const detached = listDetached(entry);
  for (const { length } of detached) result.deadBytes -= length;
  for (const line of [...detached, ...kept]) {
    const artifactId = line.artifact && (artifactOf.get(line.artifact) ?? line.artifact);
    const change = artifactId === undefined ? undefined : changes.get(artifactId);
    // A companion record (request, metadata) is superseded together with its artifact's record.
    const isSuperseded = change !== undefined && change.replacedId > entryId;
    if (isSuperseded) result.deadBytes += line.length;
    else result.kept.push({ ...toKeptRecord(line), artifactId });
  }
  return result;
}

/**
 * Returns whether the state (committed or uncommitted) changed after the line was written. Lines of a merged segment
 * are older than its journal entry, but not older than the record's last replacement. They are therefore compared with
 * this replacement.
 */
function isChangedLater({ committedId, replacedId }: LaterChanges, entry: DecidingEntry): boolean {
  return committedId > (entry.op === 'moved' ? replacedId : (entry.id ?? 0));
}

/** Returns the manifest line of a replacement record with the identity of the artifact that it repaired. */
function applyReplacement(line: ManifestLine, replaced: ReplacedArtifact): ManifestLine {
  const { artifact: uuid, committed, collectionDate, storeDate } = replaced;
  return { ...line, uuid, committed, collectionDate, storeDate };
}

interface LineDecision {
  readonly version: number;
  readonly original: JournaledOriginal | undefined;
}

interface SegmentDecisions {
  readonly versions: Map<number, number>;
  readonly dropped: Set<number>;
  readonly originals: Map<number, JournaledOriginal>;
  readonly replaced: Map<number, ReplacedArtifact>;
}

function collectDecisions({ versions, dropped, revisits, replaces }: SegmentRecordedEntry): SegmentDecisions {
  const found: SegmentDecisions = {
    versions: new Map(),
    dropped: new Set(),
    originals: new Map(revisits),
    replaced: new Map(replaces),
  };
  for (const [position, { version }] of replaces ?? []) found.versions.set(position, version);
  for (const [first, count, version] of versions ?? []) {
    for (let i = 0; i < count; i++) found.versions.set(first + i, version);
  }
  for (const [first, count] of dropped ?? []) {
    for (let i = 0; i < count; i++) found.dropped.add(first + i);
  }
  return found;
}

/**
 * Returns the journal's decision about a line. For a line without an index, only decisions about the whole segment
 * apply.
 */
function findDecision(
  line: ManifestLine,
  position: number | undefined,
  decided: SegmentDecisions | undefined,
): LineDecision | 'dropped' | 'payloadOnly' | 'unsure' {
  if (line.payloadOnly) return 'payloadOnly';
  if (!decided)
    return line.version === undefined ? 'unsure' : { version: line.version, original: line.original };
  const { versions, dropped, originals, replaced } = decided;
  if (position === undefined) {
    if (dropped.size === 0 && line.givenVersion !== undefined)
      return { version: line.givenVersion, original: undefined };
    const plain = versions.size + dropped.size + replaced.size === 0 && line.kind !== 'revisit';
    return plain ? { version: 1, original: undefined } : 'unsure';
  }
  if (dropped.has(position)) return 'dropped';
  return { version: versions.get(position) ?? 1, original: originals.get(position) };
}

function toArtifactRow(
  line: ManifestLine,
  { version, original }: LineDecision,
  committed: boolean | undefined,
): ArtifactRow {
  const entry = parseManifestLine(line, makeRequestUrlkey);
  return {
    entry: { ...entry, committed: committed ?? entry.committed },
    version,
    original: original && parseJournaledOriginal(original),
    storeMs: line.storeDate,
  };
}
