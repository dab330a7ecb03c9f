// Creates a database, and a role without superuser rights that owns only this database. A service then does not need
// the superuser's login.
import { createHmac } from 'node:crypto';
import pg from 'pg';
import { findSqlState, toTypedError } from '../connections/errors.ts';

/**
 * Creates a database `name` and a role of the same name that owns it, as the superuser of `serverUrl`. Makes the role
 * the owner of existing objects in the database. Returns the URL with the role's login. The role's password is derived
 * from the superuser's password, so it can be computed again.
 */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  const password = derivePassword(serverUrl, name);
  await runOnServer(serverUrl, async (client) => {
    await makeRole(client, name, password);
    await makeDatabase(client, name);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  await runOnServer(url.href, (client) => transferOwnership(client, name));
  return toOwnerUrl(serverUrl, name);
}

/** Returns the same URL as `ensureDatabase`, without connecting. */
export function toOwnerUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  url.username = encodeURIComponent(name);
  url.password = derivePassword(serverUrl, name);
  return url.href;
}

function derivePassword(serverUrl: string, name: string): string {
  const { password } = new URL(serverUrl);
  return createHmac('sha256', decodeURIComponent(password)).update(`role ${name}`).digest('base64url');
}

async function runOnServer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } catch (error) {
    throw toTypedError(error);
  } finally {
    await client.end();
  }
}

async function makeRole(client: pg.Client, name: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name]);
  if (rowCount === 1) return;
  const plain = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls';
  const sql = `create role ${client.escapeIdentifier(name)} ${plain} password ${client.escapeLiteral(password)}`;
  await createUnlessExists(client.query(sql));
}

async function makeDatabase(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ mine: boolean }>(
    'select pg_get_userbyid(datdba) = $1 as mine from pg_database where datname = $1',
    [name],
  );
  if (rows[0]?.mine) return;
  const quoted = client.escapeIdentifier(name);
  const how =
    rows.length === 0
      ? `create database ${quoted} owner ${quoted}`
      : `alter database ${quoted} owner to ${quoted}`;
  if (!(await createUnlessExists(client.query(how)))) return;
  // Other roles, such as the role of the other service, must not use this database.
  await client.query(`revoke all on database ${quoted} from public`);
}

/**
 * Selects statements that change the owner of the schema's tables, sequences and routines. A column's sequence changes
 * its owner together with the table.
 */
const OWNERSHIP_STATEMENTS = `
  select format('alter table public.%I owner to %I', relname, $1::text) as statement from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    and pg_get_userbyid(relowner) <> $1::text
  union all
  select format('alter sequence public.%I owner to %I', relname, $1::text) from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'S' and pg_get_userbyid(relowner) <> $1::text
    and not exists (select from pg_depend
      where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i'))
  union all
  select format('alter routine public.%I(%s) owner to %I', proname, pg_get_function_identity_arguments(oid), $1::text)
  from pg_proc where pronamespace = 'public'::regnamespace and pg_get_userbyid(proowner) <> $1::text`;

async function transferOwnership(client: pg.Client, name: string): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(OWNERSHIP_STATEMENTS, [name]);
  for (const { statement } of rows) await client.query(statement);
}

/**
 * Returns false if the object already exists. If two processes create it at the same time, the error may be a unique
 * violation in the catalogue.
 */
async function createUnlessExists(created: Promise<unknown>): Promise<boolean> {
  try {
    await created;
    return true;
  } catch (error) {
    // SQLSTATEs duplicate_database, duplicate_object (for a role) and unique_violation.
    if (!['42P04', '42710', '23505'].includes(findSqlState(error) ?? '')) throw error;
    return false;
  }
}
