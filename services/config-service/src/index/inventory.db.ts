import { sql } from 'kysely';
import type { Db } from './schema/schema.ts';

export interface Inventory {
  readonly activeAus: number;
  readonly inactiveAus: number;
  readonly plugins: number;
  readonly titleAus: number;
}

export async function countInventory(db: Db): Promise<Inventory> {
  const { rows } = await sql<Inventory>`
    select count(*) filter (where not inactive) as "activeAus", count(*) filter (where inactive) as "inactiveAus",
      (select count(*) from plugin) as plugins, (select count(*) from current_tdb_au) as "titleAus"
    from au_configuration`.execute(db);
  return rows[0]!;
}

export interface SourceStates {
  readonly fresh: number;
  /** Number of unreachable sources for which the last good copy is used. */
  readonly copy: number;
  /** Number of optional sources that could never be reached. */
  readonly missing: number;
}

export async function countSourceStates(db: Db): Promise<SourceStates> {
  const { rows } = await sql<SourceStates>`
    select count(*) filter (where content_id is not null and not copy_used) as fresh,
      count(*) filter (where content_id is not null and copy_used) as copy,
      count(*) filter (where content_id is null) as missing
    from config_source`.execute(db);
  return rows[0]!;
}
