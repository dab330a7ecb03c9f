// Adding AUs with the parameters of their title entries.
import { inTransaction } from '@holdfast/pg-kit';
import {
  insertAus,
  type NewAu,
  type StoredAu,
  selectAus,
  setCreationTime,
} from '../../index/au-configuration.db.ts';
import { notifyChanges } from '../../index/notify-changes.db.ts';
import { conflictOf } from './conflict.ts';
import { type Batch, failure, type GroupDeps, type GroupOperation, type Outcome, success } from './group.ts';
import { incompatibility } from './incompatibility.ts';

const LONGEST_AUID_BYTES = 2_560;
const MOST_ROUNDS = 3;

export const addGroup: GroupOperation = {
  run: addBatch,
  again: () => failure('Already Exists'),
};

async function addBatch(deps: GroupDeps, batch: Batch): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const wanted: string[] = [];
  for (const auid of batch.auids) {
    const why = cannotBeAdded(deps, batch, auid);
    if (why === undefined) wanted.push(auid);
    else outcomes.set(auid, failure(why));
  }
  for (const [auid, outcome] of await addOrCompare(deps, batch, wanted)) outcomes.set(auid, outcome);
  return outcomes;
}

function cannotBeAdded(deps: GroupDeps, { entries, plugins }: Batch, auid: string): string | undefined {
  const entry = entries.get(auid);
  if (entry === undefined) return 'Not in title database';
  if (!plugins.has(entry.pluginId) && !deps.allowUnknownPlugins) return `Plugin not found: ${entry.pluginId}`;
  return Buffer.byteLength(auid) > LONGEST_AUID_BYTES ? 'The AUID is too long' : undefined;
}

/**
 * What is there already is compared before anything is held against the plugin: an AU that is there stays what it is.
 * Another replica may add or remove the same AUs at this moment: what could neither be inserted nor found is tried
 * again.
 */
async function addOrCompare(
  deps: GroupDeps,
  batch: Batch,
  wanted: readonly string[],
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  let open = wanted;
  for (let round = 0; open.length > 0 && round < MOST_ROUNDS; round += 1) {
    for (const [auid, au] of await selectAus(deps.db, open)) outcomes.set(auid, compared(batch, au));
    const absent = open.filter((auid) => !outcomes.has(auid));
    for (const auid of absent) {
      const why = incompatibility(deps, batch, {
        auid,
        configuration: batch.entries.get(auid)!.configuration,
      });
      if (why !== undefined) outcomes.set(auid, failure(why));
    }
    const fit = absent.filter((auid) => !outcomes.has(auid));
    for (const auid of await insert(
      deps,
      fit.map((auid) => newAu(batch, auid)),
    ))
      outcomes.set(auid, success('Added'));
    open = fit.filter((auid) => !outcomes.has(auid));
  }
  for (const auid of open) outcomes.set(auid, failure('Error: it is being added and removed by others'));
  return outcomes;
}

async function insert(deps: GroupDeps, aus: readonly NewAu[]): Promise<Set<string>> {
  if (aus.length === 0) return new Set();
  return inTransaction(deps.db, async (tx) => {
    const nowMs = deps.now();
    const added = await insertAus(tx, aus, nowMs);
    await setCreationTime(tx, [...added], nowMs);
    await notifyChanges(
      tx,
      [...added].map((auid) => ({ kind: 'AuConfigStored', auid }) as const),
    );
    return added;
  });
}

function newAu({ entries }: Batch, auid: string): NewAu {
  const { name, pluginId, configuration } = entries.get(auid)!;
  return { auid, pluginId, configuration: { ...configuration, 'reserved.displayName': name } };
}

function compared({ entries, plugins }: Batch, { auid, configuration, inactive }: StoredAu): Outcome {
  const entry = entries.get(auid)!;
  const conflict = conflictOf(plugins.get(entry.pluginId), configuration, entry.configuration);
  return failure(conflict ?? (inactive ? 'Already Exists (inactive)' : 'Already Exists'));
}
