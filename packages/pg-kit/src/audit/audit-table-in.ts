// The audit log of a service in its database, as the shell is given it.
import type pg from 'pg';
import { DatabaseUnavailableError } from '../connections/errors.ts';
import { type AuditFilter, type AuditPlace, type AuditRow, insertAudit, selectAudit } from './audit-rows.ts';
import { type AuditBounds, forgetAudit } from './forget-audit.ts';

/** What the shell keeps the audit log by. Errors are those of errors.ts. */
export interface AuditTable {
  /** Each the JSON of an AuditRow, see `insertAudit`. All of them or none. */
  add(rows: readonly string[]): Promise<void>;
  /** Newest first; `before`: those that stand before this one in the order of time. */
  find(
    filter: AuditFilter,
    page: { readonly before: AuditPlace | undefined; readonly limit: number },
  ): Promise<(AuditRow & AuditPlace)[]>;
  /** How many went. */
  forget(bounds: AuditBounds): Promise<number>;
  /** Whether trying again later may help. */
  isAway(error: unknown): boolean;
}

/** `owner`: whose table it is, as for `migrate`. */
export function auditTableIn({ pool }: { readonly pool: pg.Pool }, owner: string): AuditTable {
  const table = `${owner}_audit_entry`;
  return {
    add: (rows) => insertAudit(pool, table, rows),
    find: (filter, page) => selectAudit(pool, table, filter, page),
    forget: (bounds) => forgetAudit(pool, table, bounds),
    isAway: (error) => error instanceof DatabaseUnavailableError,
  };
}
