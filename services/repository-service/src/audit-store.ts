// The audit log in the index's database; what cannot be had of it now is to be tried again, as everything of the index is.
import type { AuditStore } from '@holdfast/accounts';
import { auditTableIn, type Database } from '@holdfast/pg-kit';
import { orUnavailable } from './features/errors.ts';
import type { IndexSchema } from './index/schema.ts';

export function openAuditStore(database: Database<IndexSchema>): AuditStore {
  const table = auditTableIn(database, 'repository');
  return { ...table, find: (filter, page) => orUnavailable(table.find(filter, page)) };
}
