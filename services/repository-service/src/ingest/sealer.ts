// Seals batches, one after the other, in the background: segment durable, then index transaction, then the
// acknowledgement. This order is what makes an acknowledged record impossible to lose.

import type { ObjectStore } from '@holdfast/object-store';
import type { Executor } from '@holdfast/pg-kit';
import { type OwnWrites, recordSegment } from '../index/record-segment.db.ts';
import type { IndexSchema } from '../index/schema.ts';
import { repairedMessage } from './damaged-copy.ts';
import type { Entry, Outcome } from './entry.ts';
import type { Acknowledgement, OpenBatch, Result, Verdict } from './open-batch.ts';
import type { Origin, SegmentDeps } from './segment.ts';
import { duplicateMessage } from './settle.ts';
import type { Target } from './target.ts';
import { UrlFilter } from './url-filter.ts';

export interface SealDeps extends SegmentDeps {
  db: Executor<IndexSchema>;
  store: ObjectStore;
  /** Told of every segment that is in the store and in the index. */
  onSegment?(origin: Origin, segment: { records: number; sizeBytes: number }): void;
}

export class Sealer {
  #deps: SealDeps;
  #acknowledge: (results: Acknowledgement[]) => void;
  #underWay: Promise<void> | undefined;
  /** Settled fates, for the records of later batches that are the same as an entry. */
  #outcomes = new WeakMap<Entry, Outcome>();
  #own: (OwnWrites & { urls: UrlFilter }) | undefined;
  /** The batch being sealed: what its entries become is not yet in the index. */
  current: OpenBatch | undefined;

  constructor(deps: SealDeps, acknowledge: (results: Acknowledgement[]) => void) {
    this.#deps = deps;
    this.#acknowledge = acknowledge;
  }

  /** Waits for the batch before, then starts on this one. Rejects when the batch before failed. */
  async seal(batch: OpenBatch, target: Target): Promise<void> {
    try {
      await this.#underWay;
    } catch (error) {
      await batch.segment?.abort();
      throw error;
    }
    this.current = batch;
    this.#underWay = this.#seal(batch, target);
    this.#underWay.catch(() => undefined);
  }

  async finish(): Promise<void> {
    await this.#underWay;
  }

  async #seal(batch: OpenBatch, target: Target): Promise<void> {
    await this.#settle(batch, target);
    this.#acknowledge(batch.results.map((result) => this.#acknowledgement(result)));
    this.current = undefined;
  }

  async #settle(batch: OpenBatch, target: Target): Promise<void> {
    const { segment, entries } = batch;
    if (entries.length === 0) {
      await segment?.abort();
      return;
    }
    const closed = await segment?.close(entries.filter(({ stored }) => stored));
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
    // Committed without a row that points into it: nobody can miss it. If this fails the sweep finds it.
    if (closed && segmentId === undefined) await this.#deps.store.delete(closed.key).catch(() => undefined);
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
