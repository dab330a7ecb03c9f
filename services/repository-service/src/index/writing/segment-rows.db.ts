// Whether an index transaction whose end was not seen took effect.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { IndexSchema } from '../schema.ts';

/**
 * True when rows point into the segment, or did. Every transaction that makes them holds the AU's lock to its end, so under
 * that lock the answer is final.
 */
export async function segmentIsRecorded(
  db: Kysely<IndexSchema>,
  { auId, key }: { auId: number; key: string },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await tx.selectFrom('au').select('id').where('id', '=', auId).forUpdate().execute();
    // Its records may have moved on already.
    const { rows } = await sql`
      select from segment where key = ${key} union all select from retired_object where key = ${key}`.execute(
      tx,
    );
    return rows.length > 0;
  });
}
