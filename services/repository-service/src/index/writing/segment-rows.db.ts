// Determines whether an index transaction with an unknown result took effect.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

/**
 * Returns whether rows refer to the segment, or did so earlier. Transactions that insert such rows hold the AU's lock
 * until they end, so the result is final under that lock.
 */
export async function isSegmentRecorded(
  db: Kysely<IndexSchema>,
  { auId, key }: { auId: number; key: string },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await tx.selectFrom('au').select('id').where('id', '=', auId).forUpdate().execute();
    // Records of the segment may have been moved already.
    const { rows } = await sql`
      select from segment where key = ${key} union all select from retired_object where key = ${key}`.execute(
      tx,
    );
    return rows.length > 0;
  });
}
