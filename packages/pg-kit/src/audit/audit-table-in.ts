// Audit table of a service. Implements the interface that http-kit expects.
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

/** Access to the audit table. Rejects with the errors of errors.ts. */
export interface AuditTable {
  /** Inserts all rows or none. Each element is the JSON text of an AuditRow; see `insertAudit`. */
  add(rows: readonly string[]): Promise<void>;
  /** Returns the newest matching entries first. If `before` is set, returns only entries older than that position. */
  find(
    filter: AuditFilter,
    page: { readonly before: AuditPosition | undefined; readonly limit: number },
  ): Promise<(AuditRow & AuditPosition)[]>;
  /** Deletes entries beyond the limits. Returns the number of deleted entries. */
  forget(bounds: AuditRetention): Promise<number>;
  /** Returns whether the error is temporary, such as an unavailable database. A retry may then succeed. */
  isAway(error: unknown): boolean;
}

/** Opens the audit table of a service. `owner` is the owner of its migrations. */
export function openAuditTable({ pool }: { readonly pool: pg.Pool }, owner: string): AuditTable {
  const table = `${owner}_audit_entry`;
  return {
    add: (rows) => insertAudit(pool, table, rows),
    find: (filter, page) => selectAudit(pool, table, filter, page),
    forget: (bounds) => deleteOldAuditEntries(pool, table, bounds),
    isAway: (error) => error instanceof DatabaseUnavailableError,
  };
}
