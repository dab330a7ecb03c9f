// What goes into the index with a segment, and what becomes of it.
import type { CapturedRecord } from './capture.ts';
import type { DamagedCopy } from './damaged-copy.ts';

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

export type Outcome =
  | { outcome: 'stored'; artifact: ArtifactName }
  /** In the place of a damaged copy of the same content; `committed`: what it is by now. */
  | { outcome: 'repaired'; artifact: ArtifactName; copy: DamagedCopy; committed: boolean }
  | { outcome: 'duplicate'; artifact: ArtifactName; message: string }
  | { outcome: 'unresolved'; message: string };
