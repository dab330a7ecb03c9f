// Whether an index transaction whose end was not seen took effect.
import { inTransaction } from '@holdfast/pg-kit';
import type { Kysely } from 'kysely';
import type { IndexSchema } from './schema.ts';

/**
 * True when rows point into the segment. Every transaction that makes them holds the AU's lock to its end, so under
 * that lock the answer is final.
 */
export async function segmentIsRecorded(
  db: Kysely<IndexSchema>,
  { auId, key }: { auId: number; key: string },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await tx.selectFrom('au').select('id').where('id', '=', auId).forUpdate().execute();
    const found = await tx.selectFrom('segment').select('id').where('key', '=', key).executeTakeFirst();
    return found !== undefined;
  });
}
