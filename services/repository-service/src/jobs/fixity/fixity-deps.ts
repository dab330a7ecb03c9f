// Dependencies of the fixity job.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { IndexSchema } from '../../index/schema.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';
import type { CheckedStoreKind } from './judge-copies.ts';

export interface FixityDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  readonly codec: Pick<CodecThreads, 'read'>;
  /** Number of segments read in parallel. */
  readonly parallel: number;
  nowMs(): number;
  /** Selects the copies to read if there are several stores. Default: the copies in all stores except archives. */
  readonly walked?: CheckedStoreKind;
  /** Intended duration of a pass in milliseconds. If a pass takes longer, the job logs a warning. */
  readonly periodMs?: number;
}
