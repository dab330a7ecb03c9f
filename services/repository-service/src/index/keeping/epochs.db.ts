// Epochs of the state journal (migrations/first/journal.ts). An epoch is a period of the index's history. For each
// epoch, the database records the last journal ID that this index contains.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { formatNumberArray, formatPlainArray } from '../arrays.ts';
import type { IndexSchema } from '../schema.ts';
import { readLastJournalId } from './sweep.db.ts';

export interface IndexHistory {
  /** Highest journal ID of each epoch in this index, including replayed lines. */
  readonly lastIds: ReadonlyMap<string, number>;
  /** Like `lastIds`, but without lines that were replayed into an epoch that this database already had. */
  readonly ownLastIds: ReadonlyMap<string, number>;
  /** Highest journal ID that this index ever assigned in any epoch. */
  readonly lastId: number;
}

export async function readIndexHistory(db: Kysely<IndexSchema>): Promise<IndexHistory> {
  const { rows } = await sql<{ epoch: string; lastId: number; replayedId: number }>`
    select epoch, replayed_id as "replayedId", coalesce(
      last_id, greatest(shipped_id, after_id, (select max(id) from journal where id > after_id))
    ) as "lastId"
    from journal_epoch`.execute(db);
  return {
    lastIds: new Map(rows.map(({ epoch, lastId, replayedId }) => [epoch, Math.max(lastId, replayedId)])),
    ownLastIds: new Map(rows.map(({ epoch, lastId }) => [epoch, lastId])),
    lastId: await readLastJournalId(db),
  };
}

/**
 * Returns whether this server is a promoted standby of the server that wrote these epochs: cluster, database and
 * database files are the same, but this server's timeline is later. Returns false if the user may not read the
 * cluster's identifier.
 */
export async function isPromotedStandby(
  db: Kysely<IndexSchema>,
  epochs: readonly string[],
): Promise<boolean> {
  const { rows } = await sql<{ promoted: number }>`
    select count(*) as promoted from journal_epoch, journal_server() server
    where epoch = any(${formatPlainArray(epochs)}::text[])
      and journal_epoch.system = server.system and journal_epoch.timeline between 1 and server.timeline - 1
      and regexp_replace(home, '^[^/]*', '') = regexp_replace(journal_home(), '^[^/]*', '')`.execute(db);
  return epochs.length > 0 && rows[0]!.promoted === epochs.length;
}

export async function readLatestEpoch(db: Kysely<IndexSchema>): Promise<string | undefined> {
  const row = await db
    .selectFrom('journal_epoch')
    .select('epoch')
    .orderBy('epoch', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.epoch;
}

/** Records that the index contains all lines of these epochs. Starts a new epoch. */
export async function markEpochsReplayed(
  db: Kysely<IndexSchema>,
  epochs: readonly JournalEpochRange[],
): Promise<void> {
  await sql`
    insert into journal_epoch (epoch, begun_at, home, after_id, last_id, replayed_id)
    select epoch, ${buildBegunAt(sql`epoch`)}, 'replayed', first_id - 1, last_id, last_id from unnest(
      ${formatPlainArray(epochs.map(({ epoch }) => epoch))}::text[],
      ${formatNumberArray(epochs.map(({ firstId }) => firstId))}::bigint[],
      ${formatNumberArray(epochs.map(({ lastId }) => lastId))}::bigint[]
    ) replayed(epoch, first_id, last_id)
    on conflict (epoch) do update set replayed_id = greatest(journal_epoch.replayed_id, excluded.replayed_id)`.execute(
    db,
  );
  await beginEpoch(db);
}

function buildBegunAt(epoch: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_timestamp(left(${epoch}, 14), 'YYYYMMDDHH24MISS') + substr(${epoch}, 15, 3)::integer * interval '1 millisecond'`;
}

/** Starts a new epoch if the server or the journal table is not the one recorded in the current epoch. */
export async function beginEpoch(db: Kysely<IndexSchema>): Promise<void> {
  await sql`select journal_begin_epoch()`.execute(db);
}

export interface JournalEpochRange {
  readonly epoch: string;
  readonly firstId: number;
  readonly lastId: number;
}

/**
 * Records that this index contains the epochs that a rebuild has read. Starts a new epoch. Idempotent until the next
 * journal line is written.
 */
export async function adoptEpochs(
  db: Kysely<IndexSchema>,
  epochs: readonly JournalEpochRange[],
): Promise<void> {
  await db.deleteFrom('journal_epoch').execute();
  await sql`
    insert into journal_epoch (epoch, begun_at, home, after_id, last_id)
    select epoch, ${buildBegunAt(sql`epoch`)}, 'rebuilt', first_id - 1, last_id
    from unnest(
      ${formatPlainArray(epochs.map(({ epoch }) => epoch))}::text[],
      ${formatNumberArray(epochs.map(({ firstId }) => firstId))}::bigint[],
      ${formatNumberArray(epochs.map(({ lastId }) => lastId))}::bigint[]
    ) adopted(epoch, first_id, last_id)`.execute(db);
  await beginEpoch(db);
}

/** Returns the last time when the index is known to have contained all journal lines in the store. */
export async function readLastCheckedMs(db: Kysely<IndexSchema>): Promise<number | undefined> {
  const row = await db.selectFrom('journal_check').select('checked_at').executeTakeFirst();
  return row?.checked_at?.getTime();
}

export async function recordJournalCheck(db: Kysely<IndexSchema>, atMs: number): Promise<void> {
  await sql`
    insert into journal_check (checked_at) values (${new Date(atMs)})
    on conflict (is_only) do update set checked_at = greatest(journal_check.checked_at, excluded.checked_at)`.execute(
    db,
  );
}

/**
 * Returns true if the index has no AUs. Then no objects exist either, because an AU is created before its first object.
 */
export async function hasNoAu(db: Kysely<IndexSchema>): Promise<boolean> {
  const { rows } = await sql<{ none: boolean }>`select not exists (select from au) as none`.execute(db);
  return rows[0]!.none;
}
