// Sets the settings of a new session with a statement instead of in the startup message. Connection poolers such as
// PgBouncer refuse or ignore unknown parameters in the startup message.
import type pg from 'pg';
import { toTypedError } from './errors.ts';

export interface SessionSettings {
  /** Maximum time of a statement in milliseconds; 0 means no limit. */
  readonly statementTimeoutMs: number;
  /** Maximum idle time within a transaction in milliseconds; 0 means no limit. */
  readonly idleInTransactionTimeoutMs: number;
}

export async function applySessionSettings(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  // client_connection_check_interval makes PostgreSQL end a query within this time after its client has disconnected,
  // instead of when its first row cannot be sent. JIT is off because it pays off only for queries that take minutes: if
  // PostgreSQL estimates high costs, compiling takes longer than the look-up.
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
