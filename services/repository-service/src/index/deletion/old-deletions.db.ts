// Deletes old rows from the list of deletions. The history of each artifact still contains who deleted it, when and
// why.
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

/**
 * Deletes up to `limit` deletions, oldest first, except the latest `most`. Returns their number. Does not delete open
 * requests, or deletions whose undo period has not ended.
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
