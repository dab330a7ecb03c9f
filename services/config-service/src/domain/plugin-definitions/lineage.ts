// Finds the ancestors of a plugin definition, and merges inherited entries.

import type { DefinitionCandidate, DefinitionEntry } from './definition.ts';
import { DefinitionError } from './definition-error.ts';
import { compareVersions } from './versions.ts';

/**
 * Accepted versions of a parent if the definition names a version. `exact`: only this version. `newer`: also later
 * versions, with a warning, as in LOCKSS.
 */
export type ParentVersions = 'newer' | 'exact';

export type CandidatesById = ReadonlyMap<string, readonly DefinitionCandidate[]>;

const MAX_ANCESTORS = 10;

/**
 * Returns the definition and its ancestors, nearest first. Throws DefinitionError if a parent is missing, has a wrong
 * version, or is its own ancestor.
 */
export function findLineage(
  start: DefinitionCandidate,
  byId: CandidatesById,
  versions: ParentVersions,
): DefinitionCandidate[] {
  const lineage = [start];
  for (let child = start; child.definition.parent !== undefined; ) {
    const ids = lineage.map(({ definition }) => definition.pluginId);
    const { pluginId } = child.definition.parent;
    if (ids.includes(pluginId)) fail(start, `it inherits in a circle: ${[...ids, pluginId].join(' → ')}`);
    if (lineage.length > MAX_ANCESTORS) fail(start, `it has more than ${MAX_ANCESTORS} ancestors`);
    child = findParent(start, child, byId.get(pluginId) ?? [], versions);
    lineage.push(child);
  }
  return lineage;
}

/**
 * Merges the entries of a definition and its ancestors. The value of a key comes from the nearest definition that has
 * the key. A null value removes an inherited entry.
 */
export function mergeLineage(lineage: readonly DefinitionCandidate[]): Map<string, DefinitionEntry> {
  const entries = new Map<string, DefinitionEntry>();
  for (const { definition } of lineage.toReversed()) {
    for (const [key, entry] of definition.entries) entries.set(currentName(key, definition.entries), entry);
  }
  for (const [key, { value }] of entries) if (value === null) entries.delete(key);
  return entries;
}

/**
 * Returns the parent with exactly the given version, preferably from the same archive. If there is none and `versions`
 * allows it, returns the parent's highest version.
 */
function findParent(
  start: DefinitionCandidate,
  child: DefinitionCandidate,
  candidates: readonly DefinitionCandidate[],
  versions: ParentVersions,
): DefinitionCandidate {
  const { pluginId, version } = child.definition.parent!;
  const [highest] = candidates;
  if (highest === undefined) return fail(start, `${parentWords(start, child)} ${pluginId} is missing`);
  const ofVersion = candidates.filter(
    ({ definition }) => version === undefined || compareVersions(definition.version, version) === 0,
  );
  const chosen = ofVersion.find(({ file }) => file === child.file) ?? ofVersion[0];
  if (chosen !== undefined) return chosen;
  const there = highest.definition.version;
  if (versions === 'newer' && compareVersions(there, version!) > 0) return highest;
  return fail(start, `${parentWords(start, child)} ${pluginId} has version ${there} instead of ${version}`);
}

function parentWords(start: DefinitionCandidate, child: DefinitionCandidate): string {
  return start === child ? 'its parent' : `its ancestor ${child.definition.pluginId}'s parent`;
}

function fail(start: DefinitionCandidate, message: string): never {
  throw new DefinitionError(message, start.definition.entries.get('plugin_parent')?.line);
}

const namesOfOld: ReadonlyMap<string, string> = new Map([
  ['au_manifest', 'au_permission_url'],
  ['au_crawl_depth', 'au_refetch_depth'],
]);

/** Returns the current name of a key that LOCKSS has renamed. If both names occur, the old name is ignored. */
function currentName(key: string, entries: ReadonlyMap<string, DefinitionEntry>): string {
  const current = namesOfOld.get(key);
  return current === undefined || entries.has(current) ? key : current;
}
