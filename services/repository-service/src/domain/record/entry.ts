// Records that are indexed together with their segment, and the outcomes of indexing.

import type { OriginalFields } from './fields.ts';
import type { CompanionType } from './read-companion.ts';
import type { CapturedRecord } from './read-record.ts';

/** Record whose bytes are in a segment but that has no version in the index yet. */
export interface ImportEntry {
  id: string;
  readonly record: CapturedRecord;
  /** Location of the gzip member in the segment. */
  stored: StoredEntry | undefined;
  /** Original of a revisit, if it was found before the index transaction. */
  readonly original?: NamedOriginal | undefined;
  readonly committed: boolean;
  /**
   * UUID of the damaged artifact that the entry is to replace. The entry's segment contains copies of that artifact's
   * readable companion records (request, metadata).
   */
  replacementFor?: string | undefined;
  /** If set, the entry may replace only these artifacts (UUIDs), and is dropped if it replaces none. */
  readonly repairs?: ReadonlySet<string> | undefined;
  /** Whether to store the record even if it is a duplicate of the latest committed version of its URL. */
  readonly storeDuplicate: boolean;
  /** Outcome, set after the commit of the batch. Later records of the upload may depend on it. */
  outcome?: EntryOutcome | undefined;
}

/** Location of a record's gzip member and of its adjacent companion records (request, metadata). */
export interface StoredEntry extends StoredMember {
  /** Lengths in bytes of the companion records before and after the record, and the CRC-32 over all of them. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly companionsCrc?: number | undefined;
  /**
   * Each companion record separately. Set only if the index transaction may drop the entry but keep its companion
   * records.
   */
  readonly members?: readonly StoredCompanion[] | undefined;
}

/** Stored artifact of the same capture as an imported record. */
export interface StoredCapture {
  /** UUID of the artifact. */
  readonly id: string;
  /** Lengths in bytes of the companion records before and after the artifact, and the CRC-32 over all of them. */
  readonly before: number;
  readonly after: number;
  readonly companionsCrc: number | undefined;
}

export interface StoredCompanion extends StoredMember {
  readonly type: CompanionType;
  /** WARC-Record-ID, verbatim. */
  readonly recordId: string | undefined;
}

/** URL and digests of content that an AU contains, or will contain after the current import. */
export interface NamedOriginal {
  readonly url: string;
  /** SHA-256 of the payload, in lower-case hex. */
  readonly sha256: string;
  /** SHA-1 of the stored body, if it was computed. */
  readonly storedSha1?: string | undefined;
  /** SHA-1 of a de-chunked payload, if it was computed. */
  readonly payloadSha1?: string | undefined;
}

export interface StoredMember {
  readonly offset: number;
  readonly length: number;
  /** CRC-32 of the gzip member. Undefined if none was recorded. */
  readonly crc32?: number | undefined;
}

/** Fields of an artifact in a response line. */
export interface ArtifactName {
  readonly id: string;
  /** Whether the artifact is committed. Set only if it keeps its identity from another repository. */
  readonly committed?: boolean | undefined;
  readonly version: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Damaged artifact that a new record may replace. */
export interface DamagedCopy extends CapturedMethod {
  readonly id: string;
  readonly version: number;
  /** SHA-256 of the payload, in lower-case hex. */
  readonly sha256: string;
  readonly committed: boolean;
  /** Whether the artifact shares the payload of another artifact. */
  readonly isRevisit: boolean;
  readonly collectionMs: number;
  readonly storeMs: number;
  /** Whether only its companion records (request, metadata) are damaged. */
  readonly companionsAlone?: boolean;
  /** Whether the artifact has companion records. */
  readonly hasCompanions?: boolean;
}

/** Outcome of an entry in the index transaction. */
export type EntryOutcome =
  | { outcome: 'stored'; artifact: ArtifactName }
  /** The entry replaced a damaged artifact. `committed`: state of the artifact after the repair. */
  | { outcome: 'repaired'; artifact: ArtifactName; copy: DamagedCopy; committed: boolean }
  /** `lacking`: companion records of the capture that are not stored with the artifact yet. */
  | {
      outcome: 'duplicate';
      artifact: ArtifactName;
      message: string;
      lacking?: readonly StoredCompanion[] | undefined;
    }
  | { outcome: 'unresolved'; message: string }
  /** The UUID or version cannot be used, or an entry with `repairs` replaces no damaged artifact. */
  | { outcome: 'conflict'; message: string };

export interface CapturedMethod {
  /** HTTP method. Undefined for GET, or if the request was not captured. */
  readonly method?: string | undefined;
  /** Request body in the encoding of the urlkey. */
  readonly requestBody?: string | undefined;
}

export function isSameRequest(one: CapturedMethod, other: CapturedMethod): boolean {
  return one.method === other.method && one.requestBody === other.requestBody;
}

export interface ArtifactRow {
  readonly entry: ImportEntry;
  readonly version: number;
  /** Artifact whose payload a revisit shares. Undefined for other artifacts. */
  readonly original: Original | undefined;
  /** Time when the record was stored, if it differs from the segment's time. */
  readonly storeMs?: number;
  /** Damaged artifact that this record replaces. `committed`: state of the artifact after the repair. */
  readonly replaces?: DamagedCopy;
}

/** Artifact whose payload a revisit shares. */
export interface Original extends OriginalFields {
  readonly id: string;
  readonly version: number;
  /** Whether damage is registered for the record that contains the payload. */
  readonly damaged?: boolean;
  /**
   * Location of the payload's record, and the artifact that the record was stored for. Without `segmentId`, the record
   * is in the segment of the current batch.
   */
  readonly payload: {
    id: string;
    segmentId: number | undefined;
    offset: number;
    length: number;
    crc32?: number | undefined;
  };
}

/** Original that the index contained before the batch. */
export interface IndexedOriginal extends Original {
  readonly url: string;
  readonly collectionMs: number;
  /**
   * Why the capture was chosen. `named`: the revisit refers to it. `latest`: it is the latest non-empty capture before
   * a server-not-modified revisit. `digest`: it has the declared payload digest.
   */
  readonly match: 'named' | 'latest' | 'digest';
}
