// Makes the index ready for a service: its tables are brought up to date, and it is compared with the object store.

import type { AuditStore } from '@holdfast/accounts';
import {
  auditTableIn,
  type Database,
  grantOutbox,
  migrate,
  pageTokenKey,
  sharedSecret,
} from '@holdfast/pg-kit';
import type { Log } from '@holdfast/service-kit';
import { orUnavailable } from './features/errors.ts';
import type { TokenSettings } from './features/shared/paging.ts';
import { beginEpoch } from './index/keeping/epochs.db.ts';
import { migrations } from './index/migrations/index.ts';
import type { IndexSchema } from './index/schema.ts';
import type { IndexGuard } from './jobs/older-index/guard.ts';
import { refuseWhileRebuilt } from './jobs/rebuild/refusals.ts';

/** Throws StandbyError, BeingRebuiltError, and OlderIndexError where the index is older than the store. */
export async function prepareIndex(
  database: Database<IndexSchema>,
  { tokens, log, guard }: { tokens: TokenSettings; log: Log; guard: IndexGuard },
) {
  await guard.refuseStandby();
  await migrate(database, migrations, { owner: 'repository', log: (sentence) => log.info(sentence) });
  await grantOutbox(database, 'repository');
  await refuseWhileRebuilt(database.kysely);
  await guard.compare();
  await beginEpoch(database.kysely);
  tokens.key = pageTokenKey(await sharedSecret(database.pool, 'page tokens'));
  return { ready: true, startupStatus: 'AUS_STARTED' } as const;
}

// The audit log in the index's database; what cannot be had of it now is to be tried again, as everything of the index is.
export function openAuditStore(database: Database<IndexSchema>): AuditStore {
  const table = auditTableIn(database, 'repository');
  return { ...table, find: (filter, page) => orUnavailable(table.find(filter, page)) };
}
