// Entries of the journal. They record the outcome of each index transaction, without the data that the manifests of its
// segments contain. The transaction stores the entries as JSON. They are later copied to objects in the store, one line
// per entry. docs/reading-without-holdfast.md documents this format. Fields may be added, but never changed or removed.

import { type JournaledOriginal, toJournaledOriginal } from './record/artifact-columns.ts';
import type { ArtifactRow, DamagedCopy, ImportEntry } from './record/entry.ts';
import { type ClosedSegment, type KeptRecord, type KeptType, toKeptLine } from './record/manifest.ts';

export type JournalEntry =
  | SegmentRecordedEntry
  | ArtifactsChangedEntry
  | ArtifactsRenumbered
  | ArtifactsPurged
  | BulkMarked
  | HoldPlacedEntry
  | HoldLiftedEntry
  | SegmentCheckedEntry
  | DamageChangedEntry
  | ArtifactsErased
  | SegmentsMovedEntry;

/** A run of consecutive manifest lines: position of the first one (from 0), and their number. */
type Run = [position: number, count: number];

/** Origin of a segment's records. Recorded only as history; artifacts can be rebuilt without it. */
export interface Provenance {
  readonly via: 'import' | 'create' | 'migration' | 'repair';
  /** User whose request stored the records. */
  readonly by?: string | undefined;
  /** Name of the uploaded file. */
  readonly file?: string | undefined;
  /**
   * Origin of the content that repaired damaged artifacts: `upload`, `artifact:UUID` (an intact copy in this
   * repository), `store:NAME` or `peer:URL`.
   */
  readonly source?: string | undefined;
}

/**
 * The rows of a segment were created. The manifest describes every record, and this entry contains the outcome of every
 * record.
 */
export interface SegmentRecordedEntry {
  readonly op: 'recorded';
  /** Key of its object. */
  readonly segment: string;
  readonly sizeBytes: number;
  /** Offset of the manifest's gzip member. */
  readonly manifestOffset?: number;
  /** Number of lines of the manifest. */
  readonly records: number;
  /** Versions of the artifacts whose version is not 1. */
  readonly versions?: [...Run, version: number][];
  /** Records that did not become artifacts: duplicates, and revisits without an original. */
  readonly dropped?: Run[];
  /** Companions of dropped records. Each companion is stored separately and has its own line in the manifest. */
  readonly loosened?: DetachedCompanion[];
  /** Fields that each revisit took from its original. */
  readonly revisits?: [position: number, original: JournaledOriginal][];
  /**
   * Uuids of artifacts that kept their identity from another repository. Earlier journal entries about such a uuid,
   * such as its deletion, apply to a former artifact and no longer count.
   */
  readonly given?: string[];
  /** Records that replaced damaged ones. The uuids in the manifest lines of these records are not used. */
  readonly replaces?: [position: number, replaced: ReplacedArtifact][];
  readonly provenance?: Provenance;
  /** Uuids of created artifacts. All other uuids are derived from the uuid of the segment (record-uuid.ts). */
  readonly created?: string[];
}

export interface DetachedCompanion {
  readonly kept: KeptType;
  readonly offset: number;
  readonly length: number;
  readonly crc32?: number | undefined;
  readonly recordId?: string | undefined;
  /** Artifact of the capture with which the companion arrived. Absent if the companion belongs to no artifact. */
  readonly artifact?: string | undefined;
}

/**
 * Fields that a repaired artifact keeps. The manifest line of its new record contains all other fields. Its old record
 * is no longer needed, and revisits that share its payload use the new record.
 */
export interface ReplacedArtifact {
  readonly artifact: string;
  readonly version: number;
  readonly committed: boolean;
  /** Milliseconds since 1970. */
  readonly collectionDate: number;
  readonly storeDate: number;
}

export interface ArtifactsChangedEntry {
  readonly op: 'committed' | 'uncommitted' | 'deleted';
  readonly artifacts: string[];
  /** User who made the change; absent if a job made it. */
  readonly by?: string;
}

/**
 * A rebuild assigned new versions to these artifacts. This is necessary if the index was restored to an earlier state
 * and a second artifact then got an already used version of the same URL.
 */
interface ArtifactsRenumbered {
  readonly op: 'renumbered';
  readonly versions: [artifact: string, version: number][];
}

/**
 * Artifacts were deleted and their bytes erased. The entry contains the user and the reason; its journal line contains
 * the time.
 */
interface ArtifactsPurged {
  readonly op: 'purged';
  readonly artifacts: string[];
  /** SHA-256 of each payload, lower-case hex. */
  readonly digests: string[];
  readonly by: string;
  readonly reason: string;
}

/** An AU or one of its artifacts was placed under hold. It cannot be deleted until the hold is lifted or ends. */
export interface HoldPlacedEntry {
  readonly op: 'held';
  /** Uuid of the hold. */
  readonly hold: string;
  /** Absent if the whole AU is held. */
  readonly artifact?: string;
  readonly by: string;
  readonly reason: string;
  /** End of the hold, in milliseconds since 1970; absent if it lasts until it is lifted. */
  readonly until?: number;
}

/** The hold was lifted. `artifact` has the same value as in the entry that placed the hold. */
export interface HoldLiftedEntry {
  readonly op: 'released';
  readonly hold: string;
  readonly artifact?: string;
  readonly by: string;
  readonly reason?: string;
}

/** All records of a segment were read and compared with their digests. */
export interface SegmentCheckedEntry {
  readonly op: 'checked';
  readonly segment: string;
  /** Number of artifacts whose records are in the segment. */
  readonly artifacts: number;
  /** Number of damaged records; absent if there were none. */
  readonly damaged?: number;
  /** Fault of the object itself, as opposed to damage in its records. */
  readonly fault?: string;
  /** Name of the store whose copy was read; absent if there is only one store. */
  readonly store?: string;
  /**
   * Origin of the bytes that replaced this copy afterwards, such as `store:NAME`. Absent if the copy was not replaced.
   */
  readonly source?: string;
}

/** Artifacts were found damaged, were repaired, or were found intact again. */
export interface DamageChangedEntry {
  readonly op: 'damaged' | 'repaired' | 'well';
  readonly artifacts: string[];
  readonly reason?: string;
  /** Origin of the intact bytes, as in `Provenance`. */
  readonly source?: string;
  /** Name of the store whose copy was damaged or repaired; absent if there is only one store. */
  readonly store?: string;
  /** User or peer that provided the repair. */
  readonly by?: string;
}

/** The bytes of purged artifacts were erased. */
interface ArtifactsErased {
  readonly op: 'erased';
  readonly artifacts: string[];
}

/** The AU was marked for bulk transfer, or the mark was removed. */
interface BulkMarked {
  readonly op: 'bulk';
  readonly marked: boolean;
}

/**
 * The rows of some segments now refer to one new segment, and the old segments are no longer needed. The manifest of
 * the new segment is complete: its lines have `version` and, for revisits, `original`.
 */
export interface SegmentsMovedEntry {
  readonly op: 'moved';
  readonly from: string[];
  /** Absent if no record of the old segments was needed. */
  readonly segment?: string;
  readonly sizeBytes?: number;
  readonly manifestOffset?: number;
  /**
   * Byte ranges that were copied unchanged. `from` in a range is an index into this entry's list `from` of old
   * segments.
   */
  readonly copied?: [from: number, fromOffset: number, offset: number, lengthBytes: number][];
}

/**
 * Returns the journal entry of a segment. `entries` is the whole batch; its stored entries correspond to the manifest's
 * lines, in the same order. `rows`: the rows of some of the entries, in the same order. `loosened`: the stored
 * companions of entries without a row.
 */
export function toSegmentEntry(
  { key, sizeBytes, manifestOffset }: ClosedSegment,
  entries: readonly ImportEntry[],
  rows: readonly ArtifactRow[],
  loosened: readonly KeptRecord[] = [],
  provenance?: Provenance,
): SegmentRecordedEntry {
  const lines = rowsOfLines(entries, rows);
  const versions = runs(lines, laterVersionOf);
  const dropped = runs(lines, isDropped).map(([position, count]): Run => [position, count]);
  const revisits: [number, JournaledOriginal][] = [];
  const replaces: [number, ReplacedArtifact][] = [];
  for (const [position, row] of lines.entries()) {
    if (row?.original) revisits.push([position, toJournaledOriginal(row.original.payload.id, row.original)]);
    if (row?.replaces) replaces.push([position, replaced(row.replaces)]);
  }
  const given = rows.filter(isGiven).map(({ entry }) => entry.id);
  const created = provenance?.via === 'create' ? rows.filter(isNew).map(({ entry }) => entry.id) : [];
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
    ...(provenance && { provenance }),
    ...(created.length > 0 && { created }),
  };
}

/** Returns the artifact row of each manifest line, or undefined for a line without a row. */
function rowsOfLines(
  entries: readonly ImportEntry[],
  rows: readonly ArtifactRow[],
): readonly (ArtifactRow | undefined)[] {
  const lines: (ArtifactRow | undefined)[] = [];
  let next = 0;
  for (const entry of entries) {
    if (!entry.stored) continue;
    lines.push(rows[next]?.entry === entry ? rows[next++] : undefined);
  }
  // If these rows were left unmatched, the journal would list them as dropped and a rebuild would omit them.
  if (next !== rows.length) throw new Error('rows are not in the order of their entries');
  return lines;
}

function replaced({ id, version, committed, collectionMs, storeMs }: DamagedCopy): ReplacedArtifact {
  return { artifact: id, version, committed, collectionDate: collectionMs, storeDate: storeMs };
}

const laterVersionOf = (row: ArtifactRow | undefined) =>
  row && row.version !== 1 && !row.replaces ? row.version : undefined;
const isNew = ({ replaces }: ArtifactRow) => replaces === undefined;
const isDropped = (row: ArtifactRow | undefined) => (row ? undefined : true);
const isGiven = ({ entry }: ArtifactRow) => entry.record.given !== undefined;

/** Returns the runs of consecutive items with the same `value`. Items without a value are skipped. */
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
