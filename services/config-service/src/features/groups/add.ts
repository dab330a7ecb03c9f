// Adds AUs that are in the title database, with the parameters of their entries.
import { runInTransaction } from '@holdfast/pg-kit';
import { describeConflict } from '../../domain/aus/conflict.ts';
import { makeName } from '../../domain/aus/make-name.ts';
import {
  insertAus,
  type NewAu,
  type StoredAu,
  selectAus,
  setCreationTime,
} from '../../index/aus/au-configuration.db.ts';
import { notifyChanges } from '../../index/notify-changes.db.ts';
import { isPluginOptional } from '../aus/aus.ts';
import {
  type AuOutcome,
  findIncompatibility,
  type GroupBatch,
  type GroupDeps,
  type GroupOperation,
  makeAuFailure,
  makeAuSuccess,
} from './group.ts';

const MAX_AUID_BYTES = 2_560;
const MAX_ROUNDS = 3;

export const addGroup: GroupOperation = {
  run: addBatch,
  again: () => makeAuFailure('Already Exists'),
};

async function addBatch(deps: GroupDeps, batch: GroupBatch): Promise<Map<string, AuOutcome>> {
  const reasons = batch.auids.map((auid) => [auid, findAddFault(deps, batch, auid)] as const);
  const wanted = reasons.filter(([, why]) => why === undefined).map(([auid]) => auid);
  const added = await runInTransaction(deps.db, (tx) => addOrCompare({ ...deps, db: tx }, batch, wanted));
  const refused = reasons.flatMap(([auid, why]) =>
    why === undefined ? [] : [[auid, makeAuFailure(why)] as const],
  );
  return new Map([...refused, ...added]);
}

function findAddFault(deps: GroupDeps, { entries, plugins }: GroupBatch, auid: string): string | undefined {
  const entry = entries.get(auid);
  if (entry === undefined) return 'Not in title database';
  if (!plugins.has(entry.pluginId) && !isPluginOptional(deps, entry.pluginId))
    return `Plugin not found: ${entry.pluginId}`;
  return Buffer.byteLength(auid) > MAX_AUID_BYTES ? 'The AUID is too long' : undefined;
}

/** Repeats the look-up and the insertion, because another replica may remove AUs in between. */
async function addOrCompare(
  deps: GroupDeps,
  batch: GroupBatch,
  wanted: readonly string[],
): Promise<Map<string, AuOutcome>> {
  const outcomes = new Map<string, AuOutcome>();
  let open = wanted;
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round += 1) {
    for (const [auid, outcome] of await attemptAdd(deps, batch, open)) outcomes.set(auid, outcome);
    open = open.filter((auid) => !outcomes.has(auid));
  }
  for (const auid of open)
    outcomes.set(auid, makeAuFailure('Error: other requests are adding and removing it'));
  return outcomes;
}

/**
 * Makes one attempt to look up and insert the AUs. Returns no outcome for an AU that was neither found nor inserted. An
 * AU that is already configured is compared with its title entry, without checking its plugin.
 */
async function attemptAdd(
  deps: GroupDeps,
  batch: GroupBatch,
  auids: readonly string[],
): Promise<[auid: string, outcome: AuOutcome][]> {
  const stored = await selectAus(deps.db, auids);
  const outcomes: [string, AuOutcome][] = [];
  const fit: NewAu[] = [];
  for (const auid of auids) {
    const au = newAu(batch, auid);
    const there = stored.get(auid);
    const why = there === undefined ? findIncompatibility(deps, batch, au) : describeExistingAu(batch, there);
    if (why === undefined) fit.push(au);
    else outcomes.push([auid, makeAuFailure(why)]);
  }
  for (const auid of await insert(deps, fit)) outcomes.push([auid, makeAuSuccess('Added')]);
  return outcomes;
}

async function insert({ db, ...deps }: GroupDeps, aus: readonly NewAu[]): Promise<Set<string>> {
  if (aus.length === 0) return new Set();
  const nowMs = deps.nowMs();
  const added = await insertAus(db, aus, nowMs);
  await setCreationTime(db, [...added], nowMs);
  const changes = [...added].map((auid) => ({ kind: 'AuConfigStored', auid }) as const);
  await notifyChanges(db, changes);
  return added;
}

function newAu({ entries, plugins }: GroupBatch, auid: string): NewAu {
  const { name, pluginId, configuration: given } = entries.get(auid)!;
  const configuration = { ...given, 'reserved.displayName': name };
  return { auid, pluginId, configuration, madeName: makeName(plugins.get(pluginId), configuration) };
}

/** Returns the message for an AU that already exists. */
function describeExistingAu(
  { entries, plugins }: GroupBatch,
  { auid, configuration, inactive }: StoredAu,
): string {
  const entry = entries.get(auid)!;
  const conflict = describeConflict(plugins.get(entry.pluginId), configuration, entry.configuration);
  return conflict ?? (inactive ? 'Already Exists (inactive)' : 'Already Exists');
}
