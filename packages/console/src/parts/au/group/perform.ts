// Performs a bulk action and prepares its undo. Before a removal, reads all data of the AUs so that they can be
// restored completely, unless there are too many AUs.
import { configuration } from '../../../service/clients.ts';
import {
  findUndoOperation,
  type GroupOperation,
  type GroupProgress,
  type GroupResult,
  runGroupAction,
} from './run.ts';
import { readSavedAu, restoreSavedAu, runConcurrently, type SavedAu } from './saved-au.ts';

export interface GroupRun {
  readonly batches: AsyncIterable<readonly string[]>;
  readonly count: number;
  readonly progress: (progress: GroupProgress) => void;
  readonly signal: AbortSignal;
}

/** Undoes the action. Resolves to the number of restored AUs and the total number. */
export type UndoAction = () => Promise<{ readonly succeeded: number; readonly total: number }>;

export interface GroupOutcome {
  readonly progress: GroupProgress;
  /** Error that ended the action early. */
  readonly problem?: unknown;
  readonly isStopped: boolean;
  readonly undo: UndoAction | undefined;
}

/** Maximum number of AUs whose data is read before a removal. Each AU takes five requests. */
export const MAX_RESTORED_AUS = 100;

/** Performs the action. Never rejects: errors are part of the result. */
export async function performGroupAction(
  operation: GroupOperation,
  performing: GroupRun,
): Promise<GroupOutcome> {
  const { batches, count, signal } = performing;
  const before = new Map<string, SavedAu>();
  let latest: GroupProgress = {
    total: count,
    done: 0,
    succeeded: 0,
    messages: [],
    failures: [],
    successes: [],
  };
  const call = async (auids: readonly string[]): Promise<readonly GroupResult[]> => {
    if (operation === 'delete' && count <= MAX_RESTORED_AUS)
      for (const au of await runConcurrently(auids, (auid) => readSavedAu(configuration, auid, signal)))
        before.set(au.auid, au);
    return callGroupOperation(operation, auids, signal);
  };
  const progress = (now: GroupProgress): void => {
    latest = now;
    performing.progress(now);
  };
  try {
    await runGroupAction({ call, progress }, batches, count, signal);
    return { progress: latest, isStopped: false, undo: createUndoAction(operation, latest, before) };
  } catch (problem) {
    const undo = createUndoAction(operation, latest, before);
    return signal.aborted
      ? { progress: latest, isStopped: true, undo }
      : { progress: latest, problem, isStopped: false, undo };
  }
}

function callGroupOperation(
  operation: GroupOperation,
  auids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly GroupResult[]> {
  const body = [...auids];
  switch (operation) {
    case 'add':
      return configuration.addAus({ body }, { signal });
    case 'deactivate':
      return configuration.deactivateAus({ body }, { signal });
    case 'reactivate':
      return configuration.reactivateAus({ body }, { signal });
    case 'delete':
      return configuration.deleteAus({ body }, { signal });
  }
}

function createUndoAction(
  operation: GroupOperation,
  progress: GroupProgress,
  before: ReadonlyMap<string, SavedAu>,
): UndoAction | undefined {
  const auids = progress.successes.map(({ auId }) => auId);
  if (operation === 'delete') {
    const removed = auids.map((auid) => before.get(auid)).filter((au) => au !== undefined);
    return removed.length === 0 || removed.length < progress.succeeded
      ? undefined
      : () => restoreAus(removed);
  }
  const back = findUndoOperation(operation, progress);
  if (back === 'delete') return auids.length > MAX_RESTORED_AUS ? undefined : () => removeAdded(auids);
  return back === undefined ? undefined : async () => countSuccesses(await callGroupOperation(back, auids));
}

async function restoreAus(aus: readonly SavedAu[]): ReturnType<UndoAction> {
  await runConcurrently(aus, (au) => restoreSavedAu(configuration, au));
  return { succeeded: aus.length, total: aus.length };
}

/**
 * Removes the AUs that this action added. The removal also deletes state documents. An AU may have had state documents
 * before the action, so this function stores them again.
 */
async function removeAdded(auids: readonly string[]): ReturnType<UndoAction> {
  const whole = await runConcurrently(auids, (auid) => readSavedAu(configuration, auid));
  const outcome = countSuccesses(await callGroupOperation('delete', auids));
  await runConcurrently(whole.filter(hasDocuments), (au) =>
    restoreSavedAu(configuration, { ...au, auConfig: undefined }),
  );
  return outcome;
}

function hasDocuments({ state, agreements, suspects, noAuPeers }: SavedAu): boolean {
  const { auCreationTime: _, auId: __, ...rest } = state;
  const said = Object.values(rest).some((value) => ![-1, 0, null, 'Unknown', true].includes(value as never));
  const others = [Object.keys(agreements.rawMap), suspects.suspectVersions, noAuPeers.rawSet];
  return said || others.some(({ length }) => length > 0);
}

function countSuccesses(results: readonly GroupResult[]): Awaited<ReturnType<UndoAction>> {
  return { succeeded: results.filter(({ isSuccess }) => isSuccess).length, total: results.length };
}
