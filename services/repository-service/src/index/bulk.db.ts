// The mark of an AU in bulk transfer: a column of its row, so that it outlives every process and all replicas see it.
import { sqlState } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { type AuIdentity, ensureAu } from './au.db.ts';
import type { IndexSchema } from './schema.ts';

/** Marks the AU, which is made when there is none: a transfer usually begins with nothing. */
export async function markBulk(db: Kysely<IndexSchema>, au: AuIdentity): Promise<void> {
  const { auId } = await ensureAu(db, au);
  await db
    .updateTable('au')
    .set({ bulk_since: sql`now()` })
    .where('id', '=', auId)
    .where('bulk_since', 'is', null)
    .execute();
}

export async function isMarkedBulk(db: Kysely<IndexSchema>, au: AuIdentity): Promise<boolean> {
  return (await marked(db, au).executeTakeFirst()) !== undefined;
}

/** False when it was not marked, or another request was first to unmark it. */
export async function unmarkBulk(db: Kysely<IndexSchema>, au: AuIdentity): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('au')
    .set({ bulk_since: null })
    .where('id', 'in', marked(db, au))
    .where('bulk_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function marked(db: Kysely<IndexSchema>, { namespace, hash }: AuIdentity) {
  return db
    .selectFrom('au')
    .innerJoin('namespace', 'namespace.id', 'au.namespace_id')
    .select('au.id')
    .where('namespace.name', '=', namespace)
    .where('au.auid_sha256', '=', hash)
    .where('au.bulk_since', 'is not', null);
}

/**
 * Tells the planner what the tables hold by now, in one pass over a sample of their pages. Left to others when they
 * are at it, and given up rather than waited for without end: nothing is wrong without it.
 */
export async function refreshStatistics(db: Kysely<IndexSchema>): Promise<void> {
  try {
    await sql`analyze (skip_locked) artifact, segment, au`.execute(db);
  } catch (error) {
    if (sqlState(error) !== statementTimeout) throw error;
  }
}

const statementTimeout = '57014';
