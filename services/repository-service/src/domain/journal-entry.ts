// What the journal says: the outcome of each index transaction, as far as the segments' manifests cannot tell it.
// Stored as JSON in the transaction itself, and from there as lines in objects of the store; see the documentation
// of that form in docs/reading-without-holdfast.md. Fields are only ever added.

import { type JournaledOriginal, toJournaled } from './record/artifact-columns.ts';
import type { ArtifactRow, DamagedCopy, Entry } from './record/entry.ts';
import { type ClosedSegment, type KeptRecord, type KeptType, toKeptLine } from './record/manifest.ts';

export type JournalEntry =
  | SegmentRecorded
  | ArtifactsChanged
  | ArtifactsRenumbered
  | ArtifactsPurged
  | BulkMarked
  | SegmentsMoved;

/** A run of consecutive manifest lines: the first one's position (from 0), and how many. */
type Run = [position: number, count: number];

/** A segment's rows were made. Its manifest tells of every record; this tells what became of them. */
export interface SegmentRecorded {
  readonly op: 'recorded';
  /** Key of its object. */
  readonly segment: string;
  readonly sizeBytes: number;
  /** Where the manifest's gzip member begins. */
  readonly manifestOffset?: number;
  /** How many lines it has. */
  readonly records: number;
  /** Versions other than 1. */
  readonly versions?: [...Run, version: number][];
  /** Records that no artifact was made of: duplicates, and revisits of nothing. */
  readonly dropped?: Run[];
  /** Companions of dropped records that are kept all the same: as lines of the manifest. */
  readonly loosened?: Loosened[];
  /** What each revisit took from its original. */
  readonly revisits?: [position: number, original: JournaledOriginal][];
  /**
   * Uuids of artifacts that kept the identity which they had in another repository. What was said of such a uuid before,
   * that it was deleted, say, was said of an artifact that is no more.
   */
  readonly given?: string[];
  /** Records that took the place of damaged ones. The uuids of their lines are nobody's. */
  readonly replaces?: [position: number, replaced: Replaced][];
}

export interface Loosened {
  readonly kept: KeptType;
  readonly offset: number;
  readonly length: number;
  readonly crc32?: number | undefined;
  readonly recordId?: string | undefined;
  /** The artifact that is the capture they came with; absent where they belong to nothing. */
  readonly artifact?: string | undefined;
}

/**
 * An artifact that was repaired: this of it stays, everything else is as its new record's line says. Its old record,
 * wherever that lies, is dead; revisits that it holds the payload of find it in the new one.
 */
export interface Replaced {
  readonly artifact: string;
  readonly version: number;
  readonly committed: boolean;
  /** Milliseconds since 1970. */
  readonly collectionDate: number;
  readonly storeDate: number;
}

export interface ArtifactsChanged {
  readonly op: 'committed' | 'uncommitted' | 'deleted';
  readonly artifacts: string[];
}

/**
 * A rebuild gave these artifacts other versions than they were stored with: two histories of the index, one of which was put back to
 * an earlier state, had given the same version of a URL to two artifacts.
 */
interface ArtifactsRenumbered {
  readonly op: 'renumbered';
  readonly versions: [artifact: string, version: number][];
}

/** Deleted, and the bytes erased: by whom, and why. The line of the journal says when. */
interface ArtifactsPurged {
  readonly op: 'purged';
  readonly artifacts: string[];
  /** SHA-256 of each one's payload, lower-case hex. */
  readonly digests: string[];
  readonly by: string;
  readonly reason: string;
}

/** The AU was marked for bulk transfer, or its mark taken away. */
interface BulkMarked {
  readonly op: 'bulk';
  readonly marked: boolean;
}

/**
 * Rows of some segments now point into one new segment, and nothing needs the old ones any more. The manifest of the
 * new one is complete by itself: its lines have `version` and, for revisits, `original`.
 */
export interface SegmentsMoved {
  readonly op: 'moved';
  readonly from: string[];
  /** Absent when nothing had to be kept. */
  readonly segment?: string;
  readonly sizeBytes?: number;
  readonly manifestOffset?: number;
  /** What was copied from where: each run is of one of `from` (by its position there), verbatim. */
  readonly copied?: [from: number, fromOffset: number, offset: number, lengthBytes: number][];
}

/**
 * The journal's entry of a segment. `entries`: the whole batch; those that are stored are the manifest's lines, in this
 * order. `rows`: of some of them, in the same order. `loosened`: companions of entries without a row that are kept.
 */
export function segmentRecorded(
  { key, sizeBytes, manifestOffset }: ClosedSegment,
  entries: readonly Entry[],
  rows: readonly ArtifactRow[],
  loosened: readonly KeptRecord[] = [],
): SegmentRecorded {
  const lines = rowsOfLines(entries, rows);
  const versions = runs(lines, laterVersionOf);
  const dropped = runs(lines, isDropped).map(([position, count]): Run => [position, count]);
  const revisits: [number, JournaledOriginal][] = [];
  const replaces: [number, Replaced][] = [];
  for (const [position, row] of lines.entries()) {
    if (row?.original) revisits.push([position, toJournaled(row.original.payload.id, row.original)]);
    if (row?.replaces) replaces.push([position, replaced(row.replaces)]);
  }
  const given = rows.filter(isGiven).map(({ entry }) => entry.id);
  return {
    op: 'recorded',
    segment: key,
    sizeBytes,
    records: lines.length,
    ...(manifestOffset !== undefined && { manifestOffset }),
    ...(versions.length > 0 && { versions }),
    ...(dropped.length > 0 && { dropped }),
    ...(loosened.length > 0 && { loosened: loosened.map(toKeptLine) }),
    ...(revisits.length > 0 && { revisits }),
    ...(given.length > 0 && { given }),
    ...(replaces.length > 0 && { replaces }),
  };
}

/** For each line of the manifest its row, if it has one. */
function rowsOfLines(
  entries: readonly Entry[],
  rows: readonly ArtifactRow[],
): readonly (ArtifactRow | undefined)[] {
  const lines: (ArtifactRow | undefined)[] = [];
  let next = 0;
  for (const entry of entries) {
    if (!entry.stored) continue;
    lines.push(rows[next]?.entry === entry ? rows[next++] : undefined);
  }
  // The journal would say of them that they were dropped, and a rebuild would believe it.
  if (next !== rows.length) throw new Error('rows are not in the order of their entries');
  return lines;
}

function replaced({ id, version, committed, collectionMs, storeMs }: DamagedCopy): Replaced {
  return { artifact: id, version, committed, collectionDate: collectionMs, storeDate: storeMs };
}

const laterVersionOf = (row: ArtifactRow | undefined) =>
  row && row.version !== 1 && !row.replaces ? row.version : undefined;
const isDropped = (row: ArtifactRow | undefined) => (row ? undefined : true);
const isGiven = ({ entry }: ArtifactRow) => entry.record.given !== undefined;

/** Runs of neighbours for which `value` answers the same; those with undefined are left out. */
function runs<T, V>(items: readonly T[], value: (item: T) => V | undefined): [number, number, V][] {
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
