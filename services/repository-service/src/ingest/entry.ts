// What goes into the index with a segment, and what becomes of it.
import type { RefersTo } from './capture.ts';

/** A record whose bytes are in a segment, before the index has given it a version. */
export interface Entry {
  id: string;
  url: string;
  urlkey: string;
  kind: 'response' | 'resource' | 'revisit';
  collectionMs: number;
  httpStatus: number | undefined;
  mime: string | undefined;
  redirect: string | undefined;
  /** Bytes of the stored HTTP head; 0 when there is none. */
  headBytes: number;
  /** Of the payload; for a revisit its original's take their place. */
  contentLength: number;
  /** Lower-case hex. */
  sha256: string;
  storedSha1: string;
  dechunked: boolean;
  refersTo: RefersTo | undefined;
  /** Where the stored member lies in its segment; a revisit that is only to be resolved is not stored. */
  stored: { offset: number; length: number } | undefined;
  committed: boolean;
  /** Store it even when the latest committed version of its URL has the same payload. */
  storeDuplicate: boolean;
}

/** An artifact as far as a status line names it. */
export interface ArtifactName {
  id: string;
  version: number;
  sha256: string;
}

export type Outcome =
  | { outcome: 'stored'; artifact: ArtifactName }
  | { outcome: 'duplicate'; artifact: ArtifactName; message: string }
  | { outcome: 'unresolved'; message: string };
