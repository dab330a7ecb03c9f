// Disposition of each record of an upload. Errors, exclusions and certain duplicates are decided immediately. The index
// transaction of a batch decides about all other records.

import type { ArtifactName, ImportEntry } from './record/entry.ts';
import type { RecordRef } from './record/read-record.ts';

/** Result of a record, as reported to the client. */
export type Verdict =
  | { status: 'OK' | 'DUPLICATE'; artifact: ArtifactName; message: string | undefined }
  | { status: 'ERROR' | 'EXCLUDED'; message: string };

export type Disposition =
  | { disposition: 'decided'; verdict: Verdict }
  /** The index transaction will decide about this entry. */
  | { disposition: 'pending'; entry: ImportEntry }
  /**
   * The record has the same payload as `entry`, which is not in the index yet. The record becomes a duplicate of the
   * artifact of `entry`.
   */
  | { disposition: 'duplicateOf'; entry: ImportEntry }
  /** The record is a revisit whose original may follow later in the upload. A later batch will store it. */
  | { disposition: 'waiting' };

export interface RecordDisposition {
  readonly ref: RecordRef;
  readonly decided: Disposition;
}

/** Response line for one record. */
export interface Acknowledgement {
  readonly ref: RecordRef;
  readonly verdict: Verdict;
}

/** Response line for a record, or `later` if a later batch supplies the line. */
export type RecordResponse = Acknowledgement | 'later';
