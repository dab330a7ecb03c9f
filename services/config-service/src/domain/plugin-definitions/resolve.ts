// Resolves definitions to the plugins in use. Adds inherited entries, selects the highest usable version of each
// plugin, and reports every definition that cannot be used.

import { NAMED_PLUGIN_ID, namedPlugin } from '../plugins/named-plugin.ts';
import type { Plugin } from '../plugins/plugin.ts';
import {
  createDefinitionBudget,
  type DefinitionBudget,
  type DefinitionEntries,
  formatEntry,
  spendCharacters,
  spendEntries,
} from './budget.ts';
import type { DefinitionCandidate } from './definition.ts';
import { getEntryText } from './definition.ts';
import { DefinitionError } from './definition-error.ts';
import { type CandidatesById, findLineage, mergeLineage, type ParentVersions } from './lineage.ts';
import { readDeclaredParameters } from './parameters.ts';
import { compareVersions } from './versions.ts';

export interface ResolvedPlugins {
  /** Resolved plugins, sorted by plugin ID, with the built-in named plugin. */
  readonly plugins: readonly Plugin[];
  readonly problems: readonly string[];
}

/** Resolves each plugin separately, so that a malformed definition affects only plugins that inherit from it. */
export function resolvePlugins(
  candidates: readonly DefinitionCandidate[],
  versions: ParentVersions,
): ResolvedPlugins {
  const plugins = [namedPlugin];
  const problems: string[] = [];
  const resolving = {
    byId: groupCandidates(candidates, problems),
    versions,
    budget: createDefinitionBudget(),
    problems,
  };
  for (const [pluginId, ofId] of resolving.byId) {
    const own = ofId.filter(({ isPlugin }) => isPlugin);
    if (pluginId === NAMED_PLUGIN_ID) problems.push(...own.map(describeBuiltInConflict));
    else plugins.push(...resolveHighestUsable(own, resolving));
  }
  return { plugins: plugins.sort((a, b) => (a.pluginId < b.pluginId ? -1 : 1)), problems };
}

interface ResolutionContext {
  readonly byId: CandidatesById;
  readonly versions: ParentVersions;
  readonly budget: DefinitionBudget;
  readonly problems: string[];
}

const MAX_DEFINITIONS_PER_ID = 20;

/** Groups the definitions by plugin ID, highest version first. Definitions of the same version keep their order. */
function groupCandidates(candidates: readonly DefinitionCandidate[], problems: string[]): CandidatesById {
  const byId = Map.groupBy(candidates, ({ definition }) => definition.pluginId);
  for (const [pluginId, ofId] of byId) {
    ofId.sort((a, b) => compareVersions(b.definition.version, a.definition.version));
    const [tooMany] = ofId.splice(MAX_DEFINITIONS_PER_ID);
    if (tooMany !== undefined) {
      problems.push(
        `${tooMany.place}: there are more than ${MAX_DEFINITIONS_PER_ID} definitions of ${pluginId}`,
      );
    }
  }
  return byId;
}

/**
 * Returns the plugin of the highest usable version. Reports the errors in higher versions. Does not examine lower ones.
 */
function resolveHighestUsable(
  highestFirst: readonly DefinitionCandidate[],
  resolving: ResolutionContext,
): Plugin[] {
  const { byId, versions, budget, problems } = resolving;
  for (const candidate of highestFirst) {
    try {
      const lineage = findLineage(candidate, byId, versions);
      spendEntries(budget, lineage);
      const entries = mergeLineage(lineage);
      spendCharacters(budget, entries);
      const plugin = pluginOf(candidate, entries);
      problems.push(...listConflicts(candidate, highestFirst));
      return [plugin];
    } catch (error) {
      if (!(error instanceof DefinitionError)) throw error;
      problems.push(problemOf(candidate, error));
    }
  }
  return [];
}

function pluginOf({ definition, origin }: DefinitionCandidate, entries: DefinitionEntries): Plugin {
  const { pluginId } = definition;
  const platform = getEntryText(entries, 'plugin_publishing_platform');
  return {
    pluginId,
    name: getEntryText(entries, 'plugin_name') ?? pluginId.slice(pluginId.lastIndexOf('.') + 1),
    version: getEntryText(entries, 'plugin_version') ?? '1',
    ...origin,
    ...(platform !== undefined && { publishingPlatform: platform }),
    definition: Object.fromEntries([...entries].map(([key, entry]) => [key, formatEntry(entry)])),
    rules: Object.fromEntries([...entries].map(([key, { value }]) => [key, value])),
    parameters: readDeclaredParameters(entries),
  };
}

/** Reports files that contain different definitions of the same version of a plugin, and which of them is used. */
function listConflicts(used: DefinitionCandidate, candidates: readonly DefinitionCandidate[]): string[] {
  const { pluginId, version } = used.definition;
  return candidates
    .filter((other) => other !== used && other.definition.version === version && hasOtherEntries(used, other))
    .map(
      ({ place }) =>
        `${place}: differs from the ${pluginId} of the same version at ${used.place}; the latter is used`,
    );
}

function hasOtherEntries(one: DefinitionCandidate, other: DefinitionCandidate): boolean {
  const textOfAll = ({ definition }: DefinitionCandidate) =>
    JSON.stringify([...definition.entries].map(([key, { value }]) => [key, value]).sort());
  return textOfAll(one) !== textOfAll(other);
}

function describeBuiltInConflict({ place }: DefinitionCandidate): string {
  return `${place}: ${NAMED_PLUGIN_ID} is built in and cannot be replaced`;
}

function problemOf({ definition, place }: DefinitionCandidate, { message, line }: DefinitionError): string {
  const where = line === undefined ? place : `${place}, line ${line}`;
  return `${where}: the plugin ${definition.pluginId} cannot be used: ${message}`;
}
