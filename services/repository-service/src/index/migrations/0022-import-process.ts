// Which process does an import, so that one whose process has died is not taken for one under way.
import { type Kysely, sql } from 'kysely';

/** Whoever does not know the column leaves it empty, and then the time decides as before. */
export const worksWith = '0021-replay-copies';

// process: the key of an advisory lock that the process holds as long as it lives (showSignOfLife of pg-kit).
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table import add column process bigint`.execute(db);
}
