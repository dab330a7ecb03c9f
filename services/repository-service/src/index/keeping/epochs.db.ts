// The epochs of the state journal (migrations/first/journal.ts): how far each history of the index goes, as this database
// knows it.
import { type Kysely, sql } from 'kysely';
import { numberArray, plainArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';
import { lastJournalId } from './sweep.db.ts';

export interface IndexHistory {
  /** The highest id among the journal lines that this index knows of each epoch. */
  readonly lastIds: ReadonlyMap<string, number>;
  /** The highest id that a journal line of this index ever had, in any epoch. */
  readonly lastId: number;
}

export async function indexHistory(db: Kysely<IndexSchema>): Promise<IndexHistory> {
  const { rows } = await sql<{ epoch: string; lastId: number }>`
    select epoch, coalesce(
      last_id, greatest(shipped_id, after_id, (select max(id) from journal where id > after_id))
    ) as "lastId"
    from journal_epoch`.execute(db);
  return {
    lastIds: new Map(rows.map(({ epoch, lastId }) => [epoch, lastId])),
    lastId: await lastJournalId(db),
  };
}

/** Begins an epoch if the server, or the table that the journal is written to, is not the one of the current epoch. */
export async function beginEpoch(db: Kysely<IndexSchema>): Promise<void> {
  await sql`select journal_begin_epoch()`.execute(db);
}

export interface KnownEpoch {
  readonly epoch: string;
  readonly firstId: number;
  readonly lastId: number;
}

/**
 * Takes over the epochs that a rebuild has read; this index knows all of their lines. Whatever it writes from now on belongs to a
 * new epoch. May be repeated as long as nothing was written.
 */
export async function adoptEpochs(db: Kysely<IndexSchema>, epochs: readonly KnownEpoch[]): Promise<void> {
  await db.deleteFrom('journal_epoch').execute();
  await sql`
    insert into journal_epoch (epoch, begun_at, home, after_id, last_id)
    select epoch, to_timestamp(left(epoch, 14), 'YYYYMMDDHH24MISS') + substr(epoch, 15, 3)::integer * interval '1 millisecond',
      'rebuilt', first_id - 1, last_id
    from unnest(
      ${plainArray(epochs.map(({ epoch }) => epoch))}::text[],
      ${numberArray(epochs.map(({ firstId }) => firstId))}::bigint[],
      ${numberArray(epochs.map(({ lastId }) => lastId))}::bigint[]
    ) adopted(epoch, first_id, last_id)`.execute(db);
  await beginEpoch(db);
}

/** When the journal in the store last held nothing that this index does not know; undefined: that was never checked. */
export async function lastCheckedMs(db: Kysely<IndexSchema>): Promise<number | undefined> {
  const row = await db.selectFrom('journal_check').select('checked_at').executeTakeFirst();
  return row?.checked_at?.getTime();
}

export async function noteChecked(db: Kysely<IndexSchema>, atMs: number): Promise<void> {
  await sql`
    insert into journal_check (checked_at) values (${new Date(atMs)})
    on conflict (is_only) do update set checked_at = greatest(journal_check.checked_at, excluded.checked_at)`.execute(
    db,
  );
}

/** An AU is made before the first object of it is stored. */
export async function hasNoAu(db: Kysely<IndexSchema>): Promise<boolean> {
  const { rows } = await sql<{ none: boolean }>`select not exists (select from au) as none`.execute(db);
  return rows[0]!.none;
}
