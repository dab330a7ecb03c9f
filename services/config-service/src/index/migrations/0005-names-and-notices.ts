// Names that plugins make for AUs, where queries can ask for them; how many problems and notices a load had.
import { type Kysely, sql } from 'kysely';

export const worksWith = '0004-titles';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

// made_name: null when the plugin makes none. name_rule: what it was made by; null where that is not known.
const names = `
  alter table au_configuration
    add column made_name text collate "C",
    add column name_rule text collate "C"`;

// By step, like problems, of which there may be fewer than these.
const counts = `
  alter table config_load
    add column problem_counts jsonb not null default '{}',
    add column notice_counts jsonb not null default '{}'`;

// Entries of the generation being served that were left out, because the same AU came before.
const duplicates = 'alter table tdb_state add column duplicates integer not null default 0';

const statements = [names, counts, duplicates];
