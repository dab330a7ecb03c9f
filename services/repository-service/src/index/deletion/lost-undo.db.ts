// Repeats the undo of a deletion if a failover of PostgreSQL has lost the undo.
import { runInTransaction } from '@holdfast/pg-kit';
import { type Kysely, sql } from 'kysely';
import { formatPlainArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';
import { lockAuRow, restoreRows } from './undo.db.ts';

interface LostUndo {
  /** Artifacts that were restored and not deleted again. */
  readonly artifacts: readonly string[];
  readonly by: string;
  readonly versions?: readonly [artifact: string, version: number][];
}

/** Thrown to roll back the transaction. */
class UndoImpossibleError extends Error {
  override name = 'UndoImpossibleError';
}

/**
 * Restores the artifacts that do not exist. Idempotent. Returns false, without a change, if the index cannot restore
 * them with the same versions.
 */
export async function restoreLostUndo(
  db: Kysely<IndexSchema>,
  { number, auId }: { number: number; auId: number },
  { artifacts, by, versions = [] }: LostUndo,
): Promise<boolean> {
  const work = runInTransaction(db, async (tx) => {
    await lockAuRow(tx, auId);
    const deletion = await tx
      .selectFrom('deletion')
      .select('state')
      .where('number', '=', number)
      .where('au_id', '=', auId)
      .executeTakeFirst();
    if (deletion?.state === 'deleted' && artifacts.length > 0 && Array.isArray(await restoreRows(tx, number)))
      await sql`
        update deletion set state = 'restored', undone_at = now(), undone_by = ${by} where number = ${number}`.execute(
        tx,
      );
    const { rows } = await sql<{ id: string; version: number }>`
      select id, version from artifact where id = any(${formatPlainArray(artifacts)}::uuid[])`.execute(tx);
    const present = new Map(rows.map(({ id, version }) => [id, version]));
    const wanted = new Map(versions);
    if (artifacts.some((id) => present.get(id) !== (wanted.get(id) ?? present.get(id) ?? Number.NaN)))
      throw new UndoImpossibleError();
  });
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof UndoImpossibleError) return false;
    throw error;
  }
}
