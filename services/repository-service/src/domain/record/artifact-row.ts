// An artifact on its way into the index: the entry with its version, and for a revisit the artifact whose payload it
// shares.
import type { DamagedCopy, Entry } from './entry.ts';
import type { OriginalFields } from './fields.ts';

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
