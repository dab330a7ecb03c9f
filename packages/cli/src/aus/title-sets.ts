// The title sets of a node: AUs of the title database that its configuration gathers under a name, as
// `org.lockss.titleSet.ID.name`, `.class` and `.xpath`.

import { RefusalError } from '@holdfast/cli-kit';
import type { ConfigClient } from '@holdfast/client';
import { conditionOfPredicate, PredicateError } from './xpath-condition.ts';

const PREFIX = 'org.lockss.titleSet.';

export interface TitleSet {
  readonly name: string;
  /** This belongs to the query of the title database. */
  readonly condition: string;
  /** This asks for configured AUs alone: those that are active, or those that are not. */
  readonly active?: boolean;
}

/** `name`: its name, or its id. Throws `RefusalError` where there is none, or it cannot be understood; ServiceError. */
export async function titleSetCalled(
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
  if (found) return titleSetOf(name, found);
  const there = [...sets].map(([id, set]) => set.get('name') ?? id);
  throw new RefusalError(`There is no title set '${name}'. There are: ${there.join(', ') || 'none'}.`, 400);
}

function titleSetOf(name: string, set: ReadonlyMap<string, string>): TitleSet {
  const kind = set.get('class')?.toLowerCase();
  if (kind === 'allaus') return { name, condition: 'true' };
  if (kind === 'activeaus' || kind === 'inactiveaus')
    return { name, condition: 'true', active: kind === 'activeaus' };
  try {
    if (kind !== 'xpath') throw new PredicateError(`its class is ${kind ?? 'not given'}`);
    return { name, condition: conditionOfPredicate(set.get('xpath') ?? '') };
  } catch (error) {
    if (!(error instanceof PredicateError)) throw error;
    throw new RefusalError(`The title set '${name}' cannot be used: ${error.message}.`, 400);
  }
}
