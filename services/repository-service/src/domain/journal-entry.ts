// What the journal says: the outcome of each index transaction, as far as the segments' manifests cannot tell it.
// Stored as JSON in the transaction itself, and from there as lines in objects of the store; see the documentation
// of that form in docs/reading-without-holdfast.md. Fields are only ever added.
import type { KeptType } from './record/kept-record.ts';
import type { JournaledOriginal } from './record/originals.ts';

export type JournalEntry =
  | SegmentRecorded
  | ArtifactsChanged
  | ArtifactsRenumbered
  | ArtifactsPurged
  | BulkMarked
  | SegmentsMoved;

/** A run of consecutive manifest lines: the first one's position (from 0), and how many. */
export type Run = [position: number, count: number];

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
export interface ArtifactsRenumbered {
  readonly op: 'renumbered';
  readonly versions: [artifact: string, version: number][];
}

/** Deleted, and the bytes erased: by whom, and why. The line of the journal says when. */
export interface ArtifactsPurged {
  readonly op: 'purged';
  readonly artifacts: string[];
  /** SHA-256 of each one's payload, lower-case hex. */
  readonly digests: string[];
  readonly by: string;
  readonly reason: string;
}

/** The AU was marked for bulk transfer, or its mark taken away. */
export interface BulkMarked {
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
