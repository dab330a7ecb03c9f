// Prevents a service from using an index that is older than the object store (StoreGuard of the journal package).
// Repairs the index after a failover if the settings allow it.
import { type OlderDatabaseError, StoreGuard } from '@holdfast/journal';
import type { ObjectStore } from '@holdfast/object-store';
import { type Database, type DatabaseSettings, withAdvisoryLock } from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { isPromotedStandby, readLatestEpoch } from '../../index/keeping/epochs.db.ts';
import { JournalTail } from '../../index/keeping/journal-tail.ts';
import { readLastJournalId } from '../../index/keeping/sweep.db.ts';
import type { IndexSchema } from '../../index/schema.ts';
import { OlderIndexError, throwIfIndexOlder } from './compare.ts';
import { replayLostTail } from './replay.ts';

export interface GuardDeps {
  readonly database: Database<IndexSchema>;
  readonly store: ObjectStore;
  readonly log: Log;
  /** Lines that this process committed. */
  readonly tail: JournalTail;
  /** Value of OLDER_DATABASE. Default: repair the index after a failover, but refuse a restored database. */
  readonly policy: 'repair' | 'refuse' | undefined;
  /** Opens database connections that the guard does not block. */
  openUnguarded(): Database<IndexSchema>;
  newId(): string;
  nowMs(): number;
}

export interface GuardedIndex {
  readonly guard: StoreGuard;
  readonly tail: JournalTail;
  readonly connections: Pick<DatabaseSettings, 'admitConnection' | 'committedNotices'>;
}

export function createIndexGuard(log: Log): GuardedIndex {
  const tail = new JournalTail();
  const guard = new StoreGuard(log, {
    table: 'journal',
    subject: 'index',
    wentBack: (from, to) =>
      new OlderIndexError(`it had reached change ${from} of the state journal, but is now at ${to}`),
  });
  const connections = {
    admitConnection: (connection: Connection) => guard.admit(connection),
    committedNotices: tail.notices,
  };
  return { guard, tail, connections };
}

type Connection = Parameters<StoreGuard['admit']>[0];

/** Initializes the guard. Call before all other methods of the guard. */
export function guardIndex(guard: StoreGuard, deps: GuardDeps): void {
  const { database, store, tail } = deps;
  guard.use({
    checkPool: database.checkPool,
    throwIfOlder: () => throwIfIndexOlder({ db: database.checks, store }, tail.lines),
    readLast: () => readLastJournalId(database.checks),
    repair: async (error, { seen, begun }) => {
      if (!(await mayRepair(deps, error))) return false;
      begun('PostgreSQL failed over: the index is being brought up to date');
      await repairIndex(deps, seen);
      return true;
    },
  });
}

/**
 * Returns whether to repair the index. Without OLDER_DATABASE, returns true only if this server is a promoted standby.
 */
async function mayRepair({ database, policy }: GuardDeps, error: OlderDatabaseError): Promise<boolean> {
  if (policy !== undefined) return policy === 'repair';
  const epochs = error instanceof OlderIndexError ? error.epochs : [];
  const latest = await readLatestEpoch(database.checks);
  return isPromotedStandby(database.checks, epochs.length > 0 || latest === undefined ? epochs : [latest]);
}

/** Repairs the index in one process at a time. Otherwise, every process would replay the same lines. */
async function repairIndex(
  { store, log, tail, openUnguarded, ...deps }: GuardDeps,
  seenId: number,
): Promise<void> {
  const database = openUnguarded();
  try {
    await withAdvisoryLock(database.pool, 'replay after a failover', async (signal) => {
      const remembered = tail.lines;
      await replayLostTail({ ...deps, database, store, log, signal }, { remembered, seenId });
      tail.forget(remembered);
    });
  } finally {
    await database.close();
  }
}
