// The indexes that only readers need: put aside while rows are loaded, and made at once when all are there. To keep up an
// index whose keys fall anywhere costs the more a row the larger it is; to make it at once costs a sort.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

/** Those that are unique stay: a rebuild learns from them that objects contradict each other. */
export async function putIndexesAside(db: Kysely<IndexSchema>): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`create table if not exists rebuild_index (name text primary key, definition text not null)`.execute(
      tx,
    );
    const { rows } = await sql<{ name: string }>`
      insert into rebuild_index
      select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
      where indrelid = 'artifact'::regclass and not indisunique
      returning name`.execute(tx);
    for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(tx);
  });
}

/** Those that are still aside. */
export async function indexesAside(db: Kysely<IndexSchema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from rebuild_index order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function makeIndex(db: Kysely<IndexSchema>, name: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await sql`set local maintenance_work_mem to '128MB'`.execute(tx);
    const { rows } = await sql<{ definition: string }>`
      delete from rebuild_index where name = ${name} returning definition`.execute(tx);
    for (const { definition } of rows) await sql.raw(definition).execute(tx);
  });
}
