// Disposition of each record of an upload. Errors and exclusions are decided immediately. All other records are decided
// when the index transaction of their batch runs.

import type { ArtifactName, ImportEntry } from './record/entry.ts';
import type { RecordRef } from './record/read-record.ts';

/** Result for a record, as reported to the client. */
export type Verdict =
  | { status: 'OK' | 'DUPLICATE'; artifact: ArtifactName; message: string | undefined }
  | { status: 'ERROR' | 'EXCLUDED'; message: string };

export type Disposition =
  | { disposition: 'decided'; verdict: Verdict }
  /** The index transaction decides. */
  | { disposition: 'pending'; entry: ImportEntry }
  /**
   * The record has the same payload as an entry that is not yet indexed. It is a duplicate of the artifact that this
   * entry becomes.
   */
  | { disposition: 'duplicateOf'; entry: ImportEntry }
  /** A revisit whose original may come later in the upload. The record is stored in a later batch. */
  | { disposition: 'waiting' };

export interface RecordDisposition {
  readonly ref: RecordRef;
  readonly decided: Disposition;
}

/** One line of the response. */
export interface Acknowledgement {
  readonly ref: RecordRef;
  readonly verdict: Verdict;
}

/** Response line of one record, or `later` if the line is sent with a later batch. */
export type RecordResponse = Acknowledgement | 'later';
