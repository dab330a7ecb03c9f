// The one way from stored bytes to an acknowledgement, for imports and creates alike: the segment is made durable,
// then the index transaction, and only when `commit` has resolved may its records be acknowledged. This order is what
// makes an acknowledged record impossible to lose.
import type { ObjectStore } from '@holdfast/object-store';
import { DatabaseUnavailableError, type Executor } from '@holdfast/pg-kit';
import { CompanionCounts, type Heir } from '../../domain/companions/arrangement.ts';
import { REPAIRED_MESSAGE } from '../../domain/damaged-copy.ts';
import { samePayload } from '../../domain/dedup.ts';
import type { Disposition, Result, Said, Verdict } from '../../domain/disposition.ts';
import type { Entry } from '../../domain/record/entry.ts';
import type { ClosedSegment, KeptRecord } from '../../domain/record/manifest.ts';
import type { RecordRef } from '../../domain/record/read-record.ts';
import { UrlFilter } from '../../domain/url-filter.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { type OwnWrites, type Recorded, recordSegment } from '../../index/writing/record-segment.db.ts';
import { segmentIsRecorded } from '../../index/writing/segment-rows.db.ts';
import type { Origin, Segment, SegmentDeps, Target } from './segment.ts';
import type { Warcinfo } from './warcinfos.ts';

export interface CommitDeps extends SegmentDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  /** Is called with every segment that is in the store and in the index. */
  onSegment?(origin: Origin, segment: { records: number; sizeBytes: number }): void;
}

/** When a segment is closed, whichever comes first. */
export interface SegmentLimits {
  readonly sizeBytes: number;
  readonly records: number;
  readonly ageMs: number;
}

/** Entries of one AU or records that are kept by themselves, and the segment that their members are in. */
interface SegmentBatch {
  readonly target: Target;
  readonly segment: Segment | undefined;
  readonly entries: readonly Entry[];
  readonly kept?: readonly KeptRecord[];
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
  async #makeDurable({ segment, entries, kept, after }: SegmentBatch): Promise<ClosedSegment | undefined> {
    const [closed, before] = await Promise.allSettled([segment?.close(storedOf(entries), kept), after]);
    if (closed.status === 'rejected') await segment?.abort();
    if (before.status === 'rejected') {
      if (closed.status === 'fulfilled' && closed.value) await this.#remove(closed.value);
      throw before.reason;
    }
    if (closed.status === 'rejected') throw closed.reason;
    return closed.value;
  }

  /** An object is removed only when it is certain that the index does not know it. */
  async #recordOrRemove(batch: SegmentBatch, closed: ClosedSegment | undefined): Promise<Recorded> {
    const { db, nowMs } = this.#deps;
    const { target, segment, entries, own } = batch;
    const { auId, namespaceId } = target;
    const storeMs = segment?.storeMs ?? nowMs();
    const kept = keptNow(batch);
    try {
      return await recordSegment(db, {
        auId,
        namespaceId,
        storeMs,
        segment: closed,
        entries,
        kept,
        own: own?.(),
      });
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

function storedOf(entries: readonly Entry[]): Entry[] {
  const stored: Entry[] = [];
  for (const entry of entries) if (entry.stored) stored.push(entry);
  return stored;
}

/** Where what it belongs to came in an earlier batch, that may have become another artifact, or none. */
function keptNow({ kept = [] }: SegmentBatch): readonly KeptRecord[] {
  return kept.map((record) => {
    const outcome = record.owner?.outcome;
    if (outcome?.outcome === 'unresolved') return { ...record, artifactId: undefined };
    if (outcome?.outcome === 'repaired') return { ...record, artifactId: outcome.artifact.id };
    return record;
  });
}

/** What is told of a failure of the index. */
export function indexError(error: unknown): Error {
  return error instanceof DatabaseUnavailableError ? error : new IndexError(error);
}

/** Usual records have some hundred characters of text each. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/**
 * What is gathered for one segment: results in the order of the upload, the entries among them that go to the index, and
 * the segment that their bytes are in.
 */
export class OpenBatch {
  readonly results: Result[] = [];
  readonly entries: Entry[] = [];
  /** What lies in the segment by itself. */
  readonly kept: KeptRecord[] = [];
  readonly companions = new CompanionCounts();
  /** Entries that were appended just now, and would take the place of damaged artifacts. */
  readonly heirs: Heir[] = [];
  /** The last entry of each URL, which the next record of that URL is compared with. */
  readonly lastOfUrl = new Map<string, Entry>();
  readonly openedMs: number;
  /** Its results are of records that waited: their lines fill the gaps which those left. */
  readonly late: boolean;
  segment: Segment | undefined;
  /** Counts the texts that came with what is in it, and stay as long as it does. */
  characters = 0;
  /** The warcinfo that was appended last. */
  warcinfo: Warcinfo | undefined;

  constructor(openedMs: number, late = false) {
    this.openedMs = openedMs;
    this.late = late;
  }

  add(result: Result): void {
    this.results.push(result);
    const { decided } = result;
    if (decided.disposition !== 'pending') return;
    this.entries.push(decided.entry);
    this.lastOfUrl.set(decided.entry.record.url, decided.entry);
  }

  isFull({ sizeBytes, records, ageMs }: SegmentLimits, nowMs: number): boolean {
    if (this.results.length + this.kept.length >= records || this.characters >= MOST_CHARACTERS) return true;
    return (this.segment?.sizeBytes ?? 0) >= sizeBytes || nowMs - this.openedMs >= ageMs;
  }
}

/** Is told of a batch that is through. Its entries may be looked at until it has resolved. */
type Acknowledge = (said: Said[], batch: OpenBatch) => void | Promise<void>;

/**
 * The batches of one import on their way through the committer, in the order of the upload: while the index takes one,
 * the segment of the next is made durable, and each is acknowledged when it is through.
 */
export class CommitQueue {
  readonly #committer: SegmentCommitter;
  readonly #acknowledge: Acknowledge;
  /** The last two batches, the later one first; resolved when acknowledged. */
  #underWay: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  #own: (OwnWrites & { urls: UrlFilter }) | undefined;
  /** The batches that are being committed, the later one first: what their entries become is not yet in the index. */
  current: readonly OpenBatch[] = [];

  constructor(deps: CommitDeps, acknowledge: Acknowledge) {
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

  /** The last entry of the URL in the batches that are being committed. */
  lastOfUrl(url: string): Entry | undefined {
    for (const batch of this.current) {
      const entry = batch.lastOfUrl.get(url);
      if (entry) return entry;
    }
    return undefined;
  }

  async finish(): Promise<void> {
    await this.#underWay[0];
  }

  async #commit(batch: OpenBatch, target: Target, before: Promise<void>): Promise<void> {
    const { segment, entries, kept } = batch;
    if (entries.length > 0 || kept.length > 0) {
      // Asked for when the batch before has told what is in the AU.
      const own = () => this.#own;
      const recorded = await this.#committer.commit({
        target,
        segment,
        entries,
        kept,
        own,
        after: before,
      });
      this.#remember(entries, recorded);
    } else {
      await segment?.abort();
      await before;
    }
    const said: Said[] = [];
    for (const result of batch.results) said.push(this.#said(result));
    await this.#acknowledge(said, batch);
    this.current = this.current.filter((one) => one !== batch);
  }

  #remember(entries: readonly Entry[], { outcomes, segmentId, ownAlone }: Recorded): void {
    for (let i = 0; i < entries.length; i++) entries[i]!.outcome = outcomes[i]!;
    // An import that found its AU empty need not look for what is new while it alone has stored there.
    if (!ownAlone) this.#own = undefined;
    else if (segmentId !== undefined) {
      const urls = this.#own?.urls ?? new UrlFilter();
      for (const { record } of entries) urls.add(record.url);
      this.#own = { segmentId, urls };
    }
  }

  #said({ ref, decided }: Result): Said {
    if (decided.disposition === 'waiting') return 'later';
    return { ref, verdict: this.#verdict(ref, decided) };
  }

  #verdict(ref: RecordRef, decided: Exclude<Disposition, { disposition: 'waiting' }>): Verdict {
    if (decided.disposition === 'decided') return decided.verdict;
    const outcome = decided.entry.outcome!;
    if (!('artifact' in outcome)) return { status: 'ERROR', message: outcome.message };
    const { artifact } = outcome;
    if (decided.disposition === 'duplicateOf') return samePayload(artifact);
    if (outcome.outcome === 'repaired') return { status: 'OK', artifact, message: REPAIRED_MESSAGE };
    if (outcome.outcome === 'duplicate') return { status: 'DUPLICATE', artifact, message: outcome.message };
    return { status: 'OK', artifact, message: ref.warnings?.join('; ') };
  }
}
