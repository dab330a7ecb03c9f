// So many imports at once, of whatever kind: one holds a bounded amount of memory.
import { SharedLimit } from '../../ingest/run/limits.ts';
import { tooManyImports, tooManyImportsOfUser } from '../errors.ts';

export interface ImportLimits {
  /** Imports at once; one holds a bounded amount of memory. */
  readonly maxImports: number;
  /** Of these, so many of one user. */
  readonly maxImportsOfUser: number;
}

/** `store` resolves when all is stored, to what sends the rest of the answer. Throws 503 when there are too many. */
export type InTurn = (
  request: { readonly user?: { readonly name: string } | undefined },
  store: () => Promise<() => Promise<void>>,
) => Promise<void>;

export function importTurns({ maxImports, maxImportsOfUser }: ImportLimits): InTurn {
  const atOnce = new SharedLimit(maxImports, maxImportsOfUser);
  return async (request, store) => {
    const user = request.user?.name ?? '';
    const full = atOnce.enter(user);
    if (full === 'user') throw tooManyImportsOfUser(maxImportsOfUser);
    if (full === 'all') throw tooManyImports(maxImports);
    let finish: () => Promise<void>;
    try {
      finish = await store();
    } finally {
      atOnce.leave(user);
    }
    // Others get their turn while this client reads.
    await finish();
  };
}
