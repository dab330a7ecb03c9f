// Decides what to do with each record of an upload whose artifacts keep their identity from another repository. If this
// repository already has an artifact, its bytes are not stored again.
import type { Executor } from '@holdfast/pg-kit';
import type { ArtifactGroup } from '../../domain/companions/record-grouper.ts';
import type { Disposition } from '../../domain/disposition.ts';
import { findUuidVerdict } from '../../domain/identified-batch.ts';
import type { EntryOutcome, ImportEntry } from '../../domain/record/entry.ts';
import type { NamedIdentity } from '../../domain/record/named-identities.ts';
import { addRequest, type DigestedRecord } from '../../domain/record/read-record.ts';
import { findExistingUuids } from '../../index/known/given-identities.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import type { ImportTarget } from '../storing/segment.ts';

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
    const wanted = records.filter((record) => !this.#refusal(record)).map(({ given }) => given!.uuid);
    const known = await findExistingUuids(this.#deps.db, wanted);
    return groups.map((group, i) => {
      const record = records[i]!;
      const refusal = this.#refusal(record);
      if (refusal) return decided(group, refusal);
      const held = findUuidVerdict(record, { auId, ...known });
      return held ? decided(group, verdictOn(held)) : this.#pending(group, record);
    });
  }

  /** Does nothing, because this class keeps no text of records in memory. */
  tookTexts(): void {}

  /** Always returns true: such uploads must not contain revisits, so nothing waits for an original. */
  async isResolved(): Promise<boolean> {
    return true;
  }

  #refusal({ error, given }: DigestedRecord): Verdict | undefined {
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

const fates = { OK: 'duplicate', DUPLICATE: 'duplicate', EXCLUDED: 'excluded', ERROR: 'error' } as const;

function decided({ capture }: ArtifactGroup, verdict: Verdict): Disposition {
  capture.disposition = fates[verdict.status];
  return { disposition: 'decided', verdict };
}

function verdictOn(outcome: EntryOutcome): Verdict {
  if (outcome.outcome === 'duplicate')
    return { status: 'DUPLICATE', artifact: outcome.artifact, message: outcome.message };
  return { status: 'ERROR', message: 'message' in outcome ? outcome.message : outcome.outcome };
}
