// Dependencies of the fixity job.
import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { IndexSchema } from '../../index/schema.ts';
import type { CodecThreads } from '../../ingest/reading/codec-threads.ts';
import type { WalkedCopies } from './judge-copies.ts';

export interface FixityDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  readonly codec: Pick<CodecThreads, 'read'>;
  /** Number of segments read in parallel. */
  readonly parallel: number;
  nowMs(): number;
  /** Copies to read if there are several stores. Default: the copies in all stores except archives. */
  readonly walked?: WalkedCopies;
  /** Intended duration of a walk in milliseconds. If the job takes longer, it warns. */
  readonly periodMs?: number;
}
