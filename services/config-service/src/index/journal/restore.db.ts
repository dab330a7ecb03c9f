// Restores the journaled tables from journal lines. Stages lines by row key, then inserts only the final rows,
// referenced tables first, so that no constraint is violated in between.
import { sql } from 'kysely';
import type { JournalTransaction } from './journal-rows.db.ts';
import { type JournaledTable, unjournaledTables } from './tables.ts';

export async function createStaging(tx: JournalTransaction): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`
    create temp table staged_row (
      table_name text collate "C", key text collate "C", stored_row text, primary key (table_name, key)
    ) on commit drop`.execute(tx);
}

export interface StagedRow {
  /** JSON text of the row. If `isGone` is true, JSON text of the key of a deleted row. */
  readonly text: string;
  readonly isGone: boolean;
}

/** Stages rows. A row replaces an earlier one with the same key. */
export async function stageConfigurationRows(
  tx: JournalTransaction,
  { name, keys }: JournaledTable,
  rows: readonly StagedRow[],
): Promise<void> {
  const pairs = sql.join(keys.flatMap((key) => [sql.lit(key), sql.id('parsed', key)]));
  await sql`
    insert into staged_row (table_name, key, stored_row)
    select distinct on (key) ${name}, json_build_object(${pairs})::text as key,
      case when is_gone then null else line end
    from unnest(${rows.map(({ text }) => text)}::text[], ${rows.map(({ isGone }) => isGone)}::boolean[])
      with ordinality as given(line, is_gone, number)
    cross join lateral json_populate_record(null::${sql.table(name)}, line::json) parsed
    order by key, number desc
    on conflict (table_name, key) do update set stored_row = excluded.stored_row`.execute(tx);
}

/** Removes all staged rows. Call this at the beginning of a snapshot. */
export async function removeStagedRows(tx: JournalTransaction): Promise<void> {
  await sql`truncate staged_row`.execute(tx);
}

/** Returns whether all journaled tables are empty. */
export async function isConfigurationEmpty(
  tx: JournalTransaction,
  tables: readonly JournaledTable[],
): Promise<boolean> {
  for (const { name } of tables) {
    const { rows } = await sql<{ some: boolean }>`
      select exists (select from ${sql.table(name)}) as some`.execute(tx);
    if (rows[0]!.some) return false;
  }
  return true;
}

/** Copies the rows of the journaled tables to a new schema and returns its name. */
export async function copyTablesToNewSchema(
  tx: JournalTransaction,
  tables: readonly JournaledTable[],
): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select 'holdfast_configuration_until_' || to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDD_HH24MISS_MS')
      as name`.execute(tx);
  const { name: schema } = rows[0]!;
  await sql`create schema ${sql.id(schema)}`.execute(tx);
  for (const { name } of tables)
    await sql`create table ${sql.id(schema, name)} as table ${sql.id(name)}`.execute(tx);
  return schema;
}

/**
 * Replaces the journaled tables with the staged rows, and empties derived tables. Returns the number of restored rows
 * per table.
 */
export async function loadStagedRows(
  tx: JournalTransaction,
  tables: readonly JournaledTable[],
): Promise<Record<string, number>> {
  // Deactivates the triggers, because these changes must not be written to the outbox. The next epoch begins with a
  // snapshot that contains them.
  await sql`update configuration_journal_state set active_place = null, leader = null`.execute(tx);
  for (const [name, { onRebuild }] of Object.entries(unjournaledTables)) {
    if (onRebuild !== 'keep') await sql`delete from ${sql.id(name)}`.execute(tx);
    if (onRebuild === 'default') await sql`insert into ${sql.id(name)} default values`.execute(tx);
  }
  for (const { name } of [...tables].reverse()) await sql`delete from ${sql.id(name)}`.execute(tx);
  const counts: Record<string, number> = {};
  for (const { name, columns } of tables) {
    const list = sql.join(columns.map((column) => sql.id(column)));
    const { numAffectedRows } = await sql`
      insert into ${sql.id(name)} (${list}) overriding system value
      select ${sql.join(columns.map((column) => sql.id('parsed', column)))}
      from staged_row cross join lateral json_populate_record(null::${sql.table(name)}, stored_row::json) parsed
      where table_name = ${name} and stored_row is not null`.execute(tx);
    counts[name] = Number(numAffectedRows ?? 0);
  }
  await sql`delete from configuration_journal`.execute(tx);
  return counts;
}

/** Raises each identity sequence to the highest value in the journal or in a row. */
export async function advanceIdentitySequences(
  tx: JournalTransaction,
  tables: readonly JournaledTable[],
  identities: Readonly<Record<string, number>>,
): Promise<void> {
  for (const { name, identities: columns } of tables) {
    for (const column of columns) {
      await sql`
        select setval(pg_get_serial_sequence(${`"${name}"`}, ${column}),
          greatest(1, ${identities[`${name}.${column}`] ?? 0}::bigint, (select max(${sql.id(column)}) from ${sql.id(name)})))`.execute(
        tx,
      );
    }
  }
}

/**
 * Records the epochs of the journal, so that this database accepts all objects in the store. When a service starts, it
 * begins a new epoch, whose objects have higher sequence numbers.
 */
export async function adoptJournalEpochs(
  tx: JournalTransaction,
  lastSequences: ReadonlyMap<string, number>,
): Promise<void> {
  const highest = Math.max(0, ...lastSequences.values());
  await sql`delete from configuration_journal_epoch`.execute(tx);
  for (const [epoch, sequence] of lastSequences) {
    await sql`
      insert into configuration_journal_epoch (epoch, home, last_sequence)
      values (${epoch}, 'restored', ${sequence})`.execute(tx);
  }
  await sql`
    update configuration_journal_state
    set sequence = greatest(sequence, ${highest}), snapshot_epoch = null`.execute(tx);
  await sql`
    update configuration_journal_shipped set sequence = greatest(sequence, ${highest})`.execute(tx);
}

/** Returns the number of database sessions of running services. */
export async function countConfigurationServices(tx: JournalTransaction): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name like 'holdfast config-service%'`.execute(tx);
  return rows[0]!.count;
}
