// Which PostgreSQL server a connection leads to, and which state of the database it serves. A failover, a restored database or a
// restart shows as another identity.
import type pg from 'pg';
import { sqlState, typedError } from '../connections/errors.ts';

export interface ServerIdentity {
  /** The same as long as nothing has put another state of the database in the place of this one. */
  readonly text: string;
  /** The server is a standby: it replays what another server writes, and takes no writes. */
  readonly isStandby: boolean;
}

const INSUFFICIENT_PRIVILEGE = '42501';

/** `table`: a table of the database; where it is made anew (a dump is loaded), the identity is another one. */
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

/** The system identifier and the timeline. A user who may not ask for them does without. */
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
