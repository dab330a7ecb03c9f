// Prepares the index when the service starts: runs migrations and checks that the index is not older than the object
// store.

import type { AuditStore } from '@holdfast/accounts';
import type { StoreGuard } from '@holdfast/journal';
import type { ObjectStore } from '@holdfast/object-store';
import {
  applyMigrations,
  type Database,
  derivePageTokenKey,
  grantOutbox,
  openAuditTable,
  openDatabase,
  readSharedSecret,
} from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { uuidv7 } from 'uuidv7';
import type { ServiceSettings } from './env.ts';
import { convertUnavailableErrors } from './features/errors.ts';
import type { PageTokenSettings } from './features/shared/paging.ts';
import { beginEpoch } from './index/keeping/epochs.db.ts';
import type { JournalTail } from './index/keeping/journal-tail.ts';
import { migrations } from './index/migrations/index.ts';
import type { IndexSchema } from './index/schema.ts';
import { guardIndex } from './jobs/older-index/guard.ts';
import { refuseDuringRebuild } from './jobs/rebuild/refusals.ts';

interface PrepareDeps {
  readonly tokens: PageTokenSettings;
  readonly log: Log;
  readonly guard: StoreGuard;
  /** Identifies the object stores. The tables must exist. */
  prepareStores(): Promise<void>;
}

/** Migrates and checks the index. Throws StandbyError, BeingRebuiltError or OlderIndexError. */
export async function prepareIndex(
  database: Database<IndexSchema>,
  { tokens, log, guard, prepareStores }: PrepareDeps,
) {
  await guard.refuseStandby();
  await applyMigrations(database, migrations, { owner: 'repository', log: (sentence) => log.info(sentence) });
  await grantOutbox(database, 'repository');
  await refuseDuringRebuild(database.kysely);
  await prepareStores();
  await guard.compare();
  await beginEpoch(database.kysely);
  tokens.key = derivePageTokenKey(await readSharedSecret(database.pool, 'page tokens'));
  return { ready: true, startupStatus: 'AUS_STARTED' } as const;
}

// Opens the audit log, which is in the database of the index. Reports temporary database failures as unavailability, as
// the index does.
export function openAuditStore(database: Database<IndexSchema>): AuditStore {
  const table = openAuditTable(database, 'repository');
  return { ...table, find: (filter, page) => convertUnavailableErrors(table.find(filter, page)) };
}

export function initializeGuard(
  guard: StoreGuard,
  of: {
    readonly settings: ServiceSettings;
    readonly database: Database<IndexSchema>;
    readonly store: ObjectStore;
    readonly tail: JournalTail;
    readonly log: Log;
  },
): void {
  const { settings, ...deps } = of;
  const { log } = deps;
  guardIndex(guard, {
    ...deps,
    policy: settings.olderDatabase,
    openUnguarded: () => openUnguarded(settings, log),
    newId: uuidv7,
    nowMs: Date.now,
  });
}

/** Opens database connections for repairing the index while all other connections are blocked. */
function openUnguarded({ databaseUrl }: ServiceSettings, log: Log): Database<IndexSchema> {
  return openDatabase({
    url: databaseUrl,
    poolSize: 2,
    applicationName: 'holdfast replay',
    // No time limit, because one statement may scan a whole table.
    statementTimeoutMs: 0,
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
}
