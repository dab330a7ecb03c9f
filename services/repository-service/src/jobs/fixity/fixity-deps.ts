// Dependencies of the fixity job.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { IndexSchema } from '../../index/schema.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';
import type { CheckedStoreKind } from './assess-copies.ts';

export interface FixityDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  readonly codec: Pick<CodecThreads, 'read'>;
  /** Number of segments that are read concurrently. */
  readonly parallel: number;
  nowMs(): number;
  /** Stores to check if several are configured. Default: all stores except archives. */
  readonly walked?: CheckedStoreKind;
  /** Intended duration of a pass, in milliseconds. The job logs a warning if its rate limit makes a pass longer. */
  readonly periodMs?: number;
}
