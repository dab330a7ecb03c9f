// Commits imported and created records: makes the segment durable, then runs the index transaction. Acknowledge records
// only after `commit` has resolved, so that no acknowledged record can be lost.
import type { ObjectStore } from '@holdfast/object-store';
import { DatabaseUnavailableError, type Executor } from '@holdfast/pg-kit';
import { type ArtifactReplacement, CompanionCounts } from '../../domain/companions/record-grouper.ts';
import { toDuplicateVerdict } from '../../domain/dedup.ts';
import type { Disposition, RecordDisposition, RecordResponse, Verdict } from '../../domain/disposition.ts';
import type { Provenance } from '../../domain/journal-entry.ts';
import type { ImportEntry } from '../../domain/record/entry.ts';
import type { ClosedSegment, KeptRecord } from '../../domain/record/manifest.ts';
import type { RecordRef } from '../../domain/record/read-record.ts';
import { UrlFilter } from '../../domain/url-filter.ts';
import { REPAIRED_MESSAGE } from '../../domain/url-state.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { type RecordedBatch, recordSegment, type WriteState } from '../../index/writing/record-segment.db.ts';
import { claimUnrecordedSegment } from '../../index/writing/segment-rows.db.ts';
import type { Warcinfo } from './companion-records.ts';
import type { ArtifactOrigin, ImportTarget, Segment, SegmentDeps } from './segment.ts';

export interface CommitDeps extends SegmentDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  /** Called for every segment that is in the store and in the index. */
  onSegment?(origin: ArtifactOrigin, segment: { records: number; sizeBytes: number }): void;
  /** Default provenance, for batches that have none. */
  readonly provenance?: Provenance | undefined;
}

/** Limits of a segment. The segment is closed when it reaches any of them. */
export interface SegmentLimits {
  readonly sizeBytes: number;
  readonly records: number;
  readonly ageMs: number;
}

/** Index entries of one AU, records that are not adjacent to an artifact, and the segment that contains all of them. */
interface SegmentBatch {
  readonly target: ImportTarget;
  readonly segment: Segment | undefined;
  readonly entries: readonly ImportEntry[];
  readonly kept?: readonly KeptRecord[];
  /** Returns the AU's state after this import's last write, or undefined if another writer has changed the AU since. */
  own?(): WriteState | undefined;
  /** Precondition of the index transaction. If the promise rejects, the batch is discarded. */
  readonly after?: Promise<void>;
  readonly provenance?: Provenance | undefined;
}

/** Thrown if the database is reachable but rejected the batch. */
export class IndexError extends Error {
  override name = 'IndexError';

  constructor(cause: unknown) {
    super(`the index did not record the stored objects: ${cause instanceof Error ? cause.message : cause}`, {
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
   * Commits the batch. Resolves when it is durable. Rejects with ObjectStoreUnavailableError, DatabaseUnavailableError,
   * IndexError, or the error of `after`. The index then does not contain the batch, unless the outcome of its
   * transaction is unknown.
   */
  async commit(batch: SegmentBatch): Promise<RecordedBatch> {
    const closed = await this.#makeDurable(batch);
    const recorded = await this.#recordOrRemove(batch, closed);
    if (!closed) return recorded;
    const { segment, entries } = batch;
    // Remove the segment if the index stored no row that refers to it.
    if (recorded.segmentId === undefined) await this.#remove(closed);
    else this.#deps.onSegment?.(segment!.origin, { records: entries.length, sizeBytes: closed.sizeBytes });
    return recorded;
  }

  /** Closes the segment. Runs while the index processes the previous batch. */
  async #makeDurable(batch: SegmentBatch): Promise<ClosedSegment | undefined> {
    const { target, segment, entries, kept, after } = batch;
    const [closed, before] = await Promise.allSettled([segment?.close(listStored(entries), kept), after]);
    if (closed.status === 'rejected') await segment?.abort();
    if (before.status === 'rejected') {
      if (closed.status === 'fulfilled' && closed.value)
        await this.#removeUnlessRecorded(target.auId, closed.value);
      throw before.reason;
    }
    if (closed.status === 'rejected') throw closed.reason;
    return closed.value;
  }

  /** Runs the index transaction. After an error, removes the object only if the index does not refer to it. */
  async #recordOrRemove(batch: SegmentBatch, closed: ClosedSegment | undefined): Promise<RecordedBatch> {
    const { db, nowMs } = this.#deps;
    const { target, segment, entries, own, provenance } = batch;
    const identity = { ...target, storeMs: segment?.storeMs ?? nowMs() };
    const kept = updateKeptRecords(batch);
    try {
      return await recordSegment(db, {
        ...identity,
        segment: closed,
        entries,
        kept,
        own: own?.(),
        provenance: provenance ?? this.#deps.provenance,
      });
    } catch (error) {
      // If the outcome is unknown, the journal may refer to the object. Leave it to the sweep job.
      if (closed && !(error instanceof DatabaseUnavailableError))
        await this.#removeUnlessRecorded(target.auId, closed);
      throw toIndexError(error);
    }
  }

  async #removeUnlessRecorded(auId: number, closed: ClosedSegment): Promise<void> {
    const asked = claimUnrecordedSegment(this.#deps.db, { auId, key: closed.key });
    if (!(await asked.catch(() => true))) await this.#remove(closed);
  }

  /** Removes the object. If this fails, the sweep job removes it later. */
  async #remove({ key }: ClosedSegment): Promise<void> {
    await this.#deps.store.delete(key).catch(() => undefined);
  }
}

function listStored(entries: readonly ImportEntry[]): ImportEntry[] {
  const stored: ImportEntry[] = [];
  for (const entry of entries) if (entry.stored) stored.push(entry);
  return stored;
}

/**
 * Updates the artifact of each record. The record's entry may have repaired an existing artifact, or may be an
 * unresolved revisit, which has no artifact.
 */
function updateKeptRecords({ kept = [] }: SegmentBatch): readonly KeptRecord[] {
  return kept.map((record) => {
    const outcome = record.owner?.outcome;
    if (outcome?.outcome === 'unresolved') return { ...record, artifactId: undefined };
    if (outcome?.outcome === 'repaired') return { ...record, artifactId: outcome.artifact.id };
    return record;
  });
}

/** Converts a database failure to the error that clients get. */
export function toIndexError(error: unknown): Error {
  return error instanceof DatabaseUnavailableError ? error : new IndexError(error);
}

/** Maximum number of text characters in a batch. Typical records have a few hundred characters each. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Batch that is being filled: a segment, results in upload order, and index entries. */
export class OpenBatch {
  readonly results: RecordDisposition[] = [];
  readonly entries: ImportEntry[] = [];
  /** Records in the segment that are not adjacent to an artifact. */
  readonly kept: KeptRecord[] = [];
  readonly companions = new CompanionCounts();
  /** Latest entries in the segment that are to replace damaged artifacts. */
  readonly replacements: ArtifactReplacement[] = [];
  /** Latest entry of each URL, for comparison with the next record of the URL. */
  readonly lastOfUrl = new Map<string, ImportEntry>();
  readonly openedMs: number;
  /** Whether the records had to wait for a decision. Their result lines then fill gaps in the response. */
  readonly late: boolean;
  segment: Segment | undefined;
  /** Number of text characters that the batch holds in memory. */
  characters = 0;
  /** Latest warcinfo record in the segment. */
  warcinfo: Warcinfo | undefined;

  constructor(openedMs: number, late = false) {
    this.openedMs = openedMs;
    this.late = late;
  }

  add(result: RecordDisposition): void {
    this.results.push(result);
    const { decided } = result;
    if (decided.disposition !== 'pending') return;
    this.entries.push(decided.entry);
    this.lastOfUrl.set(decided.entry.record.url, decided.entry);
  }

  isFull({ sizeBytes, records, ageMs }: SegmentLimits, nowMs: number): boolean {
    if (this.results.length + this.kept.length >= records || this.characters >= MAX_CHARACTERS) return true;
    return (this.segment?.sizeBytes ?? 0) >= sizeBytes || nowMs - this.openedMs >= ageMs;
  }
}

/** Called with a committed batch. May read the batch's entries until the returned promise resolves. */
type BatchAcknowledger = (said: RecordResponse[], batch: OpenBatch) => void | Promise<void>;

/**
 * Commits the batches of an import in upload order. While the index processes a batch, the next batch's segment is made
 * durable. Acknowledges each committed batch.
 */
export class CommitQueue {
  readonly #committer: SegmentCommitter;
  readonly #acknowledge: BatchAcknowledger;
  /** Promises for the acknowledgements of the last two batches, the later batch first. */
  #underWay: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  #own: (WriteState & { urls: UrlFilter }) | undefined;
  /** Batches that the index may not contain yet, the later one first. */
  current: readonly OpenBatch[] = [];

  constructor(deps: CommitDeps, acknowledge: BatchAcknowledger) {
    this.#committer = new SegmentCommitter(deps);
    this.#acknowledge = acknowledge;
  }

  /**
   * Starts to commit the batch. First waits until at most one earlier batch is being committed. Rejects if an earlier
   * batch failed.
   */
  async add(batch: OpenBatch, target: ImportTarget): Promise<void> {
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

  /** Returns the latest entry of the URL among the batches that are being committed. */
  lastOfUrl(url: string): ImportEntry | undefined {
    for (const batch of this.current) {
      const entry = batch.lastOfUrl.get(url);
      if (entry) return entry;
    }
    return undefined;
  }

  async finish(): Promise<void> {
    await this.#underWay[0];
  }

  async #commit(batch: OpenBatch, target: ImportTarget, before: Promise<void>): Promise<void> {
    const { segment, entries, kept } = batch;
    if (entries.length > 0 || kept.length > 0) {
      // Read `#own` only when `own` is called, because committing the previous batch updates it.
      const own = () => this.#own;
      const recorded = await this.#committer.commit({
        target,
        segment,
        entries,
        kept,
        own,
        after: before,
      });
      this.#cacheOutcomes(entries, recorded);
    } else {
      await segment?.abort();
      await before;
    }
    const said: RecordResponse[] = [];
    for (const result of batch.results) said.push(this.#toRecordResponse(result));
    await this.#acknowledge(said, batch);
    this.current = this.current.filter((one) => one !== batch);
  }

  #cacheOutcomes(entries: readonly ImportEntry[], { outcomes, segmentId, ownAlone }: RecordedBatch): void {
    for (let i = 0; i < entries.length; i++) entries[i]!.outcome = outcomes[i]!;
    // Another writer has changed the AU, so the cached state is outdated. Query the index for duplicates again.
    if (!ownAlone) this.#own = undefined;
    else if (segmentId !== undefined) {
      const urls = this.#own?.urls ?? new UrlFilter();
      for (const { record } of entries) urls.add(record.url);
      this.#own = { segmentId, urls };
    }
  }

  #toRecordResponse({ ref, decided }: RecordDisposition): RecordResponse {
    if (decided.disposition === 'waiting') return 'later';
    return { ref, verdict: this.#toVerdict(ref, decided) };
  }

  #toVerdict(ref: RecordRef, decided: Exclude<Disposition, { disposition: 'waiting' }>): Verdict {
    if (decided.disposition === 'decided') return decided.verdict;
    const outcome = decided.entry.outcome!;
    if (!('artifact' in outcome)) return { status: 'ERROR', message: outcome.message };
    const { artifact } = outcome;
    if (decided.disposition === 'duplicateOf') return toDuplicateVerdict(artifact);
    if (outcome.outcome === 'repaired') return { status: 'OK', artifact, message: REPAIRED_MESSAGE };
    if (outcome.outcome === 'duplicate') return { status: 'DUPLICATE', artifact, message: outcome.message };
    return { status: 'OK', artifact, message: ref.warnings?.join('; ') };
  }
}
