// Finds out whether an index transaction with an unknown result took effect.
import { inTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { IndexSchema } from '../schema.ts';

interface SegmentOfAu {
  readonly auId: number;
  readonly key: string;
}

/**
 * Returns whether rows refer, or have ever referred, to the segment. A transaction that inserts such rows holds the
 * AU's lock until it ends, so the result is final while this lock is held.
 */
export async function isSegmentRecorded(db: Kysely<IndexSchema>, segment: SegmentOfAu): Promise<boolean> {
  return inTransaction(db, (tx) => isRecordedUnderLock(tx, segment));
}

/**
 * Returns whether rows refer, or have ever referred, to the segment. If not, claims the segment's object for removal.
 * After a claim, no transaction can make the object a segment, not even the replay after a failover, which records
 * objects without rows.
 */
export async function claimUnrecordedSegment(
  db: Kysely<IndexSchema>,
  segment: SegmentOfAu,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const isRecorded = await isRecordedUnderLock(tx, segment);
    if (!isRecorded) await claimObject(tx, segment.key);
    return isRecorded;
  });
}

/**
 * Claims an object for removal. If the replay after a failover has already recorded the object, returns the id of its
 * segment instead. The transaction must hold the AU's lock.
 */
export async function claimOrFindSegment(
  tx: Transaction<IndexSchema>,
  key: string,
): Promise<number | undefined> {
  const segment = await tx.selectFrom('segment').select('id').where('key', '=', key).executeTakeFirst();
  if (segment === undefined) await claimObject(tx, key);
  return segment?.id;
}

async function claimObject(tx: Transaction<IndexSchema>, key: string): Promise<void> {
  await sql`insert into swept_object (key) values (${key}) on conflict (key) do nothing`.execute(tx);
}

async function isRecordedUnderLock(
  tx: Transaction<IndexSchema>,
  { auId, key }: SegmentOfAu,
): Promise<boolean> {
  await tx.selectFrom('au').select('id').where('id', '=', auId).forUpdate().execute();
  // The segment's records may have been moved already.
  const { rows } = await sql`
    select from segment where key = ${key} union all select from retired_object where key = ${key}`.execute(
    tx,
  );
  return rows.length > 0;
}
