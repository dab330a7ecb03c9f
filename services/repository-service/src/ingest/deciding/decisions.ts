// Decides what to do with each artifact of an upload (store, skip, refuse). Decisions that need the index transaction
// are made later. `IdentityDecisions` handles uploads whose artifacts keep their identity from another repository.

import type { Executor } from '@holdfast/pg-kit';
import type { ArtifactGroup } from '../../domain/companions/record-grouper.ts';
import { type DedupContext, findCertainDuplicates, listUrlsToLookUp } from '../../domain/dedup.ts';
import type { Disposition } from '../../domain/disposition.ts';
import { findUuidVerdict } from '../../domain/identified-batch.ts';
import type { EntryOutcome, ImportEntry, NamedOriginal } from '../../domain/record/entry.ts';
import type { NamedIdentity } from '../../domain/record/named-identities.ts';
import { addRequest, type DigestedRecord, type UnreadableRange } from '../../domain/record/read-record.ts';
import type { UrlState } from '../../domain/url-state.ts';
import { ReplacementTracker } from '../../domain/url-state.ts';
import { findExistingUuids } from '../../index/known/given-identities.db.ts';
import { readUrlStates } from '../../index/known/known.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import type { ImportTarget } from '../storing/segment.ts';
import type { CommitDeps } from '../storing/segment-committer.ts';
import { type FoundOriginals, RevisitOriginals } from './revisit-originals.ts';

interface DecisionDeps extends Pick<CommitDeps, 'db' | 'store'> {
  readonly rules: DecisionRules;
  target(): Promise<ImportTarget>;
  /** Returns the latest entry of this URL that is not in the index yet. */
  pending(url: string): ImportEntry | undefined;
}

export class RecordDecisions {
  readonly #deps: DecisionDeps;
  readonly #originals: RevisitOriginals;
  readonly #inheritance = new ReplacementTracker();

  constructor(deps: DecisionDeps) {
    this.#deps = deps;
    this.#originals = new RevisitOriginals(deps);
  }

  /**
   * Returns the disposition of each group, in order, and records it in the group's capture. `isLast`: no records
   * follow, so revisits must not wait for their originals any longer.
   */
  async take(groups: readonly ArtifactGroup[], isLast = false): Promise<Disposition[]> {
    const asked: PendingDecision[] = [];
    const accepted: DigestedRecord[] = [];
    for (const group of groups) {
      const record = addRequest(group.artifact.finding, group.request);
      const refusal = findRefusal(record, this.#deps.rules);
      asked.push({ group, record, refusal });
      if (!refusal) accepted.push(record);
    }
    const found = await this.#originals.take(accepted, this.#deps.target, isLast);
    const lookedUp = await this.#lookUp(accepted, found.originals);
    const dispositions: Disposition[] = [];
    for (const one of asked) dispositions.push(this.#decide(one, found, lookedUp, isLast));
    return dispositions;
  }

  #decide(
    { group, record, refusal }: PendingDecision,
    found: FoundOriginals,
    { duplicates, states }: IndexLookup,
    isLast: boolean,
  ): Disposition {
    const why = refusal ?? judgeUnresolvedRevisit(record, found, isLast);
    if (why === 'waiting') return { disposition: 'waiting' };
    if (why) return refuseArtifact(group, why);
    const duplicate = duplicates.get(record);
    if (duplicate) {
      group.capture.disposition = 'duplicate';
      if (duplicate.disposition === 'decided') group.capture.sameCapture = duplicate.sameCapture;
      return duplicate;
    }
    const original = found.originals.get(record);
    return this.#markPending(group, record, { original, damaged: states.get(record.url)?.damaged });
  }

  /** Adds the length of the text that the next batch of packed records shares. Call before `take`. */
  tookTexts(characters: number): void {
    this.#originals.tookTexts(characters);
  }

  /** Returns whether the original of the revisit has been found. */
  async isResolved(revisit: DigestedRecord): Promise<boolean> {
    const { originals } = await this.#originals.take([revisit], this.#deps.target, false);
    return originals.has(revisit);
  }

  /** Finds duplicates among the records. Reads the states of their URLs from the index where necessary. */
  async #lookUp(
    candidates: readonly DigestedRecord[],
    originals: FoundOriginals['originals'],
  ): Promise<IndexLookup> {
    const { storeDuplicate } = this.#deps.rules;
    if (candidates.length === 0) return NOTHING_KNOWN;
    const { auId, wasEmpty, wasDamaged } = await this.#deps.target();
    if (storeDuplicate && !wasDamaged) return NOTHING_KNOWN;
    const context: DedupContext = { wasEmpty, wasDamaged, pending: this.#deps.pending, originals };
    const states = await readUrlStates(this.#deps.db, auId, listUrlsToLookUp(candidates, context));
    const duplicates = storeDuplicate
      ? NOTHING_KNOWN.duplicates
      : findCertainDuplicates(candidates, states, context);
    return { states, duplicates };
  }

  /** Creates the entry of an artifact that will be stored. Appending the gzip member sets its location and ID. */
  #markPending(
    { capture, before, after }: ArtifactGroup,
    record: DigestedRecord,
    { original, damaged }: { original: NamedOriginal | undefined; damaged: UrlState['damaged'] },
  ): Disposition {
    const { storeDuplicate, repairs } = this.#deps.rules;
    const brings = before.length + after.length > 0;
    const replaceable = repairs ? damaged?.filter(({ id }) => repairs.has(id)) : damaged;
    const replacementFor = replaceable && this.#inheritance.take(replaceable, record, { original, brings });
    const entry = {
      id: '',
      record,
      stored: undefined,
      original,
      // An upload that repairs artifacts must not commit uncommitted artifacts.
      committed: repairs === undefined,
      replacementFor,
      repairs,
      storeDuplicate,
      outcome: undefined,
    };
    capture.disposition = 'taken';
    capture.entry = entry;
    return { disposition: 'pending', entry };
  }
}

/**
 * Artifact that awaits a decision. `record`: the artifact's record with its request. `refusal`: reason for refusing the
 * artifact, if known without a look-up.
 */
interface PendingDecision {
  readonly group: ArtifactGroup;
  readonly record: DigestedRecord;
  readonly refusal: Refusal | undefined;
}

interface IndexLookup {
  readonly states: ReadonlyMap<string, UrlState>;
  readonly duplicates: ReturnType<typeof findCertainDuplicates<DigestedRecord>>;
}

const NOTHING_KNOWN: IndexLookup = { states: new Map(), duplicates: new Map() };

/**
 * Decides whether a revisit whose original was not found waits for the original or fails. Returns undefined for a large
 * revisit. Its bytes are already in a segment, so the index transaction searches for its original.
 */
function judgeUnresolvedRevisit(
  record: DigestedRecord,
  { faults }: FoundOriginals,
  isLast: boolean,
): Refusal | 'waiting' | undefined {
  const message = faults.get(record);
  if (message === undefined || record.memberAt !== 'batch') return undefined;
  return isLast ? { status: 'ERROR', message } : 'waiting';
}

function refuseArtifact({ capture }: ArtifactGroup, verdict: Refusal): Disposition {
  capture.disposition = verdict.status === 'EXCLUDED' ? 'excluded' : 'error';
  return { disposition: 'decided', verdict };
}

export interface DecisionRules {
  readonly storeDuplicate: boolean;
  /** UUIDs of damaged artifacts to repair. If set, a record is stored only if it replaces one of these artifacts. */
  readonly repairs?: ReadonlySet<string> | undefined;
  /** Returns whether the settings exclude records with this HTTP status. */
  excludes(httpStatus: number): boolean;
}

type Refusal = { status: 'ERROR' | 'EXCLUDED'; message: string };

/** Returns the reason for refusing the record, or undefined if the record is acceptable. */
function findRefusal({ error, httpStatus }: DigestedRecord, rules: DecisionRules): Refusal | undefined {
  if (error !== undefined) return { status: 'ERROR', message: error };
  if (httpStatus === undefined || !rules.excludes(httpStatus)) return undefined;
  return {
    status: 'EXCLUDED',
    message: `HTTP status ${httpStatus} matches the pattern of statuses not to import`,
  };
}

export function makeUnreadableDisposition({ error: message }: UnreadableRange): Disposition {
  return { disposition: 'decided', verdict: { status: 'ERROR', message } };
}

/** Rules for an upload with existing artifact identities. The sets contain UUIDs in lower case. */
export interface IdentityRules {
  /** Artifacts to skip, for example because the other repository has deleted them. */
  readonly except: ReadonlySet<string>;
  /** Artifacts to store as uncommitted. All other artifacts are stored as committed. */
  readonly uncommitted: ReadonlySet<string>;
  /** Identities, unless the records themselves contain them. */
  readonly identities?: readonly NamedIdentity[] | undefined;
}

/** Returns whether the records contain the identities of their artifacts. */
export function hasRecordIdentities(given: IdentityRules | undefined): boolean {
  return given !== undefined && given.identities === undefined;
}

export interface IdentifiedDecisionDeps {
  readonly db: Executor<IndexSchema>;
  readonly given: IdentityRules;
  target(): Promise<ImportTarget>;
}

/**
 * Decides on artifacts with a given identity. If this repository already has an artifact with this identity, its bytes
 * are not stored again.
 */
export class IdentityDecisions {
  readonly #deps: IdentifiedDecisionDeps;

  constructor(deps: IdentifiedDecisionDeps) {
    this.#deps = deps;
  }

  /** Returns the disposition of each group, in order, and records it in the group's capture. */
  async take(groups: readonly ArtifactGroup[]): Promise<Disposition[]> {
    if (groups.length === 0) return [];
    const records = groups.map(({ artifact, request }) => addRequest(artifact.finding, request));
    const { auId } = await this.#deps.target();
    const wanted = records
      .filter((record) => !this.#findEarlyVerdict(record))
      .map(({ given }) => given!.uuid);
    const known = await findExistingUuids(this.#deps.db, wanted);
    return groups.map((group, i) => {
      const record = records[i]!;
      const refusal = this.#findEarlyVerdict(record);
      if (refusal) return applyVerdict(group, refusal);
      const held = findUuidVerdict(record, { auId, ...known });
      return held ? applyVerdict(group, toVerdict(held)) : this.#pending(group, record);
    });
  }

  /** Does nothing, because this class keeps no text of records in memory. */
  tookTexts(): void {}

  /** Always returns true: such uploads must not contain revisits, so nothing waits for an original. */
  async isResolved(): Promise<boolean> {
    return true;
  }

  #findEarlyVerdict({ error, given }: DigestedRecord): Verdict | undefined {
    if (error !== undefined) return { status: 'ERROR', message: error };
    if (!this.#deps.given.except.has(given!.uuid)) return undefined;
    return { status: 'EXCLUDED', message: 'the upload excludes it' };
  }

  #pending({ capture }: ArtifactGroup, record: DigestedRecord): Disposition {
    const committed = !this.#deps.given.uncommitted.has(record.given!.uuid);
    const entry: ImportEntry = { id: '', record, stored: undefined, committed, storeDuplicate: true };
    capture.disposition = 'taken';
    capture.entry = entry;
    return { disposition: 'pending', entry };
  }
}

type Verdict = Extract<Disposition, { disposition: 'decided' }>['verdict'];

const dispositionsByStatus = {
  OK: 'duplicate',
  DUPLICATE: 'duplicate',
  EXCLUDED: 'excluded',
  ERROR: 'error',
} as const;

function applyVerdict({ capture }: ArtifactGroup, verdict: Verdict): Disposition {
  capture.disposition = dispositionsByStatus[verdict.status];
  return { disposition: 'decided', verdict };
}

function toVerdict(outcome: EntryOutcome): Verdict {
  if (outcome.outcome === 'duplicate')
    return { status: 'DUPLICATE', artifact: outcome.artifact, message: outcome.message };
  return { status: 'ERROR', message: 'message' in outcome ? outcome.message : outcome.outcome };
}
