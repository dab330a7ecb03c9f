// Moves the tables and functions of an index to a separate schema of the same database, where they stay until an
// operator drops it. Copies data that the object store lacks (audit log, import history) to the new index.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import { formatTextArray } from '../arrays.ts';
import { migrations } from '../migrations/index.ts';
import type { IndexSchema } from '../schema.ts';

/** Tables and functions that migrations create. */
export interface SchemaObjects {
  readonly tables: readonly string[];
  /** Function signatures with argument types, as in `alter function`. */
  readonly functions: readonly string[];
}

const ASIDE_PREFIX = 'holdfast_index_until_';
const CARRIED_OVER = 'what only the database holds was copied into the new index';

/** Returns the schemas that contain old indexes, the latest first. */
export async function listOldIndexSchemas(
  db: Kysely<IndexSchema>,
): Promise<{ name: string; carriedOver: boolean }[]> {
  const { rows } = await sql<{ name: string; carriedOver: boolean }>`
    select nspname::text as name, coalesce(obj_description(oid, 'pg_namespace') = ${CARRIED_OVER}, false) as "carriedOver"
    from pg_namespace where nspname like ${`${ASIDE_PREFIX.replaceAll('_', '\\_')}%`}
    order by nspname desc`.execute(db);
  return rows;
}

/** Returns the tables and functions of this release's index. Creates them in a temporary schema and rolls back. */
export async function listIndexObjects(db: Kysely<IndexSchema>): Promise<SchemaObjects> {
  let objects: SchemaObjects | undefined;
  const rollback = new Error('the sample is rolled back');
  const sample = runInTransaction(db, async (tx) => {
    await sql`create schema holdfast_schema_sample`.execute(tx);
    await sql`set local search_path to holdfast_schema_sample`.execute(tx);
    for (const { up } of Object.values(migrations)) await up(tx as unknown as Kysely<unknown>);
    objects = await listSchemaObjects(tx);
    throw rollback;
  });
  await sample.catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return objects!;
}

const OWN_TABLES = ['repository_migration', 'repository_migration_lock', 'repository_schema_change'];

async function listSchemaObjects(tx: Transaction<IndexSchema>): Promise<SchemaObjects> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relkind in ('r', 'p', 'v', 'm') and relnamespace = current_schema()::regnamespace`.execute(tx);
  const { rows: functions } = await sql<{ name: string }>`
    select quote_ident(proname) || '(' || oidvectortypes(proargtypes) || ')' as name
    from pg_proc where pronamespace = current_schema()::regnamespace`.execute(tx);
  return {
    tables: [...tables.map(({ name }) => name), ...OWN_TABLES],
    functions: functions.map(({ name }) => name),
  };
}

/**
 * Moves the tables and functions, including staging tables of an unfinished rebuild, in one transaction. Returns the
 * name of the new schema.
 */
export async function moveSchemaAside(db: Kysely<IndexSchema>, objects: SchemaObjects): Promise<string> {
  return runInTransaction(db, async (tx) => {
    const { rows: names } = await sql<{ name: string }>`
      select ${ASIDE_PREFIX} || to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDD_HH24MISS_MS') as name`.execute(
      tx,
    );
    const { name } = names[0]!;
    await sql`create schema ${sql.id(name)}`.execute(tx);
    // Move functions first: some have a table's row as argument, so their signatures contain the table's name.
    for (const signature of objects.functions) {
      const { rows } = await sql<{ there: boolean }>`
        select to_regprocedure(${signature}) is not null as there`.execute(tx);
      if (rows[0]!.there)
        await sql`alter function ${sql.raw(signature)} set schema ${sql.id(name)}`.execute(tx);
    }
    const { rows: tables } = await sql<{ name: string }>`
      select relname::text as name from pg_class
      where relkind in ('r', 'p', 'v', 'm') and relnamespace = current_schema()::regnamespace
        and (relname::text = any(${formatTextArray(objects.tables)}::text[]) or relname like 'rebuild\\_%')`.execute(
      tx,
    );
    for (const table of tables)
      await sql`alter table ${sql.id(table.name)} set schema ${sql.id(name)}`.execute(tx);
    // Rename the migrator's tables as well, because the migrator would find them in any schema.
    for (const own of OWN_TABLES)
      await sql`alter table if exists ${sql.id(name, own)} rename to ${sql.id(`${own}_aside`)}`.execute(tx);
    return name;
  });
}

/** Tables that are not copied: the rebuild fills them, or they are useless without the old index. */
const MADE_ANEW = [
  'job',
  'long_key',
  'swept_object',
  'stray_object',
  'event',
  'journal_epoch',
  'journal_check',
  ...OWN_TABLES,
  'repository_change',
  'repository_bridge',
];

/** Copies tables whose rows contain no IDs of other index rows. Idempotent. */
export async function copyFromOldSchema(db: Kysely<IndexSchema>, schema: string): Promise<void> {
  await runInTransaction(db, async (tx) => {
    const { rows: tables } = await sql<{ name: string; columns: string[]; identities: string[] }>`
      select new.relname::text as name,
        array(select attname::text from pg_attribute own
          where attrelid = new.oid and attnum > 0 and not attisdropped and attgenerated = ''
            and exists (select from pg_attribute where attrelid = old.oid and attname = own.attname and not attisdropped)
        ) as columns,
        array(select attname::text from pg_attribute
          where attrelid = new.oid and attnum > 0 and pg_get_serial_sequence(quote_ident(new.relname), attname) is not null
        ) as identities
      from pg_class new join pg_class old on old.relname = new.relname and old.relnamespace = ${schema}::regnamespace
      where new.relnamespace = current_schema()::regnamespace and new.relkind = 'r' and old.relpersistence = 'p'
        and new.relname <> all(${formatTextArray(MADE_ANEW)}::text[]) and new.relname not like 'rebuild\\_%'
        and new.relname not in ('namespace', 'artifact')
        and not exists (select from pg_attribute where attrelid = new.oid and attname in ('au_id', 'segment_id', 'namespace_id'))`.execute(
      tx,
    );
    for (const { name, columns, identities } of tables) {
      const list = sql.join(columns.map((column) => sql.id(column)));
      await sql`
        insert into ${sql.id(name)} (${list}) overriding system value
        select ${list} from ${sql.id(schema, name)} on conflict do nothing`.execute(tx);
      for (const column of identities) {
        await sql`
          select setval(pg_get_serial_sequence(${`"${name}"`}, ${column}),
            greatest((select max(${sql.id(column)}) from ${sql.id(name)}), 1))`.execute(tx);
      }
    }
    await sql`comment on schema ${sql.id(schema)} is ${sql.lit(CARRIED_OVER)}`.execute(tx);
  });
}
