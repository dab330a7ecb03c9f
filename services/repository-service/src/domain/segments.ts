// UUIDs of the records in a segment, and the segment's journal entry.
//
// The UUID of an imported artifact is derived from its segment's UUID and its record's offset, so that the UUID survives
// the loss of the manifest. It is a version 7 UUID with the segment's time, so that new rows are adjacent in the
// database index. The offset in units of UNIT_BYTES follows, so that UUIDs sort like the records. The remaining bits are
// random bits of the segment's UUID.
import type { LineRun, Provenance, ReplacedArtifact, SegmentRecordedEntry } from './journal-entry.ts';
import { type JournaledOriginal, toJournalOriginal } from './record/artifact-columns.ts';
import type { ArtifactRow, DamagedCopy, ImportEntry } from './record/entry.ts';
import { type ClosedSegment, type KeptRecord, toKeptLine } from './record/manifest.ts';

/** Unit of offsets in UUIDs. Stored records are longer than a unit, so no two records start in the same unit. */
const UNIT_BYTES = 32;
const MAX_UNITS = 2 ** 32 - 1;
const RANDOM_BITS = 2 ** 42;

export function makeRecordUuid(segmentUuid: string, offset: number): string {
  if (segmentUuid !== last.segmentUuid) last = splitSegmentUuid(segmentUuid);
  const units = Math.min(Math.floor(offset / UNIT_BYTES), MAX_UNITS);
  const high = Math.floor(units / 2 ** 20);
  const low = units % 2 ** 20;
  const third = 0x7000 + high;
  const fourth = 0x8000 + Math.floor(low / 64);
  const fifth = (low % 64) * 2 ** 10 + last.randomHigh;
  const end = (0x10000 + fifth).toString(16).slice(1) + last.randomLow;
  // Use `join`, which creates a flat string. A concatenated string references its parts and takes five times the
  // memory.
  return [last.time, third.toString(16), fourth.toString(16), end].join('-');
}

/**
 * Cache of the parts that all UUIDs of a segment have in common, because the UUIDs of one segment are usually created
 * in succession.
 */
let last = splitSegmentUuid('00000000-0000-7000-8000-000000000000');

function splitSegmentUuid(segmentUuid: string) {
  // Take the last 42 bits of the segment's UUID, which are random.
  const random = Number.parseInt(segmentUuid.slice(24), 16) % RANDOM_BITS;
  return {
    segmentUuid,
    time: segmentUuid.slice(0, 13),
    randomHigh: Math.floor(random / 2 ** 32),
    randomLow: (random % 2 ** 32).toString(16).padStart(8, '0'),
  };
}

/** Parses the segment's UUID in the key of its object: `ns/{namespace}/{hash of AUID}/{uuid}.warc.gz`. */
export function parseSegmentUuid(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1).slice(0, 36);
}

/**
 * Returns the journal entry of a segment that an import or a repair has written. `entries`: the batch; its stored entries correspond to the manifest lines, in
 * order. `rows`: rows of some entries, in the same order. `loosened`: stored companion records of entries without a
 * row.
 */
export function toSegmentEntry(
  { key, sizeBytes, manifestOffset }: ClosedSegment,
  entries: readonly ImportEntry[],
  rows: readonly ArtifactRow[],
  detached: readonly KeptRecord[] = [],
  provenance?: Provenance,
): SegmentRecordedEntry {
  const lines = matchRowsToLines(entries, rows);
  const versions = groupEqualItems(lines, laterVersionOf);
  const dropped = groupEqualItems(lines, isDropped).map(([position, count]): LineRun => [position, count]);
  const revisits: [number, JournaledOriginal][] = [];
  const replaces: [number, ReplacedArtifact][] = [];
  for (const [position, row] of lines.entries()) {
    if (row?.original) revisits.push([position, toJournalOriginal(row.original.payload.id, row.original)]);
    if (row?.replaces) replaces.push([position, toReplacedArtifact(row.replaces)]);
  }
  const given = rows.filter(hasGivenIdentity).map(({ entry }) => entry.id);
  const created = provenance?.via === 'create' ? rows.filter(isNew).map(({ entry }) => entry.id) : [];
  return {
    op: 'recorded',
    segment: key,
    sizeBytes,
    records: lines.length,
    ...(manifestOffset !== undefined && { manifestOffset }),
    ...(versions.length > 0 && { versions }),
    ...(dropped.length > 0 && { dropped }),
    ...(detached.length > 0 && { loosened: detached.map(toKeptLine) }),
    ...(revisits.length > 0 && { revisits }),
    ...(given.length > 0 && { given }),
    ...(replaces.length > 0 && { replaces }),
    ...(provenance && { provenance }),
    ...(created.length > 0 && { created }),
  };
}

/** Returns the artifact row of each manifest line, or undefined for a line without a row. */
function matchRowsToLines(
  entries: readonly ImportEntry[],
  rows: readonly ArtifactRow[],
): readonly (ArtifactRow | undefined)[] {
  const lines: (ArtifactRow | undefined)[] = [];
  let next = 0;
  for (const entry of entries) {
    if (!entry.stored) continue;
    lines.push(rows[next]?.entry === entry ? rows[next++] : undefined);
  }
  // Fail here. Otherwise, the journal would list the unmatched rows as dropped, and a rebuild would lose them.
  if (next !== rows.length) throw new Error('rows are not in the order of their entries');
  return lines;
}

function toReplacedArtifact({
  id,
  version,
  committed,
  collectionMs,
  storeMs,
}: DamagedCopy): ReplacedArtifact {
  return { artifact: id, version, committed, collectionDate: collectionMs, storeDate: storeMs };
}

const laterVersionOf = (row: ArtifactRow | undefined) =>
  row && row.version !== 1 && !row.replaces ? row.version : undefined;
const isNew = ({ replaces }: ArtifactRow) => replaces === undefined;
const isDropped = (row: ArtifactRow | undefined) => (row ? undefined : true);
const hasGivenIdentity = ({ entry }: ArtifactRow) => entry.record.given !== undefined;

/** Groups consecutive items with the same `value`. Skips items without a value. */
function groupEqualItems<T, V>(
  items: readonly T[],
  value: (item: T) => V | undefined,
): [number, number, V][] {
  const found: [number, number, V][] = [];
  for (const [position, item] of items.entries()) {
    const own = value(item);
    if (own === undefined) continue;
    const last = found.at(-1);
    if (last && last[0] + last[1] === position && last[2] === own) last[1] += 1;
    else found.push([position, 1, own]);
  }
  return found;
}
