// So many imports at once, of whatever kind: one holds a bounded amount of memory.
import { Semaphore } from '@holdfast/service-kit';
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
  const atOnce = new Semaphore(maxImports, maxImportsOfUser);
  return async (request, store) => {
    const user = request.user?.name ?? '';
    const release = atOnce.tryAcquire(user);
    if (!release)
      throw atOnce.hasShare(user) ? tooManyImports(maxImports) : tooManyImportsOfUser(maxImportsOfUser);
    let finish: () => Promise<void>;
    try {
      finish = await store();
    } finally {
      release();
    }
    // Others get their turn while this client reads.
    await finish();
  };
}
