// What goes into the index with a segment.
import type { CapturedRecord } from './capture.ts';

/** A record whose bytes are in a segment, before the index has given it a version. */
export interface Entry {
  id: string;
  record: CapturedRecord;
  /** Where the stored member lies in its segment; a revisit that is only to be resolved is not stored. */
  stored: StoredMember | undefined;
  committed: boolean;
  /** Store it even when the latest committed version of its URL has the same payload. */
  storeDuplicate: boolean;
}

export interface StoredMember {
  offset: number;
  length: number;
  /** CRC-32 of the member's bytes, compressed as they are; undefined where it was not written down. */
  crc32?: number | undefined;
}

/** An artifact as far as a status line names it. */
export interface ArtifactName {
  id: string;
  version: number;
  /** Lower-case hex. */
  sha256: string;
}
