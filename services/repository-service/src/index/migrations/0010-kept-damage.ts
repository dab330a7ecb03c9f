// Damage of records that belong to no artifact, which the table of damage cannot name.
import { type Kysely, sql } from 'kysely';

/** Whoever does not know the mark neither sets nor heeds it: what is marked is then exported as before. */
export const worksWith = '0009-local-indexes';

// damaged_ms: since when the record is known to be damaged; null: it is not, or it belongs to an artifact, whose damage has
// a row of its own. The segment of a record that is marked is at fault (segment.fault).
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table kept_record add column damaged_ms bigint`.execute(db);
}
