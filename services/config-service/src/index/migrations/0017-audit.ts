// The audit log.
import { auditTable } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';

/** Whoever does not know the table writes nothing into it. */
export const worksWith = '0004-titles';

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of auditTable('configuration')) await sql.raw(statement).execute(db);
}
