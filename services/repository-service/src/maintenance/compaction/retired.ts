// Removes the objects whose time has come: those that compaction has replaced, once no reader can need them any more.
// Every replica does, now and then; each object is removed by one of them.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@holdfast/http-kit';
import type { ObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import type { IndexSchema } from '../../index/schema.ts';
import { removeDue } from './retired.db.ts';

export interface RetiredDeps {
  database: Database<IndexSchema>;
  store: ObjectStore;
  log: Log;
}

const batchObjects = 32;

/** Removes what is due. Answers how many objects. */
export async function removeRetired(
  { database, store }: Omit<RetiredDeps, 'log'>,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    signal?.throwIfAborted();
    const found = await removeDue(database.kysely, batchObjects, async (keys) => {
      await Promise.all(keys.map((key) => store.delete(key)));
    });
    removed += found;
    if (found < batchObjects) return removed;
  }
}

/** Looks every `intervalMs` until the signal aborts. Never rejects. */
export async function keepRemoving(
  deps: RetiredDeps,
  intervalMs: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await removeRetired(deps, signal).catch((error: unknown) => {
      if (!signal.aborted) deps.log.warn({ err: error }, 'objects that compaction has replaced stay for now');
    });
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}
