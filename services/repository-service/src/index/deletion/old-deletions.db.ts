// Deletes old rows from the list of deletions. The events of the artifacts still say who deleted them, when and why.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

/**
 * Deletes at most `limit` of the deletions that are older than the latest `most`, and returns their number. Keeps open
 * requests, and deletions whose undo is still promised.
 */
export async function deleteOldDeletions(
  db: Kysely<IndexSchema>,
  { most, limit }: { readonly most: number; readonly limit: number },
): Promise<number> {
  const { rows } = await sql`
    delete from deletion where number in (
      select number from deletion
      where number <= (select number from deletion order by number desc offset ${most} limit 1)
        and state not in ('requested', 'approved')
        and not exists (
          select from deletion_artifact listed
          where listed.number = deletion.number and stored is not null and undo_until > now()
        )
      order by number limit ${limit}
    ) returning number`.execute(db);
  return rows.length;
}
