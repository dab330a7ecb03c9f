// Entries that are indexed together with their segment, and their outcomes in the index.

import type { OriginalFields } from './fields.ts';
import type { CompanionType } from './read-companion.ts';
import type { CapturedRecord } from './read-record.ts';

/** A record whose bytes are in a segment, before the index has assigned a version to it. */
export interface ImportEntry {
  id: string;
  readonly record: CapturedRecord;
  /** Position of the stored member in its segment. */
  stored: StoredEntry | undefined;
  /** Original of a revisit, if it was found before the batch was created. */
  readonly original?: NamedOriginal | undefined;
  readonly committed: boolean;
  /**
   * Uuid of the damaged artifact that the entry would replace. The segment of the entry contains the readable
   * companions of that artifact.
   */
  replacementFor?: string | undefined;
  /** The entry may replace only artifacts with these uuids. An entry that replaces none of them is dropped. */
  readonly repairs?: ReadonlySet<string> | undefined;
  /** Whether to store the record even if the latest committed version of its URL has the same payload. */
  readonly storeDuplicate: boolean;
  /** Outcome for later records of the upload that depend on this entry. Set when its batch has finished. */
  outcome?: EntryOutcome | undefined;
}

/** Position of a record's gzip member, and the companions stored directly before and after it. */
export interface StoredEntry extends StoredMember {
  /** Lengths in bytes of the companions directly before and after the record, and the CRC-32 of all of them. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly companionsCrc?: number | undefined;
  /**
   * The same companions individually. Set if the index transaction may drop the entry. In that case, the companions are
   * stored without it.
   */
  readonly members?: readonly StoredCompanion[] | undefined;
}

/** A stored artifact of the same capture as a record that is imported again. */
export interface StoredCapture {
  /** The artifact's uuid. */
  readonly id: string;
  /** Lengths in bytes of the companions directly before and after the artifact, and the CRC-32 of all of them. */
  readonly before: number;
  readonly after: number;
  readonly companionsCrc: number | undefined;
}

export interface StoredCompanion extends StoredMember {
  readonly type: CompanionType;
  /** WARC-Record-ID, verbatim. */
  readonly recordId: string | undefined;
}

/** Content that is in an AU or is about to be stored there. */
export interface NamedOriginal {
  readonly url: string;
  /** Digest of the payload, lower-case hex. */
  readonly sha256: string;
  /** SHA-1 of the body as stored, if known. */
  readonly storedSha1?: string | undefined;
  /** SHA-1 of a de-chunked payload, if known. */
  readonly payloadSha1?: string | undefined;
}

export interface StoredMember {
  readonly offset: number;
  readonly length: number;
  /** CRC-32 of the compressed member. Undefined if it was not recorded. */
  readonly crc32?: number | undefined;
}

/** Fields of an artifact that are sent in its status line. */
export interface ArtifactName {
  readonly id: string;
  /** Set if the artifact keeps its identity from another repository. */
  readonly committed?: boolean | undefined;
  readonly version: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** An artifact whose stored record is damaged. */
export interface DamagedCopy extends CapturedMethod {
  readonly id: string;
  readonly version: number;
  /** Digest of the payload, lower-case hex. */
  readonly sha256: string;
  readonly committed: boolean;
  /** Whether the artifact uses the payload of another record. */
  readonly isRevisit: boolean;
  readonly collectionMs: number;
  readonly storeMs: number;
  /** Whether only its companion records are damaged. */
  readonly companionsAlone?: boolean;
  /** Whether it has companion records. */
  readonly hasCompanions?: boolean;
}

/** Outcome of an entry in the index transaction. */
export type EntryOutcome =
  | { outcome: 'stored'; artifact: ArtifactName }
  /** The entry replaced a damaged copy of the same content. `committed` is the state after the repair. */
  | { outcome: 'repaired'; artifact: ArtifactName; copy: DamagedCopy; committed: boolean }
  /** `lacking`: companions of the capture that the stored artifact does not have. */
  | {
      outcome: 'duplicate';
      artifact: ArtifactName;
      message: string;
      lacking?: readonly StoredCompanion[] | undefined;
    }
  | { outcome: 'unresolved'; message: string }
  /** The identity that the artifact came with is already used by another artifact. */
  | { outcome: 'conflict'; message: string };

export interface CapturedMethod {
  /** Undefined for GET, or if the request is unknown. */
  readonly method?: string | undefined;
  /** Body of the request as encoded in the urlkey. */
  readonly requestBody?: string | undefined;
}

export function isSameRequest(one: CapturedMethod, other: CapturedMethod): boolean {
  return one.method === other.method && one.requestBody === other.requestBody;
}

export interface ArtifactRow {
  readonly entry: ImportEntry;
  readonly version: number;
  /** Set for revisits: the artifact whose payload this one shares. */
  readonly original: Original | undefined;
  /** Time when the record was stored, if it differs from the time of its segment. */
  readonly storeMs?: number;
  /** Damaged artifact that this record replaces. Its `committed` is the state that the row gets. */
  readonly replaces?: DamagedCopy;
}

/** An artifact whose payload a revisit shares. */
export interface Original extends OriginalFields {
  readonly id: string;
  readonly version: number;
  /** Whether the record that holds the payload is known to be damaged. */
  readonly damaged?: boolean;
  /**
   * Stored record that contains the payload, and the artifact for which it was stored. Without `segmentId`, the record
   * is in the segment that is being written.
   */
  readonly payload: {
    id: string;
    segmentId: number | undefined;
    offset: number;
    length: number;
    crc32?: number | undefined;
  };
}

/** An original that was in the index before the batch. */
export interface IndexedOriginal extends Original {
  readonly url: string;
  readonly collectionMs: number;
  /**
   * Reason for the match: the revisit names the capture, the capture is the latest one with content before an
   * unmodified revisit, or the capture has the payload digest that the revisit declares.
   */
  readonly match: 'named' | 'latest' | 'digest';
}
