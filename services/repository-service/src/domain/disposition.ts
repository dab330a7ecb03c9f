// Disposition of each record of an upload. Errors and exclusions are decided at once, other records by the
// index transaction of their batch.

import type { ArtifactName, Entry } from './record/entry.ts';
import type { RecordRef } from './record/read-record.ts';

/** Result of a record as the client sees it. */
export type Verdict =
  | { status: 'OK' | 'DUPLICATE'; artifact: ArtifactName; message: string | undefined }
  | { status: 'ERROR' | 'EXCLUDED'; message: string };

export type Disposition =
  | { disposition: 'decided'; verdict: Verdict }
  /** The index transaction decides. */
  | { disposition: 'pending'; entry: Entry }
  /**
   * The record has the same payload as an entry that is not yet indexed. It is a duplicate of the artifact
   * made from that entry.
   */
  | { disposition: 'duplicateOf'; entry: Entry }
  /** A revisit whose original may come later in the upload. A later batch will store it. */
  | { disposition: 'waiting' };

export interface Result {
  readonly ref: RecordRef;
  readonly decided: Disposition;
}

/** One line of the response. */
export interface Acknowledgement {
  readonly ref: RecordRef;
  readonly verdict: Verdict;
}

/** Result of one record: its line, or that the line comes later. */
export type Said = Acknowledgement | 'later';
