// Opens the configuration journal in the object store. Its guard rejects database connections while the database is
// older than the journal.
import { randomUUID } from 'node:crypto';
import { type JournalLocation, parseJournalKeys, StoreGuard } from '@holdfast/journal';
import {
  catchUpContinuously,
  MemoryCatalogue,
  type ObjectStoreSettings,
  openExistingStore,
  openObjectStore,
  ReplicatedStore,
} from '@holdfast/object-store';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import type { Log, StorageSpace } from '@holdfast/service-kit';
import type { ServiceSettings } from './env.ts';
import { deactivateJournal, readLastSequence } from './index/journal/journal-state.db.ts';
import type { ConfigSchema } from './index/schema/schema.ts';
import { OlderConfigurationError, throwIfConfigurationOlder } from './journal/compare.ts';
import { shipConfigurationContinuously } from './journal/keep-journal.ts';
import { CONFIGURATION_PREFIX } from './journal/place.ts';

/**
 * Size of the journal's connection pool. One connection holds the lock, one reads a snapshot, one reads changes, and
 * the others run single queries.
 */
const JOURNAL_CONNECTIONS = 5;
const STATEMENT_TIMEOUT_MS = 600_000;

export interface ConfigurationJournal {
  readonly guard: StoreGuard;
  /**
   * Compares the database with the journal before any changes are shipped. The tables must exist. Throws
   * OlderDatabaseError, UnknownJournalKeyError or ObjectStoreUnavailableError.
   */
  prepare(): Promise<void>;
  /** Ships changes to the object store until `endOfWrites` aborts, then ships the remaining ones. */
  keep(until: { readonly stopping: AbortSignal; readonly endOfWrites: AbortSignal }): Promise<void>;
  close(): Promise<void>;
}

export function createConfigurationGuard(log: Log): StoreGuard {
  return new StoreGuard(log, {
    table: 'configuration_journal',
    subject: 'configuration',
    wentBack: (from, to) =>
      new OlderConfigurationError(
        `the database had reached object ${from} of the journal, but is now at ${to}`,
      ),
  });
}

export async function openJournalLocation(
  objectStore: ObjectStoreSettings,
  keys: { readonly journalKey: string | undefined; readonly olderJournalKeys: string | undefined },
  /** If `changesNothing` is true, opens the object store without writing to it. */
  { changesNothing = false }: { readonly changesNothing?: boolean } = {},
): Promise<JournalLocation> {
  return {
    store: await (changesNothing
      ? openExistingStore(objectStore, copyDeps())
      : openObjectStore(objectStore, {}, copyDeps())),
    prefix: CONFIGURATION_PREFIX,
    keys: parseJournalKeys(keys.journalKey, keys.olderJournalKeys),
  };
}

/**
 * Returns an in-memory catalogue of object copies. It need not be persistent, because the journal has few objects and
 * every start lists them. Writes no store markers, because only the repository service writes them.
 */
function copyDeps() {
  return { catalogue: new MemoryCatalogue(), prefix: CONFIGURATION_PREFIX, marksStores: false };
}

/** Opens the journal and its guard. Without an object store, no changes are shipped and nothing is checked. */
export async function openConfigurationJournal(
  settings: ServiceSettings,
  {
    database,
    guard,
    log,
    room,
  }: {
    readonly database: Database<ConfigSchema>;
    readonly guard: StoreGuard;
    readonly log: Log;
    readonly room: StorageSpace;
  },
): Promise<ConfigurationJournal> {
  if (settings.objectStore === undefined) return createStorelessJournal(database, guard, log);
  const place = await openJournalLocation(settings.objectStore, settings);
  guard.use({
    checkPool: database.checkPool,
    throwIfOlder: () => throwIfConfigurationOlder(database.checks, place),
    readLast: () => readLastSequence(database.checks),
  });
  if (place.keys.current === undefined) {
    log.warn(
      'JOURNAL_KEY is not set: the object store has the configuration in plain text, with users, password hashes, and ' +
        'credentials in AU parameters and configuration files',
    );
  }
  const own = openDatabase<ConfigSchema>({
    url: settings.databaseUrl,
    poolSize: JOURNAL_CONNECTIONS,
    applicationName: 'holdfast config-service journal',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    idleInTransactionTimeoutMs: STATEMENT_TIMEOUT_MS,
    onError: (error) => log.warn({ err: error }, 'a database connection of the journal broke'),
    admitConnection: (connection) => guard.admit(connection),
  });
  return {
    guard,
    prepare: async () => {
      if (place.store instanceof ReplicatedStore) await place.store.copies.prepare();
      await guard.compare();
    },
    async keep({ stopping, endOfWrites }) {
      const deps = { database: own, place, log, newId: randomUUID, room };
      await Promise.all([
        shipConfigurationContinuously(deps, settings.journalIntervalMs, endOfWrites),
        guard.watch(stopping),
        place.store instanceof ReplicatedStore
          ? catchUpContinuously({ copies: place.store.copies }, endOfWrites)
          : undefined,
      ]);
    },
    async close() {
      await own.close();
      await place.store.close();
    },
  };
}

function createStorelessJournal(
  database: Database<ConfigSchema>,
  guard: StoreGuard,
  log: Log,
): ConfigurationJournal {
  log.warn(
    'OBJECT_STORE is not set: only backups of the database protect the configuration against losing the database',
  );
  return {
    guard,
    prepare: () => deactivateJournal(database.kysely),
    keep: async () => undefined,
    close: async () => undefined,
  };
}
