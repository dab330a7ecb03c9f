// Lets the bridge's own database account work on the outbox of a service, and on nothing else. Whoever installs PostgreSQL makes
// the account; the service, which owns the tables, gives it what it needs.
import pg from 'pg';
import { withAdvisoryLock } from '../database/advisory-lock.ts';
import type { Database } from '../database/database.ts';

/** The role of a bridge in the database of this owner: `configuration_bridge`. */
export const bridgeRole = (owner: string): string => `${owner}_bridge`;

/**
 * Grants what a bridge needs (outbox.ts) where the role exists and lacks it; answers whether anything was granted. `owner`: as
 * for `migrate`, which must have run. Needs the rights of the tables' owner.
 */
export async function grantOutbox({ pool }: Pick<Database<never>, 'pool'>, owner: string): Promise<boolean> {
  if (!(await lacksGrant(pool, owner))) return false;
  const { escapeIdentifier: name } = pg;
  const role = name(bridgeRole(owner));
  const [changes, bridge] = [name(`${owner}_change`), name(`${owner}_bridge`)];
  const grant = async (): Promise<void> => {
    await pool.query(`grant select, delete on ${changes} to ${role}`);
    await pool.query(`grant select on sequence ${name(`${owner}_change_id_seq`)} to ${role}`);
    await pool.query(`grant select, insert, update, delete on ${bridge} to ${role}`);
  };
  // Two grants at once disturb each other.
  await withAdvisoryLock(pool, `grant ${owner}`, grant);
  return true;
}

async function lacksGrant(pool: pg.Pool, owner: string): Promise<boolean> {
  const { rows } = await pool.query<{ lacks: boolean }>(
    `select not has_table_privilege(oid, $2::regclass, 'delete')
         or not has_table_privilege(oid, $3::regclass, 'delete')
         or not has_sequence_privilege(oid, $4::regclass, 'select') as lacks
     from pg_roles where rolname = $1`,
    [bridgeRole(owner), `${owner}_change`, `${owner}_bridge`, `${owner}_change_id_seq`],
  );
  return rows[0]?.lacks ?? false;
}
