// Checks whether an AU has substance. Reads its URLs page by page from the repository service until one has substance.
// substance-rules.ts defines substance.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { configuration } from '@holdfast/api-types';
import type { Log } from '@holdfast/service-kit';
import type { KnownAu } from '../../domain/aus/known-au.ts';
import {
  describeUnappliedPart,
  makeSubstanceRules,
  type SubstanceRules,
  type SubstanceVerdict,
} from '../../domain/substance/substance-rules.ts';
import type { Db } from '../../index/schema/schema.ts';
import { type Repository, RepositoryUnavailableError } from '../../repository/repository.ts';
import { requireKnownAu } from '../aus/aus.ts';
import { readState, updateState } from '../states/states.ts';

export type CheckSubstanceResult = configuration.components['schemas']['CheckSubstanceResult'];

export interface SubstanceDeps {
  readonly db: Db;
  /** Undefined if no repository service is configured. */
  readonly repository: Repository | undefined;
}

/** Number of URLs to test before yielding to the event loop, so that other requests can run. */
const SLICE_URLS = 50;

/**
 * Checks an AU. Sets only the field `hasSubstance` of its state, to preserve changes of other fields during the check.
 * Throws 404 for an unknown AU.
 */
export async function checkSubstance(
  { db, repository }: SubstanceDeps,
  auid: string,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<CheckSubstanceResult> {
  const au = await requireKnownAu(db, auid);
  const oldState = (await readState(db, auid)).hasSubstance;
  const unapplied = au.plugin && describeUnappliedPart(au.plugin);
  const failed = (why: string) => {
    const errorMessage = unapplied === undefined ? why : `${why.replace(/\.?$/, '.')} ${unapplied}`;
    return { id: auid, oldState, newState: oldState, errorMessage };
  };
  const ready = prepareSubstanceRules(au, repository);
  if ('fault' in ready) return failed(ready.fault);
  const { rules } = ready;
  try {
    const verdict = await judgePages(ready.repository.urlsOfAu(auid, signal), rules);
    if (verdict === 'unknown') return failed(describeUndecided(rules));
    const newState = verdict === 'yes' ? 'Yes' : 'No';
    await updateState({ db }, auid, { hasSubstance: newState });
    return { id: auid, oldState, newState, ...(unapplied !== undefined && { errorMessage: unapplied }) };
  } catch (error) {
    if (!(error instanceof RepositoryUnavailableError)) throw error;
    log.warn({ err: error }, 'the URLs of an AU could not be read from the repository service');
    return failed(error.message);
  }
}

function prepareSubstanceRules(
  { pluginId, plugin, ...au }: KnownAu,
  repository: Repository | undefined,
): { rules: SubstanceRules; repository: Repository } | { fault: string } {
  if (plugin === undefined) return { fault: `Plugin not found: ${pluginId}` };
  const rules = makeSubstanceRules(plugin, au);
  if (rules === undefined) return { fault: 'No substance patterns defined for plugin' };
  if (!rules.usable)
    return { fault: `No substance pattern of the plugin can be used. ${formatRefusals(rules)}` };
  if (repository === undefined) return { fault: 'No repository service is configured.' };
  return { rules, repository };
}

async function judgePages(
  pages: AsyncIterable<readonly string[]>,
  { judge }: SubstanceRules,
): Promise<SubstanceVerdict> {
  let verdict: SubstanceVerdict = 'no';
  let judged = 0;
  for await (const urls of pages) {
    for (const url of urls) {
      const found = judge(url);
      if (found === 'yes') return 'yes';
      if (found === 'unknown') verdict = 'unknown';
      if (++judged % SLICE_URLS === 0) await nextTurn();
    }
  }
  return verdict;
}

function describeUndecided(rules: SubstanceRules): string {
  return `No URL has substance according to the usable rules of the plugin. ${formatRefusals(rules)}`;
}

function formatRefusals({ refusals }: SubstanceRules): string {
  const [first, ...others] = refusals;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  return `${first}${more}.`;
}
