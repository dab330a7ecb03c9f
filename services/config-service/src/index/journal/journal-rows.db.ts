// Reads rows as journal lines from one snapshot of the database. PostgreSQL creates the JSON, so that numbers and times
// remain exact.
import { sql, type Transaction } from 'kysely';
import type { ConfigSchema, Db } from '../schema/schema.ts';
import { type JournaledTable, journaledTables } from './tables.ts';

export type JournalTransaction = Transaction<ConfigSchema>;

/** Number of rows per fetch. Small, because some rows contain large chunks of files. */
const FETCH_ROWS = 50;

/** Returns the journaled tables. Referenced tables precede the tables that refer to them. */
export async function describeJournaledTables(db: Db): Promise<JournaledTable[]> {
  const { rows } = await sql<JournaledTable & { needs: string[] }>`
    select relname::text as name,
      array(select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      array(select attname::text from pg_index
        cross join lateral unnest(indkey) with ordinality as part(number, place)
        join pg_attribute on attrelid = indrelid and attnum = number
        where indrelid = pg_class.oid and indisprimary order by place
      ) as keys,
      array(select attname::text from pg_attribute
        where attrelid = pg_class.oid and attidentity <> '' and not attisdropped
      ) as identities,
      array(select other.relname::text from pg_constraint join pg_class other on other.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
      ) as needs
    from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace
      and relname::text = any(${[...journaledTables]}::text[])
    order by relname collate "C"`.execute(db);
  const ordered: JournaledTable[] = [];
  for (let left = rows; left.length > 0; ) {
    const ready = left.filter(({ needs }) => !left.some(({ name }) => needs.includes(name)));
    if (ready.length === 0) throw new Error('the journaled tables refer to each other in a circle');
    ordered.push(...ready.map(({ needs: _, ...table }) => table));
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Yields a line for each changed row: the current row, or the key of a deleted row. */
export async function* streamChangedRows(
  tx: JournalTransaction,
  tables: readonly JournaledTable[],
): AsyncGenerator<string[]> {
  for (const table of tables) {
    const { name, keys } = table;
    const matches = sql.join(
      keys.map((key) => sql`${sql.id('current', key)} = ${sql.id('changed', key)}`),
      sql` and `,
    );
    yield* streamLines(
      tx,
      sql`
        select case when ${sql.id('current', keys[0]!)} is null
            then ${`{"table":"${name}","gone":`}::text || noted.key || '}'
            else ${rowLine(table)} end as line
        from (select distinct key::text as key from configuration_journal where table_name = ${name}) noted
        cross join lateral json_populate_record(null::${sql.table(name)}, noted.key::json) changed
        left join ${sql.table(name)} current on ${matches}`,
    );
  }
}

/** Yields a line for each row of the journaled tables. */
export async function* streamAllRows(
  tx: JournalTransaction,
  tables: readonly JournaledTable[],
): AsyncGenerator<string[]> {
  for (const table of tables) {
    yield* streamLines(tx, sql`select ${rowLine(table)} as line from ${sql.table(table.name)} current`);
  }
}

/**
 * Formats the row as one line. Line breaks between JSON values become spaces; line breaks in strings are already
 * escaped.
 */
function rowLine({ name, columns }: JournaledTable) {
  const list = sql.join(columns.map((column) => sql.id('current', column)));
  return sql`replace(${`{"table":"${name}","row":`}::text
    || (select row_to_json(stored)::text from (select ${list}) stored) || '}', E'\n', ' ')`;
}

async function* streamLines(tx: JournalTransaction, query: ReturnType<typeof sql>): AsyncGenerator<string[]> {
  const compiled = query.compile(tx);
  for await (const { rows } of tx.getExecutor().stream<{ line: string }>(compiled as never, FETCH_ROWS)) {
    yield rows.map(({ line }) => `${line}\n`);
  }
}

/** Returns the last value of each identity column, keyed by `table.column`. */
export async function readIdentityValues(
  tx: JournalTransaction,
  tables: readonly JournaledTable[],
): Promise<Record<string, number>> {
  const values: Record<string, number> = {};
  for (const { name, identities } of tables) {
    for (const column of identities) {
      const { rows } = await sql<{ value: number | null }>`
        select pg_sequence_last_value(pg_get_serial_sequence(${`"${name}"`}, ${column})::regclass) as value`.execute(
        tx,
      );
      if (rows[0]!.value !== null) values[`${name}.${column}`] = rows[0]!.value;
    }
  }
  return values;
}

/** Removes all changes that this transaction sees from the outbox, because they are now in the object store. */
export async function removeShippedChanges(
  tx: JournalTransaction,
  { sequence, sizeBytes }: { readonly sequence: number; readonly sizeBytes: number },
): Promise<void> {
  await sql`delete from configuration_journal`.execute(tx);
  await sql`
    update configuration_journal_shipped
    set sequence = ${sequence}, bytes = bytes + ${sizeBytes}, objects = objects + 1`.execute(tx);
}

/** Returns the sequence number of the last shipped object with changes, as seen by this transaction. */
export async function readShippedSequence(tx: JournalTransaction): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from configuration_journal_shipped`.execute(tx);
  return rows[0]!.sequence;
}
