// The batches of one import on their way through the committer, in the order of the upload: while the index takes one,
// the segment of the next is made durable, and each is acknowledged when it is through.

import { REPAIRED_MESSAGE } from '../domain/damaged-copy.ts';
import { samePayload } from '../domain/dedup.ts';
import type { Acknowledgement, Outcome, Result, Verdict } from '../domain/disposition.ts';
import type { Entry } from '../domain/entry.ts';
import { UrlFilter } from '../domain/url-filter.ts';
import type { OwnWrites, Recorded } from '../index/record-segment.db.ts';
import type { Segment } from './segment.ts';
import { type CommitDeps, SegmentCommitter } from './segment-committer.ts';
import type { Target } from './target.ts';

/**
 * What is gathered for one segment: results in the order of the upload, the entries among them that go to the index, and
 * the segment that their bytes are in.
 */
export class OpenBatch {
  readonly results: Result[] = [];
  readonly entries: Entry[] = [];
  /** The last entry of each URL, which the next record of that URL is compared with. */
  readonly lastOfUrl = new Map<string, Entry>();
  readonly openedMs: number;
  segment: Segment | undefined;

  constructor(openedMs: number) {
    this.openedMs = openedMs;
  }

  add(result: Result): void {
    this.results.push(result);
    if (result.disposition !== 'pending') return;
    this.entries.push(result.entry);
    const { record } = result.entry;
    if (record.kind !== 'revisit') this.lastOfUrl.set(record.url, result.entry);
  }
}

export class CommitQueue {
  readonly #committer: SegmentCommitter;
  readonly #acknowledge: (results: Acknowledgement[]) => void;
  /** The last two batches, the later one first; resolved when acknowledged. */
  #underWay: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  /** What became of entries, for the records of later batches that are duplicates of them. */
  readonly #outcomes = new WeakMap<Entry, Outcome>();
  #own: (OwnWrites & { urls: UrlFilter }) | undefined;
  /** The batches that are being committed, the later one first: what their entries become is not yet in the index. */
  current: readonly OpenBatch[] = [];

  constructor(deps: CommitDeps, acknowledge: (results: Acknowledgement[]) => void) {
    this.#committer = new SegmentCommitter(deps);
    this.#acknowledge = acknowledge;
  }

  /** Starts on this batch when only one is before it. Rejects when one before failed. */
  async add(batch: OpenBatch, target: Target): Promise<void> {
    const [before, beforeThat] = this.#underWay;
    try {
      await beforeThat;
    } catch (error) {
      await batch.segment?.abort();
      throw error;
    }
    this.current = [batch, ...this.current];
    const committed = this.#commit(batch, target, before);
    committed.catch(() => undefined);
    this.#underWay = [committed, before];
  }

  async finish(): Promise<void> {
    await this.#underWay[0];
  }

  async #commit(batch: OpenBatch, target: Target, before: Promise<void>): Promise<void> {
    const { segment, entries } = batch;
    if (entries.length > 0) {
      // Asked for when the batch before has told what is in the AU.
      const own = () => this.#own;
      const after = before;
      this.#remember(entries, await this.#committer.commit({ target, segment, entries, own, after }));
    } else {
      await segment?.abort();
      await before;
    }
    this.#acknowledge(batch.results.map((result) => ({ ref: result.ref, verdict: this.#verdict(result) })));
    this.current = this.current.filter((one) => one !== batch);
  }

  #remember(entries: readonly Entry[], { outcomes, segmentId, ownAlone }: Recorded): void {
    entries.forEach((entry, i) => {
      this.#outcomes.set(entry, outcomes[i]!);
    });
    // As long as this import alone has stored in its AU, which it found empty, it need not look for what is new.
    if (!ownAlone) this.#own = undefined;
    else if (segmentId !== undefined) {
      const urls = this.#own?.urls ?? new UrlFilter();
      for (const { record } of entries) urls.add(record.url);
      this.#own = { segmentId, urls, mayHold: (url) => urls.mayHold(url) };
    }
  }

  #verdict(result: Result): Verdict {
    if (result.disposition === 'decided') return result.verdict;
    const outcome = this.#outcomes.get(result.entry)!;
    if (outcome.outcome === 'unresolved') return { status: 'ERROR', message: outcome.message };
    const { artifact } = outcome;
    if (result.disposition === 'duplicateOf') return samePayload(artifact);
    if (outcome.outcome === 'repaired') return { status: 'OK', artifact, message: REPAIRED_MESSAGE };
    if (outcome.outcome === 'duplicate') return { status: 'DUPLICATE', artifact, message: outcome.message };
    return { status: 'OK', artifact, message: result.ref.warnings?.join('; ') };
  }
}
