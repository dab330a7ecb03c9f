// Entries of the journal. Entries record the outcome of each index transaction, except data that segment manifests
// already contain. The transaction stores the entries as JSON, and a job later copies them to the store, one per line.
// docs/reading-without-holdfast.md documents the format. Fields may be added, but never changed or removed.

import type { JournaledOriginal } from './record/artifact-columns.ts';
import type { KeptType } from './record/manifest.ts';

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
  | SegmentsMovedEntry
  | DeletionRequestedEntry
  | DeletionDecidedEntry
  | ArtifactsRestoredEntry;

/** Consecutive manifest lines: index of the first line (from 0) and number of lines. */
export type LineRun = [position: number, count: number];

/** Origin of a segment's records. Used only for the history, not for a rebuild of the index. */
export interface Provenance {
  readonly via: 'import' | 'create' | 'migration' | 'repair';
  /** User whose request stored the records. */
  readonly by?: string | undefined;
  /** Name of the uploaded file. */
  readonly file?: string | undefined;
  /**
   * Source of the bytes that repaired damaged artifacts: `upload`, `artifact:UUID` (an intact artifact of this
   * repository), `store:NAME` or `peer:URL`.
   */
  readonly source?: string | undefined;
}

/** Records that a segment was indexed. The manifest describes each record; this entry contains the outcomes. */
export interface SegmentRecordedEntry {
  readonly op: 'recorded';
  /** Key of the segment's object. */
  readonly segment: string;
  readonly sizeBytes: number;
  /** Offset of the manifest's gzip member. */
  readonly manifestOffset?: number;
  /** Number of artifact lines in the manifest. */
  readonly records: number;
  /** Versions of the artifacts whose version is not 1. */
  readonly versions?: [...LineRun, version: number][];
  /**
   * Manifest lines of records that did not become artifacts, such as duplicates and revisits whose original was not
   * found.
   */
  readonly dropped?: LineRun[];
  /**
   * Stored companion records (request, metadata) of records that did not become artifacts. Each element has the fields
   * of a manifest line.
   */
  readonly loosened?: DetachedCompanion[];
  /** Fields that each revisit takes from its original. */
  readonly revisits?: [position: number, original: JournaledOriginal][];
  /**
   * UUIDs of artifacts that keep their identity from another repository. Earlier journal entries about such a UUID,
   * such as a deletion, concern a former artifact and no longer apply.
   */
  readonly given?: string[];
  /**
   * Damaged artifacts that this segment repaired, each with the manifest line of its new record. Ignore the UUID in
   * that line.
   */
  readonly replaces?: [position: number, replaced: ReplacedArtifact][];
  readonly provenance?: Provenance;
  /** UUIDs of artifacts created by clients. All other UUIDs are derived from the segment's UUID (record-uuid.ts). */
  readonly created?: string[];
}

export interface DetachedCompanion {
  readonly kept: KeptType;
  readonly offset: number;
  readonly length: number;
  readonly crc32?: number | undefined;
  readonly recordId?: string | undefined;
  /** Artifact that the companion record was captured with. Absent if it belongs to no artifact. */
  readonly artifact?: string | undefined;
}

/**
 * Fields that a repaired artifact retains. The manifest line of the new record contains the remaining fields. Revisits
 * that shared the old payload share the new one.
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
  /** User who made the change. Absent if a job made it. */
  readonly by?: string;
  readonly reason?: string;
  /** Number of the request that a second user approved, and the name of that user. Only for deletions. */
  readonly request?: number;
  readonly approvedBy?: string;
}

/**
 * Records new versions that a rebuild assigned. A version can be in use twice for one URL if the index was restored to
 * an earlier state.
 */
interface ArtifactsRenumbered {
  readonly op: 'renumbered';
  readonly versions: [artifact: string, version: number][];
}

/**
 * Records that artifacts were deleted and that their bytes must be erased. Contains the user and the reason; the
 * journal line contains the time.
 */
interface ArtifactsPurged {
  readonly op: 'purged';
  readonly artifacts: string[];
  /** SHA-256 of each purged payload, in lower-case hex. */
  readonly digests: string[];
  readonly by: string;
  readonly reason: string;
  /** Number of the approved request. Absent if the purge needed no approval. */
  readonly request?: number;
}

/** Records a hold on an AU or on one of its artifacts, which prevents deletion until it is lifted or ends. */
export interface HoldPlacedEntry {
  readonly op: 'held';
  /** UUID of the hold. */
  readonly hold: string;
  /** Absent if the whole AU is held. */
  readonly artifact?: string;
  readonly by: string;
  readonly reason: string;
  /** End of the hold, in milliseconds since 1970; absent if it lasts until it is lifted. */
  readonly until?: number;
  /** Set if the entry changes the reason or the end of an existing hold. `by` is then the user who changed it. */
  readonly changed?: true;
}

/** Records that a hold was lifted. `artifact` has the same value as in the entry that placed the hold. */
export interface HoldLiftedEntry {
  readonly op: 'released';
  readonly hold: string;
  readonly artifact?: string;
  readonly by: string;
  readonly reason?: string;
}

/** Records that all records of a segment were read and their digests verified. */
export interface SegmentCheckedEntry {
  readonly op: 'checked';
  readonly segment: string;
  readonly artifacts: number;
  /** Number of damaged records. Absent if none is damaged. */
  readonly damaged?: number;
  /** At most 20 of the artifacts whose records are damaged. Present only if the object was then replaced. */
  readonly damagedArtifacts?: string[];
  /** Fault of the whole object, in contrast to damage to individual records. */
  readonly fault?: string;
  /** Store from which the object was read. Absent if only one store is configured. */
  readonly store?: string;
  /**
   * Source of the bytes that then replaced the object in this store, such as `store:NAME`. Absent if the object was not
   * replaced.
   */
  readonly source?: string;
}

/** Records that artifacts were found damaged, were repaired, or were found intact again. */
export interface DamageChangedEntry {
  readonly op: 'damaged' | 'repaired' | 'well';
  readonly artifacts: string[];
  readonly reason?: string;
  /** Source of the intact bytes, as in `Provenance`. */
  readonly source?: string;
  /** Store with the damaged or repaired bytes. Absent if only one store is configured. */
  readonly store?: string;
  /** User or peer that supplied the intact bytes. */
  readonly by?: string;
}

/** Records that the bytes of purged artifacts were erased. */
interface ArtifactsErased {
  readonly op: 'erased';
  readonly artifacts: string[];
}

/** Records that an AU was marked for bulk transfer, or was unmarked. */
interface BulkMarked {
  readonly op: 'bulk';
  readonly marked: boolean;
}

/**
 * Records that the records of old segments were moved to one new segment. The manifest of the new segment is complete:
 * its lines contain `version` and, for revisits, `original`.
 */
export interface SegmentsMovedEntry {
  readonly op: 'moved';
  readonly from: string[];
  /** Absent if all records of the old segments were dead. */
  readonly segment?: string;
  readonly sizeBytes?: number;
  readonly manifestOffset?: number;
  /** Byte ranges that were copied unchanged. `from`: index of the old segment in the list `from` of this entry. */
  readonly copied?: [from: number, fromOffset: number, offset: number, lengthBytes: number][];
}

/** Records a request to delete or purge artifacts, which another user must approve. Nothing is deleted yet. */
export interface DeletionRequestedEntry {
  readonly op: 'deletion-requested';
  readonly number: number;
  readonly kind: 'delete' | 'purge';
  readonly artifacts: string[];
  readonly by: string;
  /** Stable identity of an OpenID Connect user: `oidc:` and the subject. The user's name in `by` may change. */
  readonly account?: string;
  readonly reason?: string;
}

/**
 * Records the rejection, withdrawal or expiry of a request, or the approval of a request to purge. The approval of a
 * request to delete is recorded by a `deleted` entry instead, which contains the number of the request.
 */
export interface DeletionDecidedEntry {
  readonly op: 'deletion-decided';
  readonly number: number;
  readonly decision: 'approved' | 'rejected' | 'withdrawn' | 'expired';
  readonly artifacts: string[];
  /** Absent if the request expired. */
  readonly by?: string;
  readonly reason?: string;
}

/** Records that the deleted artifacts of one segment were restored. */
export interface ArtifactsRestoredEntry {
  readonly op: 'restored';
  /** Number of the undone deletion. */
  readonly number: number;
  readonly segment: string;
  readonly artifacts: string[];
  readonly by: string;
  /** New versions of artifacts whose version was taken by a later import. */
  readonly versions?: [artifact: string, version: number][];
}
