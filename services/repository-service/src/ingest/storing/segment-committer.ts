// Commits records of imports and created artifacts: makes the segment durable, then runs the index transaction. Records
// may be acknowledged only after `commit` has resolved. Because of this order, an acknowledged record cannot be lost.
import type { ObjectStore } from '@holdfast/object-store';
import { DatabaseUnavailableError, type Executor } from '@holdfast/pg-kit';
import { type ArtifactReplacement, CompanionCounts } from '../../domain/companions/arrangement.ts';
import { REPAIRED_MESSAGE } from '../../domain/damaged-copy.ts';
import { toDuplicateVerdict } from '../../domain/dedup.ts';
import type { Disposition, RecordDisposition, RecordResponse, Verdict } from '../../domain/disposition.ts';
import type { Provenance } from '../../domain/journal-entry.ts';
import type { ImportEntry } from '../../domain/record/entry.ts';
import type { ClosedSegment, KeptRecord } from '../../domain/record/manifest.ts';
import type { RecordRef } from '../../domain/record/read-record.ts';
import { UrlFilter } from '../../domain/url-filter.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { type RecordedBatch, recordSegment, type WriteState } from '../../index/writing/record-segment.db.ts';
import { claimUnrecordedSegment } from '../../index/writing/segment-rows.db.ts';
import type { ArtifactOrigin, ImportTarget, Segment, SegmentDeps } from './segment.ts';
import type { Warcinfo } from './warcinfos.ts';

export interface CommitDeps extends SegmentDeps {
  readonly db: Executor<IndexSchema>;
  readonly store: ObjectStore;
  /** Called for every segment once it is in the store and in the index. */
  onSegment?(origin: ArtifactOrigin, segment: { records: number; sizeBytes: number }): void;
  /** Provenance that is recorded with a segment if its batch has none. */
  readonly provenance?: Provenance | undefined;
}

/** Limits of a segment. The segment is closed when it reaches the first of them. */
export interface SegmentLimits {
  readonly sizeBytes: number;
  readonly records: number;
  readonly ageMs: number;
}

/** Entries of one AU and records without artifact, with the segment that contains the members of both. */
interface SegmentBatch {
  readonly target: ImportTarget;
  readonly segment: Segment | undefined;
  readonly entries: readonly ImportEntry[];
  readonly kept?: readonly KeptRecord[];
  /** Returns what this import, as the only writer, has stored in the AU. Called once `after` has resolved. */
  own?(): WriteState | undefined;
  /** The index transaction starts after this promise has resolved. If it rejects, the batch is dropped. */
  readonly after?: Promise<void>;
  readonly provenance?: Provenance | undefined;
}

/** Thrown if the index responded but could not process the batch. */
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
   * Commits the batch. Resolves when everything is durable. If it rejects, neither the index nor the store contains
   * anything of the batch, unless the result of the index transaction is unknown. In that case, the sweep job handles
   * the object. Rejects with ObjectStoreUnavailable, DatabaseUnavailableError, IndexError, or the error of `after`.
   */
  async commit(batch: SegmentBatch): Promise<RecordedBatch> {
    const closed = await this.#makeDurable(batch);
    const recorded = await this.#recordOrRemove(batch, closed);
    if (!closed) return recorded;
    const { segment, entries } = batch;
    // No row refers to the segment, so it can be removed.
    if (recorded.segmentId === undefined) await this.#remove(closed);
    else this.#deps.onSegment?.(segment!.origin, { records: entries.length, sizeBytes: closed.sizeBytes });
    return recorded;
  }

  /** Closes the segment while the index is still processing the previous batch. */
  async #makeDurable(batch: SegmentBatch): Promise<ClosedSegment | undefined> {
    const { target, segment, entries, kept, after } = batch;
    const [closed, before] = await Promise.allSettled([segment?.close(storedOf(entries), kept), after]);
    if (closed.status === 'rejected') await segment?.abort();
    if (before.status === 'rejected') {
      if (closed.status === 'fulfilled' && closed.value)
        await this.#removeUnlessRecorded(target.auId, closed.value);
      throw before.reason;
    }
    if (closed.status === 'rejected') throw closed.reason;
    return closed.value;
  }

  /** Indexes the segment. Removes its object only if it is certain that the index does not contain the segment. */
  async #recordOrRemove(batch: SegmentBatch, closed: ClosedSegment | undefined): Promise<RecordedBatch> {
    const { db, nowMs } = this.#deps;
    const { target, segment, entries, own, provenance } = batch;
    const identity = { ...target, storeMs: segment?.storeMs ?? nowMs() };
    const kept = keptNow(batch);
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
      // If the result is unknown, the journal may name the object, so the object is left to the sweep job.
      if (closed && !(error instanceof DatabaseUnavailableError))
        await this.#removeUnlessRecorded(target.auId, closed);
      throw toIndexError(error);
    }
  }

  async #removeUnlessRecorded(auId: number, closed: ClosedSegment): Promise<void> {
    const asked = claimUnrecordedSegment(this.#deps.db, { auId, key: closed.key });
    if (!(await asked.catch(() => true))) await this.#remove(closed);
  }

  /** Removes the object. If that fails, the sweep job removes it later. */
  async #remove({ key }: ClosedSegment): Promise<void> {
    await this.#deps.store.delete(key).catch(() => undefined);
  }
}

function storedOf(entries: readonly ImportEntry[]): ImportEntry[] {
  const stored: ImportEntry[] = [];
  for (const entry of entries) if (entry.stored) stored.push(entry);
  return stored;
}

/**
 * Returns the kept records with their current artifacts. If the artifact of a companion was in an earlier batch, the
 * companion may now belong to a different artifact or to none.
 */
function keptNow({ kept = [] }: SegmentBatch): readonly KeptRecord[] {
  return kept.map((record) => {
    const outcome = record.owner?.outcome;
    if (outcome?.outcome === 'unresolved') return { ...record, artifactId: undefined };
    if (outcome?.outcome === 'repaired') return { ...record, artifactId: outcome.artifact.id };
    return record;
  });
}

/** Returns the error that clients see for a failure of the index. */
export function toIndexError(error: unknown): Error {
  return error instanceof DatabaseUnavailableError ? error : new IndexError(error);
}

/** Maximum number of characters of text in a batch. Usual records have a few hundred characters each. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** A segment that is being filled, with the results in the order of the upload and the entries for the index. */
export class OpenBatch {
  readonly results: RecordDisposition[] = [];
  readonly entries: ImportEntry[] = [];
  /** Records in the segment that are not next to an artifact. */
  readonly kept: KeptRecord[] = [];
  readonly companions = new CompanionCounts();
  /** Entries at the end of the segment that would replace damaged artifacts. */
  readonly replacements: ArtifactReplacement[] = [];
  /** Last entry of each URL. The next record of the URL is compared with it. */
  readonly lastOfUrl = new Map<string, ImportEntry>();
  readonly openedMs: number;
  /** Whether the results belong to records that had to wait. The lines of such records fill gaps in the response. */
  readonly late: boolean;
  segment: Segment | undefined;
  /** Number of characters of text that stay in memory for as long as the batch does. */
  characters = 0;
  /** Warcinfo that was appended to the segment last. */
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
    if (this.results.length + this.kept.length >= records || this.characters >= MOST_CHARACTERS) return true;
    return (this.segment?.sizeBytes ?? 0) >= sizeBytes || nowMs - this.openedMs >= ageMs;
  }
}

/** Called with a finished batch. Its entries may be read until the returned promise resolves. */
type Acknowledge = (said: RecordResponse[], batch: OpenBatch) => void | Promise<void>;

/**
 * Commits the batches of one import in the order of the upload. While the index processes one batch, the segment of the
 * next batch is made durable. Each finished batch is acknowledged.
 */
export class CommitQueue {
  readonly #committer: SegmentCommitter;
  readonly #acknowledge: Acknowledge;
  /** Promises of the last two batches, the later one first. Each resolves when its batch has been acknowledged. */
  #underWay: [Promise<void>, Promise<void>] = [Promise.resolve(), Promise.resolve()];
  #own: (WriteState & { urls: UrlFilter }) | undefined;
  /** Batches that are being committed, the later one first. The index does not yet contain their entries. */
  current: readonly OpenBatch[] = [];

  constructor(deps: CommitDeps, acknowledge: Acknowledge) {
    this.#committer = new SegmentCommitter(deps);
    this.#acknowledge = acknowledge;
  }

  /**
   * Waits until at most one other batch is being committed, then starts committing this one. Rejects if an earlier
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

  /** Returns the last entry of the URL in the batches that are being committed. */
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
      // `own` is called only after the previous batch has reported the AU's state.
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
    const said: RecordResponse[] = [];
    for (const result of batch.results) said.push(this.#said(result));
    await this.#acknowledge(said, batch);
    this.current = this.current.filter((one) => one !== batch);
  }

  #remember(entries: readonly ImportEntry[], { outcomes, segmentId, ownAlone }: RecordedBatch): void {
    for (let i = 0; i < entries.length; i++) entries[i]!.outcome = outcomes[i]!;
    // If another writer has used the AU, an import that found the AU empty must look for artifacts again.
    if (!ownAlone) this.#own = undefined;
    else if (segmentId !== undefined) {
      const urls = this.#own?.urls ?? new UrlFilter();
      for (const { record } of entries) urls.add(record.url);
      this.#own = { segmentId, urls };
    }
  }

  #said({ ref, decided }: RecordDisposition): RecordResponse {
    if (decided.disposition === 'waiting') return 'later';
    return { ref, verdict: this.#verdict(ref, decided) };
  }

  #verdict(ref: RecordRef, decided: Exclude<Disposition, { disposition: 'waiting' }>): Verdict {
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
