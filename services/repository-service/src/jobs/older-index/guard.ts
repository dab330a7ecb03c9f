// Prevents a service from using an index that is older than the object store (StoreGuard of the journal package).
import { StoreGuard } from '@holdfast/journal';
import type { ObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { readLastJournalId } from '../../index/keeping/sweep.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { OlderIndexError, throwIfOlder } from './compare.ts';

export interface GuardDeps {
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
}

export function createIndexGuard(log: Log): StoreGuard {
  return new StoreGuard(log, {
    table: 'journal',
    subject: 'index',
    wentBack: (from, to) =>
      new OlderIndexError(`it had come to change ${from} of the state journal, and is back at ${to}`),
  });
}

/** Must be called before any other method of the guard. */
export function guardIndex(guard: StoreGuard, { database, store }: GuardDeps): void {
  guard.use({
    checkPool: database.checkPool,
    throwIfOlder: () => throwIfOlder({ db: database.checks, store }),
    readLast: () => readLastJournalId(database.checks),
  });
}
