// Prepares the index for a service: migrates its tables, and compares it with the object store.

import type { AuditStore } from '@holdfast/accounts';
import type { StoreGuard } from '@holdfast/journal';
import {
  auditTableIn,
  type Database,
  grantOutbox,
  migrate,
  pageTokenKey,
  sharedSecret,
} from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { convertUnavailable } from './features/errors.ts';
import type { TokenSettings } from './features/shared/paging.ts';
import { beginEpoch } from './index/keeping/epochs.db.ts';
import { migrations } from './index/migrations/index.ts';
import type { IndexSchema } from './index/schema.ts';
import { refuseWhileRebuilt } from './jobs/rebuild/refusals.ts';

interface PrepareDeps {
  readonly tokens: TokenSettings;
  readonly log: Log;
  readonly guard: StoreGuard;
  /** Identifies the object stores. Needs the tables. */
  prepareStores(): Promise<void>;
}

/** Throws StandbyError, BeingRebuiltError, and OlderIndexError if the index is older than the store. */
export async function prepareIndex(
  database: Database<IndexSchema>,
  { tokens, log, guard, prepareStores }: PrepareDeps,
) {
  await guard.refuseStandby();
  await migrate(database, migrations, { owner: 'repository', log: (sentence) => log.info(sentence) });
  await grantOutbox(database, 'repository');
  await refuseWhileRebuilt(database.kysely);
  await prepareStores();
  await guard.compare();
  await beginEpoch(database.kysely);
  tokens.key = pageTokenKey(await sharedSecret(database.pool, 'page tokens'));
  return { ready: true, startupStatus: 'AUS_STARTED' } as const;
}

// Opens the audit log in the index's database. Temporary failures may be retried, as in the index.
export function openAuditStore(database: Database<IndexSchema>): AuditStore {
  const table = auditTableIn(database, 'repository');
  return { ...table, find: (filter, page) => convertUnavailable(table.find(filter, page)) };
}
