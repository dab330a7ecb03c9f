// Deletes, deactivates or reactivates several configured AUs.
import { runInTransaction } from '@holdfast/pg-kit';
import { lockAus, removeAus, type StoredAu, setInactive } from '../../index/aus/au-configuration.db.ts';
import { type ConfigurationChange, notifyChanges } from '../../index/notify-changes.db.ts';
import type { Db } from '../../index/schema/schema.ts';
import {
  type AuOutcome,
  findIncompatibility,
  type GroupBatch,
  type GroupDeps,
  type GroupOperation,
  makeAuFailure,
  makeAuSuccess,
} from './group.ts';

export const deleteGroup: GroupOperation = {
  run: (deps, batch) =>
    changeStored(deps, batch, {
      refusal: () => undefined,
      change: async (tx, auids) => void (await removeAus(tx, auids)),
      notice: 'AuConfigRemoved',
      done: 'Deleted',
    }),
  again: () => makeAuFailure('Not Found'),
};

export const deactivateGroup: GroupOperation = {
  run: (deps, batch) =>
    changeStored(deps, batch, {
      refusal: ({ inactive }) => (inactive ? ALREADY_INACTIVE : undefined),
      change: (tx, auids) => setInactive(tx, auids, { inactive: true, nowMs: deps.nowMs() }),
      notice: 'AuConfigStored',
      done: 'Deactivated',
    }),
  again: () => makeAuFailure(ALREADY_INACTIVE),
};

export const reactivateGroup: GroupOperation = {
  run: (deps, batch) =>
    changeStored(deps, batch, {
      refusal: (au) => (au.inactive ? findIncompatibility(deps, batch, au) : NOT_INACTIVE),
      change: (tx, auids) => setInactive(tx, auids, { inactive: false, nowMs: deps.nowMs() }),
      notice: 'AuConfigStored',
      done: 'Reactivated',
    }),
  again: () => makeAuFailure(NOT_INACTIVE),
};

const ALREADY_INACTIVE = 'AU already inactive';
const NOT_INACTIVE = 'AU not inactive';

interface StoredChange {
  /** Returns the reason why the operation cannot be applied to this AU, or undefined if it can. */
  refusal(au: StoredAu): string | undefined;
  change(tx: Db, auids: readonly string[]): Promise<void>;
  readonly notice: ConfigurationChange['kind'];
  readonly done: string;
}

/** Checks and changes AUs while their rows are locked, so that each outcome matches the actual state of the AU. */
async function changeStored(
  { db }: GroupDeps,
  { auids }: GroupBatch,
  { refusal, change, notice, done }: StoredChange,
): Promise<Map<string, AuOutcome>> {
  return runInTransaction(db, async (tx) => {
    const stored = await lockAus(tx, auids);
    const outcomes = new Map(auids.map((auid) => [auid, decideOutcome(stored.get(auid), refusal, done)]));
    const changed = auids.filter((auid) => outcomes.get(auid)!.isSuccess);
    if (changed.length > 0) await change(tx, changed);
    await notifyChanges(
      tx,
      changed.map((auid) => ({ kind: notice, auid })),
    );
    return outcomes;
  });
}

function decideOutcome(au: StoredAu | undefined, refusal: StoredChange['refusal'], done: string): AuOutcome {
  if (au === undefined) return makeAuFailure('Not Found');
  const why = refusal(au);
  return why === undefined ? makeAuSuccess(done) : makeAuFailure(why);
}
