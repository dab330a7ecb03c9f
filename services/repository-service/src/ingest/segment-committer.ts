// The one way from stored bytes to an acknowledgement, for imports and creates alike: the segment is made durable,
// then the index transaction, and only when `commit` has resolved may its records be acknowledged. This order is what
// makes an acknowledged record impossible to lose.
import type { ObjectStore } from '@holdfast/object-store';
import { DatabaseUnavailableError, type Executor } from '@holdfast/pg-kit';
import type { Entry } from '../domain/entry.ts';
import type { ClosedSegment } from '../domain/segment-recorded.ts';
import { type OwnWrites, type Recorded, recordSegment } from '../index/record-segment.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import { segmentIsRecorded } from '../index/segment-rows.db.ts';
import type { Origin, Segment, SegmentDeps } from './segment.ts';
import type { Target } from './target.ts';

export interface CommitDeps extends SegmentDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  /** Is called with every segment that is in the store and in the index. */
  onSegment?(origin: Origin, segment: { records: number; sizeBytes: number }): void;
}

/** Entries of one AU, at least one, and the segment that their members are in. */
export interface SegmentBatch {
  readonly target: Target;
  /** Undefined when none of the entries is stored, as with revisits that are only to be resolved. */
  readonly segment: Segment | undefined;
  readonly entries: readonly Entry[];
  /** Asked when `after` has resolved. */
  own?(): OwnWrites | undefined;
  /** The index takes the batch when this has resolved; when it rejects, the batch is given up. */
  readonly after?: Promise<void>;
}

/** The index answers, but could not take what it was given. */
export class IndexError extends Error {
  override name = 'IndexError';

  constructor(cause: unknown) {
    super(`the index did not take what was stored: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
}

export class SegmentCommitter {
  readonly #deps: CommitDeps;

  constructor(deps: CommitDeps) {
    this.#deps = deps;
  }

  /**
   * Resolves when everything is durable. When it rejects, nothing of the batch is in the index and nothing of it
   * remains in the store, unless the end of the index transaction was not seen: then the sweep will tell.
   * Errors: ObjectStoreUnavailable, DatabaseUnavailableError, IndexError, and what `after` rejects with.
   */
  async commit(batch: SegmentBatch): Promise<Recorded> {
    const closed = await this.#makeDurable(batch);
    const recorded = await this.#recordOrRemove(batch, closed);
    if (!closed) return recorded;
    const { segment, entries } = batch;
    // Without a row that points into it nobody can miss it.
    if (recorded.segmentId === undefined) await this.#remove(closed);
    else this.#deps.onSegment?.(segment!.origin, { records: entries.length, sizeBytes: closed.sizeBytes });
    return recorded;
  }

  /** Closes the segment while what comes before is still being indexed. */
  async #makeDurable({ segment, entries, after }: SegmentBatch): Promise<ClosedSegment | undefined> {
    const [closed, before] = await Promise.allSettled([
      segment?.close(entries.filter(({ stored }) => stored)),
      after,
    ]);
    if (closed.status === 'rejected') await segment?.abort();
    if (before.status === 'rejected') {
      if (closed.status === 'fulfilled' && closed.value) await this.#remove(closed.value);
      throw before.reason;
    }
    if (closed.status === 'rejected') throw closed.reason;
    return closed.value;
  }

  /** An object is removed only when it is certain that the index does not know it. */
  async #recordOrRemove(
    { target, segment, entries, own }: SegmentBatch,
    closed: ClosedSegment | undefined,
  ): Promise<Recorded> {
    const { db, nowMs } = this.#deps;
    const { auId, namespaceId } = target;
    const storeMs = segment?.storeMs ?? nowMs();
    try {
      return await recordSegment(db, { auId, namespaceId, storeMs, segment: closed, entries, own: own?.() });
    } catch (error) {
      if (closed) {
        const { key } = closed;
        const recorded = await segmentIsRecorded(db, { auId, key }).catch(() => 'unknown' as const);
        if (recorded === false) await this.#remove(closed);
      }
      throw indexError(error);
    }
  }

  /** What cannot be removed now is found by the sweep. */
  async #remove({ key }: ClosedSegment): Promise<void> {
    await this.#deps.store.delete(key).catch(() => undefined);
  }
}

/** What is told of a failure of the index. */
export function indexError(error: unknown): Error {
  return error instanceof DatabaseUnavailableError ? error : new IndexError(error);
}
