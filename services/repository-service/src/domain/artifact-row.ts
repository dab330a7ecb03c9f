// An artifact on its way into the index: the entry with its version, and for a revisit the artifact whose payload it
// shares.
import type { DamagedCopy } from './damaged-copy.ts';
import type { Entry } from './entry.ts';

export interface ArtifactRow {
  entry: Entry;
  version: number;
  /** Set for revisits: the artifact whose payload this one shares. */
  original: Original | undefined;
  /** When it was stored, where that is not when its segment was. */
  storeMs?: number;
  /** The artifact that this record is now the record of; the row's `committed` is what it is from now on. */
  replaces?: DamagedCopy;
}

/** An artifact whose payload a revisit shares. */
export interface Original {
  id: string;
  version: number;
  /** Lower-case hex. */
  sha256: string;
  storedSha1: string;
  contentLength: number;
  dechunked: boolean;
  mime: string | undefined;
  httpStatus: number | undefined;
  /** The record that holds the payload is known to be damaged. */
  damaged?: boolean;
  /** The stored record that holds the payload, and the artifact it was stored for; in the segment being written when
   * `segmentId` is undefined. */
  payload: {
    id: string;
    segmentId: number | undefined;
    offset: number;
    length: number;
    crc32?: number | undefined;
  };
}
