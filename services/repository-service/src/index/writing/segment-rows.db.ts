// Finds out whether an index transaction with an unknown outcome was committed.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { IndexSchema } from '../schema.ts';

interface SegmentOfAu {
  readonly auId: number;
  readonly key: string;
}

/**
 * Returns whether the segment was recorded, even if compaction has merged it since. Locks the AU: a transaction that
 * inserts such rows holds the same lock until it ends, so the result is final.
 */
export async function isSegmentRecorded(db: Kysely<IndexSchema>, segment: SegmentOfAu): Promise<boolean> {
  return runInTransaction(db, (tx) => isRecordedUnderLock(tx, segment));
}

/**
 * Returns whether the segment was recorded. If not, claims its object for removal. Afterwards, no transaction can make
 * the object a segment, not even the replay after a failover.
 */
export async function claimUnrecordedSegment(
  db: Kysely<IndexSchema>,
  segment: SegmentOfAu,
): Promise<boolean> {
  return runInTransaction(db, async (tx) => {
    const isRecorded = await isRecordedUnderLock(tx, segment);
    if (!isRecorded) await claimObject(tx, segment.key);
    return isRecorded;
  });
}

/**
 * Claims an object for removal. If the replay after a failover has already recorded the object, returns its segment's
 * ID instead. The transaction must hold the AU's lock.
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
  // A merged segment has no row any more, but its object is in retired_object.
  const { rows } = await sql`
    select from segment where key = ${key} union all select from retired_object where key = ${key}`.execute(
    tx,
  );
  return rows.length > 0;
}
