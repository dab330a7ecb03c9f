// The frame of all group operations: AUIDs go in batches, each AU has an outcome of its own, and results keep the order
// of the request.

import type { configuration } from '@holdfast/api-types';
import { parseAuid } from '@holdfast/auid';
import { DatabaseUnavailableError } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { type AuToCheck, faultOf, faultWithoutPlugin } from '../../domain/aus/check-configuration.ts';
import { nameOf } from '../../domain/aus/known-au.ts';
import type { Plugin } from '../../domain/plugins/plugin.ts';
import type { TitleEntry } from '../../domain/titles/title-entry.ts';
import { type StoredAu, selectAus } from '../../index/aus/au-configuration.db.ts';
import { findPlugins } from '../../index/plugins/plugins.db.ts';
import { findTitleEntries } from '../../index/titles/titles.db.ts';
import { type AusDeps, mayLackPlugin } from '../aus/aus.ts';

export type GroupResult = configuration.components['schemas']['ContentConfigurationResult'];

export interface GroupDeps extends AusDeps {
  readonly log: Log;
}

export interface Outcome {
  readonly isSuccess: boolean;
  readonly message: string;
}

export const success = (message: string): Outcome => ({ isSuccess: true, message });
export const failure = (message: string): Outcome => ({ isSuccess: false, message });

/** Different AUIDs, and what is known of them. */
export interface Batch {
  readonly auids: readonly string[];
  readonly entries: ReadonlyMap<string, TitleEntry>;
  /** Those that were configured before the operation. */
  readonly stored: ReadonlyMap<string, StoredAu>;
  /** Keyed by plugin id. */
  readonly plugins: ReadonlyMap<string, Plugin>;
}

export interface GroupOperation {
  /** Changes all of the batch or, when it throws, nothing of it. Gives one outcome for each AUID. */
  run(deps: GroupDeps, batch: Batch): Promise<ReadonlyMap<string, Outcome>>;
  /** The outcome of asking once more for an AU for which the operation has just succeeded. */
  again(outcome: Outcome): Outcome;
}

const BATCH_AUIDS = 1_000;

/**
 * Results in the order of `auids`, in batches. When the database goes away before anything was done it throws; after
 * that the AUs not dealt with fail, each with a result that says so. Ends without the rest when `signal` aborts.
 */
export async function* runGroup(
  deps: GroupDeps,
  operation: GroupOperation,
  auids: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<GroupResult[]> {
  for (let from = 0; from < auids.length; from += BATCH_AUIDS) {
    signal.throwIfAborted();
    const asked = auids.slice(from, from + BATCH_AUIDS);
    const results = await runBatch(deps, operation, asked).catch((error: unknown) => {
      if (from === 0 || !(error instanceof DatabaseUnavailableError)) throw error;
      deps.log.error({ err: error }, 'the database went away during a group operation');
      return undefined;
    });
    yield results ?? auids.slice(from).map(notDealtWith);
    if (results === undefined) return;
  }
}

async function runBatch(
  deps: GroupDeps,
  operation: GroupOperation,
  asked: readonly string[],
): Promise<GroupResult[]> {
  const batch = await lookUp(deps, [...new Set(asked)]);
  const outcomes = await outcomesOf(deps, operation, batch);
  const seen = new Set<string>();
  return asked.map((auid) => {
    const outcome = outcomes.get(auid)!;
    const told = seen.has(auid) && outcome.isSuccess ? operation.again(outcome) : outcome;
    seen.add(auid);
    return { auId: auid, name: shownName(batch, auid), ...told };
  });
}

/** A batch that fails as a whole is tried in halves, until what fails is one AU and the others are done. */
async function outcomesOf(
  deps: GroupDeps,
  operation: GroupOperation,
  batch: Batch,
): Promise<ReadonlyMap<string, Outcome>> {
  const { auids } = batch;
  try {
    return await operation.run(deps, batch);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    if (auids.length === 1) {
      deps.log.error({ err: error, auid: auids[0] }, 'one AU of a group operation failed');
      return new Map([[auids[0]!, failure('Error: something went wrong inside the service')]]);
    }
    const middle = Math.ceil(auids.length / 2);
    const first = await outcomesOf(deps, operation, { ...batch, auids: auids.slice(0, middle) });
    const second = await outcomesOf(deps, operation, { ...batch, auids: auids.slice(middle) });
    return new Map([...first, ...second]);
  }
}

async function lookUp({ db }: GroupDeps, auids: readonly string[]): Promise<Batch> {
  const entries = await findTitleEntries(db, auids);
  const stored = await selectAus(db, auids);
  const pluginIds = new Set(auids.flatMap((auid) => parseAuid(auid)?.pluginId ?? []));
  return { auids, entries, stored, plugins: await findPlugins(db, [...pluginIds]) };
}

/** The name of the AU, one in the title database with the publishing platform of its plugin. */
function shownName({ entries, stored, plugins }: Batch, auid: string): string {
  const title = entries.get(auid);
  const pluginId = title?.pluginId ?? parseAuid(auid)?.pluginId;
  const configuration = stored.get(auid)?.configuration ?? title?.configuration;
  if (pluginId === undefined || configuration === undefined) return auid;
  const plugin = plugins.get(pluginId);
  const name = nameOf({ auid, pluginId, configuration, title, plugin });
  const platform = plugin?.publishingPlatform;
  return title === undefined || platform === undefined ? name : `${name} (${platform})`;
}

function notDealtWith(auid: string): GroupResult {
  return { auId: auid, name: auid, ...failure('Database Error: the database could not be reached') };
}

/** Why an AU cannot be active with the plugin it has, as a result says it; undefined when it can. */
export function incompatibility(deps: GroupDeps, { plugins }: Batch, au: AuToCheck): string | undefined {
  const { pluginId } = parseAuid(au.auid)!;
  const plugin = plugins.get(pluginId);
  if (plugin === undefined && !mayLackPlugin(deps, pluginId)) return `Plugin not found: ${pluginId}`;
  const fault = plugin === undefined ? faultWithoutPlugin(au) : faultOf(plugin, au);
  return fault === undefined ? undefined : `Incompatible with plugin ${plugin?.name ?? pluginId}: ${fault}`;
}
