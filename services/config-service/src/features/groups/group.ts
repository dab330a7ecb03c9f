// Common steps of all operations on several AUs. AUIDs are processed in batches, each AU has a separate outcome, and
// results are in the order of the request.

import type { configuration } from '@holdfast/api-types';
import { parseAuid } from '@holdfast/auid';
import { DatabaseUnavailableError } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import {
  type AuToCheck,
  findConfigurationFault,
  findFaultWithoutPlugin,
} from '../../domain/aus/check-configuration.ts';
import { chooseAuName } from '../../domain/aus/known-au.ts';
import type { Plugin } from '../../domain/plugins/plugin.ts';
import type { TitleEntry } from '../../domain/titles/title-entry.ts';
import { type StoredAu, selectAus } from '../../index/aus/au-configuration.db.ts';
import { findPlugins } from '../../index/plugins/plugins.db.ts';
import { findTitleEntries } from '../../index/titles/titles.db.ts';
import { type AusDeps, isPluginOptional } from '../aus/aus.ts';

export type GroupResult = configuration.components['schemas']['ContentConfigurationResult'];

export interface GroupDeps extends AusDeps {
  readonly log: Log;
}

export interface AuOutcome {
  readonly isSuccess: boolean;
  readonly message: string;
}

export const makeAuSuccess = (message: string): AuOutcome => ({ isSuccess: true, message });
export const makeAuFailure = (message: string): AuOutcome => ({ isSuccess: false, message });

/** Distinct AUIDs, with their title entries, configurations and plugins. */
export interface GroupBatch {
  readonly auids: readonly string[];
  readonly entries: ReadonlyMap<string, TitleEntry>;
  /** AUs that were configured before the operation. */
  readonly stored: ReadonlyMap<string, StoredAu>;
  readonly plugins: ReadonlyMap<string, Plugin>;
}

export interface GroupOperation {
  /** Changes all AUs of the batch and returns one outcome per AUID. Changes no AU if it throws. */
  run(deps: GroupDeps, batch: GroupBatch): Promise<ReadonlyMap<string, AuOutcome>>;
  /** Returns the outcome for a repeated AUID. `outcome`: the successful outcome of its first occurrence. */
  again(outcome: AuOutcome): AuOutcome;
}

const BATCH_AUIDS = 1_000;

/**
 * Yields batches of results in the order of `auids`. Throws if the database fails during the first batch; after a later
 * failure, all remaining AUs get a failure as their result. Stops when `signal` aborts.
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
      deps.log.error({ err: error }, 'the database became unavailable during a group operation');
      return undefined;
    });
    yield results ?? auids.slice(from).map(makeUnreachedResult);
    if (results === undefined) return;
  }
}

async function runBatch(
  deps: GroupDeps,
  operation: GroupOperation,
  asked: readonly string[],
): Promise<GroupResult[]> {
  const batch = await loadBatch(deps, [...new Set(asked)]);
  const outcomes = await runIsolatingFailures(deps, operation, batch);
  const seen = new Set<string>();
  return asked.map((auid) => {
    const outcome = outcomes.get(auid)!;
    const reported = seen.has(auid) && outcome.isSuccess ? operation.again(outcome) : outcome;
    seen.add(auid);
    return { auId: auid, name: formatAuName(batch, auid), ...reported };
  });
}

/** Retries each half of a failed batch, to isolate the AU that fails and to process the others. */
async function runIsolatingFailures(
  deps: GroupDeps,
  operation: GroupOperation,
  batch: GroupBatch,
): Promise<ReadonlyMap<string, AuOutcome>> {
  const { auids } = batch;
  try {
    return await operation.run(deps, batch);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    if (auids.length === 1) {
      deps.log.error({ err: error, auid: auids[0] }, 'one AU of a group operation failed');
      return new Map([
        [auids[0]!, makeAuFailure('Error: internal error; the service log contains the cause')],
      ]);
    }
    const middle = Math.ceil(auids.length / 2);
    const first = await runIsolatingFailures(deps, operation, { ...batch, auids: auids.slice(0, middle) });
    const second = await runIsolatingFailures(deps, operation, { ...batch, auids: auids.slice(middle) });
    return new Map([...first, ...second]);
  }
}

async function loadBatch({ db }: GroupDeps, auids: readonly string[]): Promise<GroupBatch> {
  const entries = await findTitleEntries(db, auids);
  const stored = await selectAus(db, auids);
  const pluginIds = new Set(auids.flatMap((auid) => parseAuid(auid)?.pluginId ?? []));
  return { auids, entries, stored, plugins: await findPlugins(db, [...pluginIds]) };
}

/**
 * Returns the name of the AU. If the AU is in the title database, the name contains the plugin's publishing platform.
 */
function formatAuName({ entries, stored, plugins }: GroupBatch, auid: string): string {
  const title = entries.get(auid);
  const pluginId = title?.pluginId ?? parseAuid(auid)?.pluginId;
  const configuration = stored.get(auid)?.configuration ?? title?.configuration;
  if (pluginId === undefined || configuration === undefined) return auid;
  const plugin = plugins.get(pluginId);
  const name = chooseAuName({ auid, pluginId, configuration, title, plugin });
  const platform = plugin?.publishingPlatform;
  return title === undefined || platform === undefined ? name : `${name} (${platform})`;
}

function makeUnreachedResult(auid: string): GroupResult {
  return { auId: auid, name: auid, ...makeAuFailure('Database Error: the database could not be reached') };
}

/** Returns the reason why the AU cannot be active with its plugin, or undefined if it can. */
export function findIncompatibility(
  deps: GroupDeps,
  { plugins }: GroupBatch,
  au: AuToCheck,
): string | undefined {
  const { pluginId } = parseAuid(au.auid)!;
  const plugin = plugins.get(pluginId);
  if (plugin === undefined && !isPluginOptional(deps, pluginId)) return `Plugin not found: ${pluginId}`;
  const fault = plugin === undefined ? findFaultWithoutPlugin(au) : findConfigurationFault(plugin, au);
  return fault === undefined ? undefined : `Incompatible with plugin ${plugin?.name ?? pluginId}: ${fault}`;
}
