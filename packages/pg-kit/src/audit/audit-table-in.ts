// The audit log table of a service, with the interface that the HTTP shell expects.
import type pg from 'pg';
import { DatabaseUnavailableError } from '../connections/errors.ts';
import {
  type AuditFilter,
  type AuditPosition,
  type AuditRow,
  insertAudit,
  selectAudit,
} from './audit-rows.ts';
import { type AuditRetention, deleteOldAuditEntries } from './forget-audit.ts';

/** Access to the audit table. Fails with the errors of errors.ts. */
export interface AuditTable {
  /** Stores all rows or none. Each is the JSON of an AuditRow; see `insertAudit`. */
  add(rows: readonly string[]): Promise<void>;
  /** Returns entries, newest first. With `before`, only entries older than this position. */
  find(
    filter: AuditFilter,
    page: { readonly before: AuditPosition | undefined; readonly limit: number },
  ): Promise<(AuditRow & AuditPosition)[]>;
  /** Deletes entries beyond the limits. Returns how many entries were deleted. */
  forget(bounds: AuditRetention): Promise<number>;
  /** Returns true if the error is temporary, so that a later attempt may succeed. */
  isAway(error: unknown): boolean;
}

/** Opens the audit table of the service `owner`, which is the owner of the migrations. */
export function openAuditTable({ pool }: { readonly pool: pg.Pool }, owner: string): AuditTable {
  const table = `${owner}_audit_entry`;
  return {
    add: (rows) => insertAudit(pool, table, rows),
    find: (filter, page) => selectAudit(pool, table, filter, page),
    forget: (bounds) => deleteOldAuditEntries(pool, table, bounds),
    isAway: (error) => error instanceof DatabaseUnavailableError,
  };
}
