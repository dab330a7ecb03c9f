// The segments that something is wrong with, which are few, found without a look at all the others.
import { type Kysely, sql } from 'kysely';

/** Whoever does not know the index uses it all the same. */
export const worksWith = '0023-journal-epochs';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index segment_at_fault on segment (id) where fault is not null`.execute(db);
}
