// Identifies the PostgreSQL server of a connection and the history of its database. A failover, a restore or a restart
// changes the identity.
import type pg from 'pg';
import { findSqlState, toTypedError } from '../connections/errors.ts';
import { readServerState } from '../servers/find-primary.ts';

export interface ServerIdentity {
  /** Identity of server and database. Changes with a failover, a restart or a restored backup. */
  readonly text: string;
  /** True if the server is a standby, which replays another server's log and is read-only. */
  readonly isStandby: boolean;
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** Reads the identity. It changes if `table`, a table of the database, is created again, for example from a dump. */
export async function readServerIdentity(
  client: Pick<pg.ClientBase, 'query'>,
  table: string,
): Promise<ServerIdentity> {
  try {
    const { isStandby, text } = await readServerState(client);
    const { rows } = await client.query<{ database: string }>(databaseQuery, [table]);
    return {
      text: [text, rows[0]!.database, await readSystemIdentifier(client), isStandby].join('/'),
      isStandby,
    };
  } catch (error) {
    throw toTypedError(error);
  }
}

const databaseQuery = `
  select concat_ws('/', (select oid from pg_database where datname = current_database()),
    pg_relation_filenode(to_regclass($1))) as database`;

/** Returns the system identifier, or an empty string if the user may not read it. */
async function readSystemIdentifier(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  try {
    const { rows } = await client.query<{ system: string }>(
      'select system_identifier::text as system from pg_control_system()',
    );
    return rows[0]!.system;
  } catch (error) {
    if (findSqlState(error) === INSUFFICIENT_PRIVILEGE) return '';
    throw error;
  }
}
