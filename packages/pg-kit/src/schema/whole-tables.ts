// Copies whole tables from one database to another with COPY. Omits this package's own tables (schema history, shared
// secrets, outbox), which the target creates itself, and unlogged tables, whose rows need not survive a crash.
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { rethrowTyped, toTypedError } from '../connections/errors.ts';
import type { ConnectionSource } from '../connections/share.ts';

export interface WholeTable {
  readonly name: string;
  /** Columns to copy. Generated columns are omitted, because PostgreSQL computes them. */
  readonly columns: readonly string[];
}

export interface SequenceState {
  readonly name: string;
  /** Decimal text, because a number may not represent the value exactly. */
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** Read-only transaction that sees a snapshot of the database. */
export type SnapshotTransaction = pg.PoolClient;

const { escapeIdentifier } = pg;

/** Returns the tables of the schema, referenced tables first, without the history and outbox tables of `owners`. */
export async function listWholeTables(
  client: pg.PoolClient,
  owners: readonly string[],
): Promise<WholeTable[]> {
  const own = new Set(['shared_secret', ...owners.flatMap(ownTables)]);
  return (await listLoggedTables(client)).filter(({ name }) => !own.has(name));
}

/** Returns all logged tables of the schema in the order of loading: referenced tables first. */
export async function listLoggedTables(client: pg.PoolClient): Promise<WholeTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(
    `select relname::text as name,
       array(select attname::text from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
         order by attnum) as columns,
       array(select other.relname::text from pg_constraint join pg_class other on other.oid = confrelid
         where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid) as needs
     from pg_class where relkind = 'r' and relpersistence <> 'u' and relnamespace = current_schema()::regnamespace
     order by relname collate "C"`,
  );
  return sortByReferences(rows);
}

function ownTables(owner: string): string[] {
  const kept = [
    ...['migration', 'migration_lock', 'schema_change', 'bridge', 'change'],
    // State of the journal in the object store. Not copied, because a new journal begins after a backup was loaded.
    ...['journal', 'journal_state', 'journal_shipped', 'journal_epoch'],
  ];
  return kept.map((name) => `${owner}_${name}`);
}

function sortByReferences(tables: readonly (WholeTable & { needs: readonly string[] })[]): WholeTable[] {
  const ordered: WholeTable[] = [];
  const placed = new Set<string>();
  for (let left = [...tables]; left.length > 0; ) {
    const names = new Set(left.map(({ name }) => name));
    const next = left.filter(({ needs }) => needs.every((name) => placed.has(name) || !names.has(name)));
    // Tables whose references form a cycle keep their order.
    for (const { name, columns } of next.length > 0 ? next : left) {
      placed.add(name);
      ordered.push({ name, columns });
    }
    left = left.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

export async function readSequenceStates(client: pg.PoolClient): Promise<SequenceState[]> {
  const { rows: sequences } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relkind = 'S' and relnamespace = current_schema()::regnamespace order by relname collate "C"`,
  );
  const states: SequenceState[] = [];
  for (const { name } of sequences) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${escapeIdentifier(name)}`,
    );
    states.push({ name, ...rows[0]! });
  }
  return states;
}

/** Runs `work` in a read-only transaction. All its queries see the same snapshot, which the first query takes. */
export async function runInSnapshot<Result>(
  source: ConnectionSource,
  work: (snapshot: SnapshotTransaction) => Promise<Result>,
): Promise<Result> {
  return runOnConnection(source, 'begin isolation level repeatable read read only', work);
}

/** Runs `work` in a transaction that loads tables. Loads either all rows or none. */
export async function runInLoadTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return runOnConnection(pool, 'begin', work);
}

async function runOnConnection<Result>(
  source: ConnectionSource,
  begin: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await source.connect().catch(rethrowTyped);
  let broken = true;
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    broken = false;
    return result;
  } catch (error) {
    throw toTypedError(error);
  } finally {
    // Closes a broken connection. The server then rolls back in any state, even during a COPY.
    client.release(broken);
  }
}

/** Streams the rows of a table in COPY's text format. The caller must read to the end or discard the connection. */
export function streamTableRows(client: pg.PoolClient, { name, columns }: WholeTable): Readable {
  return client.query(copyTo(`copy ${escapeIdentifier(name)} (${joinIdentifiers(columns)}) to stdout`));
}

/** Returns a stream that accepts rows in COPY's text format. When it has finished, the rows are in the table. */
export function openTableLoader(client: pg.PoolClient, { name, columns }: WholeTable): Writable {
  return client.query(copyFrom(`copy ${escapeIdentifier(name)} (${joinIdentifiers(columns)}) from stdin`));
}

/** Deletes all rows of the tables. */
export async function emptyTables(client: pg.PoolClient, tables: readonly WholeTable[]): Promise<void> {
  if (tables.length > 0) await client.query(`truncate ${joinIdentifiers(tables.map(({ name }) => name))}`);
}

/** Deletes all rows of the table. Does not use TRUNCATE, which fails if deferred triggers are pending for rows. */
export async function deleteRows(client: pg.PoolClient, { name }: WholeTable): Promise<void> {
  await client.query(`delete from ${escapeIdentifier(name)}`);
}

export async function countRows(client: pg.PoolClient, { name }: WholeTable): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from ${escapeIdentifier(name)}`,
  );
  return rows[0]!.count;
}

export async function setSequence(
  client: pg.PoolClient,
  { name, lastValue, isCalled }: SequenceState,
): Promise<void> {
  await client.query('select setval($1::regclass, $2::bigint, $3)', [
    escapeIdentifier(name),
    lastValue,
    isCalled,
  ]);
}

function joinIdentifiers(names: readonly string[]): string {
  return names.map((name) => escapeIdentifier(name)).join(', ');
}
