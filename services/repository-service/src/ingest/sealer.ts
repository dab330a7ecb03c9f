// Seals batches in the background: segment durable, then index transaction, then the acknowledgement. This order is
// what makes an acknowledged record impossible to lose. The index takes batches one after the other; the segment of
// the next is made durable meanwhile.

import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import type { Acknowledgement, Verdict } from '../domain/acknowledgement.ts';
import { repairedMessage } from '../domain/damaged-copy.ts';
import type { Entry } from '../domain/entry.ts';
import type { ClosedSegment } from '../domain/segment-recorded.ts';
import type { Outcome } from '../domain/settle.ts';
import { duplicateMessage } from '../domain/settle.ts';
import { UrlFilter } from '../domain/url-filter.ts';
import { type OwnWrites, recordSegment } from '../index/record-segment.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import type { OpenBatch, Result } from './open-batch.ts';
import type { Origin, SegmentDeps } from './segment.ts';
import type { Target } from './target.ts';

export interface SealDeps extends SegmentDeps {
  db: Executor<IndexSchema>;
  store: ObjectStore;
  /** Told of every segment that is in the store and in the index. */
  onSegment?(origin: Origin, segment: { records: number; sizeBytes: number }): void;
}

export class Sealer {
  #deps: SealDeps;
  #acknowledge: (results: Acknowledgement[]) => void;
  /** The last two batches, the later one first; resolved when acknowledged. */
  #underWay: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  /** Settled fates, for the records of later batches that are the same as an entry. */
  #outcomes = new WeakMap<Entry, Outcome>();
  #own: (OwnWrites & { urls: UrlFilter }) | undefined;
  /** The batches being sealed, the later one first: what their entries become is not yet in the index. */
  current: readonly OpenBatch[] = [];

  constructor(deps: SealDeps, acknowledge: (results: Acknowledgement[]) => void) {
    this.#deps = deps;
    this.#acknowledge = acknowledge;
  }

  /** Starts on this batch when only one is before it. Rejects when one before failed. */
  async seal(batch: OpenBatch, target: Target): Promise<void> {
    const [before, beforeThat] = this.#underWay;
    try {
      await beforeThat;
    } catch (error) {
      await batch.segment?.abort();
      throw error;
    }
    this.current = [batch, ...this.current];
    const sealed = this.#seal(batch, target, before);
    sealed.catch(() => undefined);
    this.#underWay = [sealed, before];
  }

  async finish(): Promise<void> {
    await this.#underWay[0];
  }

  async #seal(batch: OpenBatch, target: Target, before: Promise<void>): Promise<void> {
    const closed = await this.#close(batch, before);
    if (batch.entries.length > 0) await this.#index(batch, closed, target);
    this.#acknowledge(batch.results.map((result) => this.#acknowledgement(result)));
    this.current = this.current.filter((one) => one !== batch);
  }

  /** Makes the segment durable while the batch before is being indexed. Nothing of it remains when that fails. */
  async #close({ segment, entries }: OpenBatch, before: Promise<void>): Promise<ClosedSegment | undefined> {
    if (entries.length === 0) await segment?.abort();
    const closing = entries.length > 0 ? segment?.close(entries.filter(({ stored }) => stored)) : undefined;
    const [closed, indexed] = await Promise.allSettled([closing, before]);
    if (indexed.status === 'rejected') {
      if (closed.status === 'fulfilled' && closed.value) await this.#remove(closed.value);
      throw indexed.reason;
    }
    if (closed.status === 'rejected') throw closed.reason;
    return closed.value;
  }

  async #index(
    { segment, entries }: OpenBatch,
    closed: ClosedSegment | undefined,
    target: Target,
  ): Promise<void> {
    const { outcomes, segmentId, ownAlone } = await recordSegment(this.#deps.db, {
      auId: target.auId,
      namespaceId: target.namespaceId,
      storeMs: segment?.storeMs ?? this.#deps.nowMs(),
      segment: closed,
      entries,
      own: this.#own,
    });
    this.#remember(entries, segmentId, ownAlone);
    if (closed && segmentId !== undefined)
      this.#deps.onSegment?.('imported', { records: entries.length, sizeBytes: closed.sizeBytes });
    entries.forEach((entry, i) => {
      this.#outcomes.set(entry, outcomes[i]!);
    });
    // Committed without a row that points into it: nobody can miss it.
    if (closed && segmentId === undefined) await this.#remove(closed);
  }

  /** If this fails the sweep finds it. */
  async #remove({ key }: ClosedSegment): Promise<void> {
    await this.#deps.store.delete(key).catch(() => undefined);
  }

  /** As long as this import alone has stored in its AU, which it found empty, it need not look for what is new. */
  #remember(entries: readonly Entry[], segmentId: number | undefined, ownAlone: boolean): void {
    if (!ownAlone) {
      this.#own = undefined;
      return;
    }
    if (segmentId === undefined) return;
    const urls = this.#own?.urls ?? new UrlFilter();
    for (const { record } of entries) urls.add(record.url);
    this.#own = { segmentId, urls, mayHold: (url) => urls.mayHold(url) };
  }

  #acknowledgement(result: Result): Acknowledgement {
    return { told: result.told, verdict: this.#verdict(result) };
  }

  #verdict(result: Result): Verdict {
    if (result.fate === 'told') return result.verdict;
    const outcome = this.#outcomes.get(result.entry)!;
    if (outcome.outcome === 'unresolved') return { status: 'ERROR', message: outcome.message };
    const { artifact } = outcome;
    if (result.fate === 'same as') return { status: 'DUPLICATE', artifact, message: duplicateMessage };
    if (outcome.outcome === 'repaired') return { status: 'OK', artifact, message: repairedMessage };
    if (outcome.outcome === 'duplicate') return { status: 'DUPLICATE', artifact, message: outcome.message };
    return { status: 'OK', artifact, message: result.told.warnings?.join('; ') };
  }
}
