// The mark of an AU in bulk transfer: a column of its row, so that it outlives every process and all replicas see it.
import { sqlState } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import type { JournalEntry } from '../../domain/journal-entry.ts';
import type { IndexSchema } from '../schema.ts';
import { type AuIdentity, ensureAu } from './au.db.ts';
import { auTold } from './changes-for-bridge.db.ts';

/** Marks the AU, which is made when there is none: a transfer usually begins with nothing. */
export async function markBulk(db: Kysely<IndexSchema>, au: AuIdentity): Promise<void> {
  const { auId } = await ensureAu(db, au);
  await sql`
    with marked as (
      update au set bulk_since = now() where id = ${auId} and bulk_since is null returning id
    ) ${journaledMark(true)}`.execute(db);
}

export async function isMarkedBulk(db: Kysely<IndexSchema>, au: AuIdentity): Promise<boolean> {
  return (await marked(db, au).executeTakeFirst()) !== undefined;
}

/** Tells of all that came meanwhile. False when it was not marked, or another request was first to unmark it. */
export async function unmarkBulk(db: Kysely<IndexSchema>, au: AuIdentity): Promise<boolean> {
  const { rows } = await sql`
    with marked as (
      update au set bulk_since = null where id in (${marked(db, au)}) and bulk_since is not null returning id
    ), told as (${auTold(sql`select id from marked`)}) ${journaledMark(false)} returning id`.execute(db);
  return rows.length > 0;
}

/** Journals the rows `marked`, which the same statement changed. */
function journaledMark(mark: boolean) {
  const entry = { op: 'bulk', marked: mark } satisfies JournalEntry;
  return sql`insert into journal (au_id, entry) select id, ${JSON.stringify(entry)}::json from marked`;
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
    if (sqlState(error) !== STATEMENT_TIMEOUT) throw error;
  }
}

const STATEMENT_TIMEOUT = '57014';
