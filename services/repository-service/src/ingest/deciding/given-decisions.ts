// What becomes of each record of an upload whose artifacts keep the identity that they had in another repository, as far as
// it can be told before its batch is committed. What is here already is told before its bytes are stored once more.
import type { Executor } from '@holdfast/pg-kit';
import type { Group } from '../../domain/companions/arrangement.ts';
import type { Disposition } from '../../domain/disposition.ts';
import { heldAs } from '../../domain/given-batch.ts';
import type { Entry, Outcome } from '../../domain/record/entry.ts';
import type { ReadRecord } from '../../domain/record/read-record.ts';
import { knownUuids } from '../../index/known/given-identities.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import type { Target } from '../storing/segment.ts';

/** Lower-case uuids of artifacts of the upload. */
export interface GivenRules {
  /** Not wanted: they are deleted there, say. */
  readonly except: ReadonlySet<string>;
  /** Stored as uncommitted; the others are committed. */
  readonly uncommitted: ReadonlySet<string>;
}

export interface GivenDecisionDeps {
  readonly db: Executor<IndexSchema>;
  readonly given: GivenRules;
  target(): Promise<Target>;
}

export class GivenDecisions {
  readonly #deps: GivenDecisionDeps;

  constructor(deps: GivenDecisionDeps) {
    this.#deps = deps;
  }

  /** One for each group, in their order; their captures are told. */
  async take(groups: readonly Group[]): Promise<Disposition[]> {
    if (groups.length === 0) return [];
    const records = groups.map(({ artifact }) => artifact.finding);
    const { auId } = await this.#deps.target();
    const wanted = records.filter((record) => !this.#refusal(record)).map(({ given }) => given!.uuid);
    const known = await knownUuids(this.#deps.db, wanted);
    return groups.map((group, i) => {
      const record = records[i]!;
      const refusal = this.#refusal(record);
      if (refusal) return decided(group, refusal);
      const held = heldAs(record, { auId, ...known });
      return held ? decided(group, verdictOn(held)) : this.#pending(group, record);
    });
  }

  /** Nothing is remembered. */
  tookTexts(): void {}

  /** No revisit is taken. */
  async isResolved(): Promise<boolean> {
    return true;
  }

  #refusal({ error, given }: ReadRecord): Verdict | undefined {
    if (error !== undefined) return { status: 'ERROR', message: error };
    if (!this.#deps.given.except.has(given!.uuid)) return undefined;
    return { status: 'EXCLUDED', message: 'the upload says to leave it out' };
  }

  #pending({ capture }: Group, record: ReadRecord): Disposition {
    const committed = !this.#deps.given.uncommitted.has(record.given!.uuid);
    const entry: Entry = { id: '', record, stored: undefined, committed, storeDuplicate: true };
    capture.fate = 'taken';
    capture.entry = entry;
    return { disposition: 'pending', entry };
  }
}

type Verdict = Extract<Disposition, { disposition: 'decided' }>['verdict'];

const fates = { OK: 'duplicate', DUPLICATE: 'duplicate', EXCLUDED: 'excluded', ERROR: 'error' } as const;

function decided({ capture }: Group, verdict: Verdict): Disposition {
  capture.fate = fates[verdict.status];
  return { disposition: 'decided', verdict };
}

function verdictOn(outcome: Outcome): Verdict {
  if (outcome.outcome === 'duplicate')
    return { status: 'DUPLICATE', artifact: outcome.artifact, message: outcome.message };
  return { status: 'ERROR', message: 'message' in outcome ? outcome.message : outcome.outcome };
}
