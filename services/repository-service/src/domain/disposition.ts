// What becomes of each record of an upload: decided at once, as errors and exclusions are, or by the index transaction
// of its batch.

import type { ArtifactName, Entry } from './record/entry.ts';
import type { RecordRef } from './record/read-record.ts';

/** What the client is told of a record. */
export type Verdict =
  | { status: 'OK' | 'DUPLICATE'; artifact: ArtifactName; message: string | undefined }
  | { status: 'ERROR' | 'EXCLUDED'; message: string };

export type Disposition =
  | { disposition: 'decided'; verdict: Verdict }
  /** The index transaction will decide. */
  | { disposition: 'pending'; entry: Entry }
  /** The record has the same payload as an entry that is not yet indexed: a duplicate of whatever becomes of that. */
  | { disposition: 'duplicateOf'; entry: Entry }
  /** A revisit whose original may come later in the upload: another batch will have it. */
  | { disposition: 'waiting' };

export interface Result {
  readonly ref: RecordRef;
  readonly decided: Disposition;
}

/** One line of the answer. */
export interface Acknowledgement {
  readonly ref: RecordRef;
  readonly verdict: Verdict;
}

/** What is said of the results of a batch, in their order: the line of each, or that it comes later. */
export type Said = Acknowledgement | 'later';
