// Assesses the object stores of a node that has several: which of them are used, and which of them are complete.
import type { RepositorySummary, StoreCopies } from '@holdfast/api-types';

/**
 * `behind`: copies are missing or damaged. `unwritten`: nothing is written to the store. `away`: the store can be
 * neither read nor written. `removed`: `OBJECT_STORE` no longer names the store.
 */
export type StoreCondition =
  | 'complete'
  | 'filling'
  | 'behind'
  | 'unwritten'
  | 'retiring'
  | 'away'
  | 'removed';

export interface AssessedStore {
  readonly name: string;
  readonly condition: StoreCondition;
  /** Report on the copies in the store. Undefined until the report has arrived, and for users who may not see it. */
  readonly copies: StoreCopies | undefined;
}

/** Name prefix of a dependency that is a single store. `object store` without a name represents all stores. */
const STORE_DEPENDENCY = 'object store ';

/** Returns the name of the store that the dependency represents, or undefined if it is not a single store. */
export function parseStoreDependency(name: string): string | undefined {
  return name.startsWith(STORE_DEPENDENCY) ? name.slice(STORE_DEPENDENCY.length) : undefined;
}

export function assessStore(copies: StoreCopies): StoreCondition {
  if (copies.state === 'removed' || copies.state === 'away') return copies.state;
  return copies.reason === undefined ? assessCopies(copies) : 'unwritten';
}

/**
 * Assesses each store in use. The summary is more recent than the report, so it decides whether a store is used.
 * Returns an empty list if there is only one store.
 */
export function assessStores(
  { dependencies }: Pick<RepositorySummary, 'dependencies'>,
  report: readonly StoreCopies[] | undefined,
): AssessedStore[] {
  return dependencies.flatMap((dependency): AssessedStore[] => {
    const name = parseStoreDependency(dependency.name);
    if (name === undefined) return [];
    const copies = report?.find((one) => one.name === name && one.state !== 'removed');
    if (!dependency.usable) {
      const isAway = copies !== undefined && assessStore(copies) === 'away';
      return [{ name, copies, condition: isAway ? 'away' : 'unwritten' }];
    }
    // A retired store is no longer in the report, but it remains a dependency until the next start.
    if (copies === undefined) return report === undefined ? [{ name, copies, condition: 'complete' }] : [];
    return [{ name, copies, condition: assessCopies(copies) }];
  });
}

function assessCopies({ state, missing, damaged }: StoreCopies): StoreCondition {
  if (state === 'filling' || state === 'retiring') return state;
  return missing + damaged === 0 ? 'complete' : 'behind';
}
