// Applies the settings of a new session with a statement instead of in the startup message, because connection poolers
// such as PgBouncer refuse or ignore unknown startup parameters.
import type pg from 'pg';
import { toTypedError } from './errors.ts';

export interface SessionSettings {
  /** Time limit of a statement, in milliseconds. 0 means no limit. */
  readonly statementTimeoutMs: number;
  /** Time limit for an idle transaction, in milliseconds. 0 means no limit. */
  readonly idleInTransactionTimeoutMs: number;
}

export async function applySessionSettings(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  // With client_connection_check_interval, PostgreSQL ends a query within this time after its client has disconnected,
  // instead of when it fails to send the first row. JIT is off because it only helps queries that take minutes; for a
  // look-up with a high cost estimate, compiling takes longer than the query.
  try {
    await client.query(`
      set statement_timeout = ${settings.statementTimeoutMs};
      set idle_in_transaction_session_timeout = ${settings.idleInTransactionTimeoutMs};
      set client_connection_check_interval = '10s';
      set jit = off`);
  } catch (error) {
    throw toTypedError(error);
  }
}
