// What goes into the index with a segment, and what becomes of it there.

import type { OriginalFields } from './fields.ts';
import type { CompanionType } from './read-companion.ts';
import type { CapturedRecord } from './read-record.ts';

/** A record whose bytes are in a segment, before the index has given it a version. */
export interface Entry {
  id: string;
  readonly record: CapturedRecord;
  /** Where the stored member lies in its segment. */
  stored: StoredEntry | undefined;
  /** What a revisit was found to refer to before its batch was made. */
  readonly original?: NamedOriginal | undefined;
  readonly committed: boolean;
  /** Uuid of the damaged artifact that it would take the place of; its segment has what can be read of that one's companions. */
  heirOf?: string | undefined;
  /** Store it even when the latest committed version of its URL has the same payload. */
  readonly storeDuplicate: boolean;
  /** Told when its batch is through, for what of the upload depends on it. */
  outcome?: Outcome | undefined;
}

/** Where a record's member lies, and the companions directly beside it. */
export interface StoredEntry extends StoredMember {
  /** Bytes of the members directly before and behind it that hold its companions, and the CRC-32 of these. */
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly companionsCrc?: number | undefined;
  /** Each of these companions, where the index may refuse the entry: they are kept all the same. */
  readonly members?: readonly StoredCompanion[] | undefined;
}

/** An artifact that there is, which a capture that came again is. */
export interface StoredCapture {
  /** The artifact's uuid. */
  readonly id: string;
  /** Bytes of the companions directly before and behind it, and their CRC-32. */
  readonly before: number;
  readonly after: number;
  readonly companionsCrc: number | undefined;
}

export interface StoredCompanion extends StoredMember {
  readonly type: CompanionType;
  /** WARC-Record-ID, verbatim. */
  readonly recordId: string | undefined;
}

/** Content that is in an AU, or on its way into it. */
export interface NamedOriginal {
  readonly url: string;
  /** Digest of the payload, lower-case hex. */
  readonly sha256: string;
  /** SHA-1 of the body as it is stored, where it is known. */
  readonly storedSha1?: string | undefined;
  /** SHA-1 of a payload that is de-chunked, where it is known. */
  readonly payloadSha1?: string | undefined;
}

export interface StoredMember {
  readonly offset: number;
  readonly length: number;
  /** CRC-32 of the member's bytes, compressed as they are; undefined where it was not written down. */
  readonly crc32?: number | undefined;
}

/** An artifact as far as a status line names it. */
export interface ArtifactName {
  readonly id: string;
  /** Where it keeps the identity that it had in another repository. */
  readonly committed?: boolean | undefined;
  readonly version: number;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** An artifact of which something stored is damaged. */
export interface DamagedCopy extends Requested {
  readonly id: string;
  readonly version: number;
  /** Digest of the payload, lower-case hex. */
  readonly sha256: string;
  readonly committed: boolean;
  /** Its record shares the payload of another. */
  readonly isRevisit: boolean;
  readonly collectionMs: number;
  readonly storeMs: number;
  /** Only what was captured with it is damaged. */
  readonly companionsAlone?: boolean;
  /** Something was captured with it. */
  readonly hasCompanions?: boolean;
}

/** What the index transaction made of an entry. */
export type Outcome =
  | { outcome: 'stored'; artifact: ArtifactName }
  /** In the place of a damaged copy of the same content; `committed`: what it is by now. */
  | { outcome: 'repaired'; artifact: ArtifactName; copy: DamagedCopy; committed: boolean }
  /** `lacking`: companions of the very capture that the artifact is, which it does not have. */
  | {
      outcome: 'duplicate';
      artifact: ArtifactName;
      message: string;
      lacking?: readonly StoredCompanion[] | undefined;
    }
  | { outcome: 'unresolved'; message: string }
  /** The identity that the artifact came with is another one's. */
  | { outcome: 'conflict'; message: string };

export interface Requested {
  /** Undefined for GET, and where the request is not known. */
  readonly method?: string | undefined;
  /** Its body as it is in the urlkey. */
  readonly requestBody?: string | undefined;
}

export function isSameRequest(one: Requested, other: Requested): boolean {
  return one.method === other.method && one.requestBody === other.requestBody;
}

export interface ArtifactRow {
  readonly entry: Entry;
  readonly version: number;
  /** Set for revisits: the artifact whose payload this one shares. */
  readonly original: Original | undefined;
  /** When it was stored, where that is not when its segment was. */
  readonly storeMs?: number;
  /** The artifact that this record is now the record of; the row's `committed` is what it is from now on. */
  readonly replaces?: DamagedCopy;
}

/** An artifact whose payload a revisit shares. */
export interface Original extends OriginalFields {
  readonly id: string;
  readonly version: number;
  /** The record that holds the payload is known to be damaged. */
  readonly damaged?: boolean;
  /** The stored record that holds the payload, and the artifact it was stored for; in the segment being written when
   * `segmentId` is undefined. */
  readonly payload: {
    id: string;
    segmentId: number | undefined;
    offset: number;
    length: number;
    crc32?: number | undefined;
  };
}

/** An original that the index knew of before a batch. */
export interface KnownOriginal extends Original {
  readonly url: string;
  readonly collectionMs: number;
  /**
   * Why it is the original: the revisit names it; it is the latest capture with content before an unmodified one; or it has
   * the payload digest that the revisit declares.
   */
  readonly match: 'named' | 'latest' | 'digest';
}
