// Identifies the PostgreSQL server of a connection and the state of its database. A failover, a restored database or a
// restart changes the identity.
import type pg from 'pg';
import { sqlState, typedError } from '../connections/errors.ts';

export interface ServerIdentity {
  /** Unchanged until another state of the database replaces this one. */
  readonly text: string;
  /** True if the server is a standby: it replays another server's writes and is read-only. */
  readonly isStandby: boolean;
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** `table`: a table of the database. Recreating it, as loading a dump does, changes the identity. */
export async function serverIdentity(
  client: Pick<pg.ClientBase, 'query'>,
  table: string,
): Promise<ServerIdentity> {
  try {
    const { rows } = await client.query<ServerIdentity>(identityQuery, [table]);
    const { text, isStandby } = rows[0]!;
    return { text: `${text}/${await controlData(client)}`, isStandby };
  } catch (error) {
    throw typedError(error);
  }
}

const identityQuery = `
  select pg_is_in_recovery() as "isStandby",
    concat_ws('/', extract(epoch from pg_postmaster_start_time()),
      (select oid from pg_database where datname = current_database()),
      pg_relation_filenode(to_regclass($1)), pg_is_in_recovery()) as text`;

/** Returns system identifier and timeline, or '' if the user has no permission to read them. */
async function controlData(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  try {
    const { rows } = await client.query<{ text: string }>(
      `select system_identifier || '/' || timeline_id as text from pg_control_system(), pg_control_checkpoint()`,
    );
    return rows[0]!.text;
  } catch (error) {
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE) return '';
    throw error;
  }
}
