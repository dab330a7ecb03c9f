// Implements `holdfast keep copies`.
import { describeCopies, type StoreDescription } from '../jobs/copies/describe-copies.ts';
import { retireStore, StoreNeededError } from '../jobs/copies/retire-store.ts';
import { findCopySet } from '../jobs/fixity/segment-copies.ts';
import { CommandError, type KeepCommand, type KeepDeps, type KeepResult } from './command.ts';

export const copiesCommand: KeepCommand = {
  name: 'copies',
  about: 'show how complete each object store is, or retire one',
  help: `Without arguments, shows for each store of OBJECT_STORE how many objects are complete, missing and damaged, how many
copies are pending, and when they will be done at the rate of the last ten minutes.
  retire NAME   stops writing to the store, copies to the other stores the objects that they lack, verifies by listing
                that each of them has every object of this store, and removes the store from the index. Then remove it
                from OBJECT_STORE before the next restart. The objects in the store are not deleted.`,
  takesOperands: true,
  run: async (deps, _options, operands) => {
    const [verb, name, ...rest] = operands;
    if (verb === undefined) return showCopies(deps);
    if (verb !== 'retire' || name === undefined || rest.length > 0) {
      throw new CommandError('Usage: keep copies, or keep copies retire NAME.');
    }
    return retire(deps, name);
  },
};

async function showCopies({ database, store, nowMs }: KeepDeps): Promise<KeepResult> {
  const stores = await describeCopies(database.kysely, findCopySet(store), nowMs());
  return {
    lines: stores.length === 0 ? ['Only one object store is configured.'] : stores.map(toLine),
    json: { stores },
    clean: stores.every(({ state, missing, damaged }) => state === 'complete' && missing + damaged === 0),
  };
}

function toLine(store: StoreDescription): string {
  const { name, role, state, reason, objects, complete, missing, damaged, queued } = store;
  const number = (value: number) => value.toLocaleString('en-GB');
  const parts = [
    `${name} (${role}, ${state}): ${number(complete)} of ${number(objects)} objects complete`,
    `${number(missing)} missing`,
    `${number(damaged)} damaged`,
    `${number(queued)} queued`,
  ];
  if (store.stalled) parts.push('stalled');
  if (store.expectedEnd !== undefined)
    parts.push(`done at ${new Date(store.expectedEnd).toISOString().slice(0, 19)}`);
  if (reason !== undefined) parts.push(reason);
  return parts.join(', ');
}

async function retire({ store, signal, log }: KeepDeps, name: string): Promise<KeepResult> {
  const copies = findCopySet(store);
  if (!copies) throw new CommandError('This is the only object store, so it cannot be retired.');
  try {
    const { listed } = await retireStore(copies, name, {
      signal,
      onPass: (pass) => log.info({ store: name, ...pass }, 'a store was compared with the others'),
    });
    return {
      lines: [
        `${name} is retired: all ${listed.toLocaleString('en-GB')} objects in it are in every other store.`,
        'Remove it from OBJECT_STORE now. Otherwise the next service that starts copies all objects to it again.',
      ],
      json: { retired: name, listed },
      clean: true,
    };
  } catch (error) {
    throw error instanceof StoreNeededError ? new CommandError(error.message) : error;
  }
}
