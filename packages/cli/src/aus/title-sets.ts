// Reads the title sets from a node's configuration (`org.lockss.titleSet.ID.name`, `.class`, `.xpath`). A title set is
// a named group of AUs in the title database.

import { RefusalError } from '@holdfast/cli-kit';
import type { ConfigClient } from '@holdfast/client';
import { PredicateError, toPredicateCondition } from './xpath-condition.ts';

const PREFIX = 'org.lockss.titleSet.';

export interface TitleSet {
  readonly name: string;
  /** Condition of the set, in the query language of the title database. */
  readonly condition: string;
  /** True: only active AUs. False: only inactive AUs. Undefined: both. */
  readonly active?: boolean;
}

/**
 * Finds a title set by its name or ID. Throws ServiceError, or `RefusalError` if the set is missing or not supported.
 */
export async function findTitleSet(
  client: ConfigClient,
  name: string,
  signal: AbortSignal,
): Promise<TitleSet> {
  const sets = new Map<string, Map<string, string>>();
  for (const { key, value } of await client.getParameters({ prefix: PREFIX }, { signal })) {
    const [, id = '', member = ''] = /^(.*)\.([^.]+)$/.exec(key.slice(PREFIX.length)) ?? [];
    const set = sets.get(id) ?? new Map<string, string>();
    sets.set(id, set.set(member, typeof value === 'string' ? value : value.join(';')));
  }
  const found = sets.get(name) ?? [...sets.values()].find((set) => set.get('name') === name);
  if (found) return toTitleSet(name, found);
  const there = [...sets].map(([id, set]) => set.get('name') ?? id);
  throw new RefusalError(
    `There is no title set '${name}'. Existing title sets: ${there.join(', ') || 'none'}.`,
    400,
  );
}

function toTitleSet(name: string, set: ReadonlyMap<string, string>): TitleSet {
  const kind = set.get('class')?.toLowerCase();
  if (kind === 'allaus') return { name, condition: 'true' };
  if (kind === 'activeaus' || kind === 'inactiveaus')
    return { name, condition: 'true', active: kind === 'activeaus' };
  try {
    if (kind !== 'xpath') throw new PredicateError(`its class is ${kind ?? 'not given'}`);
    return { name, condition: toPredicateCondition(set.get('xpath') ?? '') };
  } catch (error) {
    if (!(error instanceof PredicateError)) throw error;
    throw new RefusalError(`The title set '${name}' cannot be used: ${error.message}.`, 400);
  }
}
