// Grants the bridge's database account access to a service's outbox and to nothing else. The operator creates the
// account; the service grants the rights, because it owns the tables.
import pg from 'pg';
import { withAdvisoryLock } from '../database/advisory-lock.ts';
import type { Database } from '../database/database.ts';

/** Returns the name of the bridge's role in the database of `owner`, such as `configuration_bridge`. */
export const makeBridgeRoleName = (owner: string): string => `${owner}_bridge`;

/**
 * Grants the bridge's role the rights that it needs (outbox.ts), if the role exists and lacks them. Returns whether any
 * rights were granted. `owner` is the owner of the migrations, which must have run. Must run as the owner of the
 * tables.
 */
export async function grantOutbox({ pool }: Pick<Database<never>, 'pool'>, owner: string): Promise<boolean> {
  if (!(await lacksGrant(pool, owner))) return false;
  const { escapeIdentifier: name } = pg;
  const role = name(makeBridgeRoleName(owner));
  const [changes, bridge] = [name(`${owner}_change`), name(`${owner}_bridge`)];
  const grant = async (): Promise<void> => {
    await pool.query(`grant select, delete on ${changes} to ${role}`);
    await pool.query(`grant select on sequence ${name(`${owner}_change_id_seq`)} to ${role}`);
    await pool.query(`grant select, insert, update, delete on ${bridge} to ${role}`);
  };
  // Serializes grants, because concurrent grants fail.
  await withAdvisoryLock(pool, `grant ${owner}`, grant);
  return true;
}

async function lacksGrant(pool: pg.Pool, owner: string): Promise<boolean> {
  const { rows } = await pool.query<{ lacks: boolean }>(
    `select not has_table_privilege(oid, $2::regclass, 'delete')
         or not has_table_privilege(oid, $3::regclass, 'delete')
         or not has_sequence_privilege(oid, $4::regclass, 'select') as lacks
     from pg_roles where rolname = $1`,
    [makeBridgeRoleName(owner), `${owner}_change`, `${owner}_bridge`, `${owner}_change_id_seq`],
  );
  return rows[0]?.lacks ?? false;
}
