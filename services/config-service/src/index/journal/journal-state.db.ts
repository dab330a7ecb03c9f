// State of the configuration journal (migrations/first/journal.ts): the leader, the sequence numbers, and the epoch.
import { runInTransaction } from '@holdfast/pg-kit';
import { sql } from 'kysely';
import type { Db } from '../schema/schema.ts';

export interface JournalState {
  /** True if the triggers record changes of this database in the outbox. */
  readonly isActive: boolean;
  /** Current epoch. Undefined before the first epoch. */
  readonly epoch: string | undefined;
  readonly hasChanges: boolean;
  /** `sequence`: number of the last shipped object with changes. `bytes`, `objects`: totals of all such objects. */
  readonly shipped: { readonly sequence: number; readonly bytes: number; readonly objects: number };
  /** Last complete snapshot of this epoch. Undefined if there is none. */
  readonly snapshot: SnapshotState | undefined;
}

export interface SnapshotState {
  readonly epoch: string;
  readonly sequence: number;
  readonly bytes: number;
  readonly keyId: string | undefined;
  readonly ageSeconds: number;
  readonly totalBytes: number;
  readonly totalObjects: number;
}

interface StateRow {
  isActive: boolean;
  epoch: string | null;
  hasChanges: boolean;
  shippedSequence: number;
  shippedBytes: number;
  shippedObjects: number;
  snapshotEpoch: string | null;
  snapshotSequence: number;
  snapshotBytes: number;
  snapshotKeyId: string | null;
  snapshotAge: number;
  snapshotTotalBytes: number;
  snapshotTotalObjects: number;
}

export async function readJournalState(db: Db): Promise<JournalState> {
  const { rows } = await sql<StateRow>`
    select configuration_journal_is_active() as "isActive",
      (select epoch from configuration_journal_epoch
        where last_sequence is null and home = configuration_journal_home()) as epoch,
      exists (select from configuration_journal) as "hasChanges",
      shipped.sequence as "shippedSequence", shipped.bytes as "shippedBytes", shipped.objects as "shippedObjects",
      snapshot_epoch as "snapshotEpoch", snapshot_sequence as "snapshotSequence",
      snapshot_bytes as "snapshotBytes", snapshot_key_id as "snapshotKeyId",
      extract(epoch from clock_timestamp() - snapshot_at)::float8 as "snapshotAge",
      snapshot_total_bytes as "snapshotTotalBytes", snapshot_total_objects as "snapshotTotalObjects"
    from configuration_journal_state, configuration_journal_shipped shipped`.execute(db);
  const row = rows[0]!;
  return {
    isActive: row.isActive,
    epoch: row.epoch ?? undefined,
    hasChanges: row.hasChanges,
    shipped: { sequence: row.shippedSequence, bytes: row.shippedBytes, objects: row.shippedObjects },
    snapshot:
      row.snapshotEpoch === null
        ? undefined
        : {
            epoch: row.snapshotEpoch,
            sequence: row.snapshotSequence,
            bytes: row.snapshotBytes,
            keyId: row.snapshotKeyId ?? undefined,
            ageSeconds: row.snapshotAge,
            totalBytes: row.snapshotTotalBytes,
            totalObjects: row.snapshotTotalObjects,
          },
  };
}

export interface JournalLag {
  /** Number of changed rows that are not in the object store yet. */
  readonly rows: number;
  /** Age of the oldest change that has not been shipped, in seconds. 0 if all changes have been shipped. */
  readonly seconds: number;
  /** Unix time of the last snapshot, in seconds. Undefined if there is none. */
  readonly snapshotAt: number | undefined;
}

export async function readConfigurationLag(db: Db): Promise<JournalLag> {
  const { rows } = await sql<{ rows: number; seconds: number; snapshotAt: number | null }>`
    select count(*) as rows,
      coalesce(greatest(0, extract(epoch from clock_timestamp() - min(at))), 0)::float8 as seconds,
      (select extract(epoch from snapshot_at)::float8 from configuration_journal_state) as "snapshotAt"
    from configuration_journal`.execute(db);
  const { snapshotAt, ...lag } = rows[0]!;
  return { ...lag, snapshotAt: snapshotAt ?? undefined };
}

/** Returns the epochs of this database, each with the last sequence number that this database reserved in it. */
export async function readLastSequencesByEpoch(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ epoch: string; last: number }>`
    select epoch, coalesce(last_sequence, (select sequence from configuration_journal_state)) as last
    from configuration_journal_epoch`.execute(db);
  return new Map(rows.map(({ epoch, last }) => [epoch, last]));
}

/** Returns the last sequence number that this database reserved, in any epoch. */
export async function readLastSequence(db: Db): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    select sequence from configuration_journal_state`.execute(db);
  return rows[0]!.sequence;
}

/** Makes this process the leader. Only the leader can reserve sequence numbers. `leader` is a new UUID. */
export async function becomeLeader(db: Db, leader: string): Promise<void> {
  await sql`update configuration_journal_state set leader = ${leader}`.execute(db);
}

/** Thrown when another process has become the leader. */
export class NotLeaderError extends Error {
  override name = 'NotLeaderError';

  constructor() {
    super('another process ships the journal of the configuration now');
  }
}

/** Reserves and returns the next sequence number. Throws NotLeaderError. */
export async function reserveSequence(db: Db, leader: string): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    update configuration_journal_state set sequence = sequence + 1 where leader = ${leader} returning sequence`.execute(
    db,
  );
  if (rows[0] === undefined) throw new NotLeaderError();
  return rows[0].sequence;
}

/** Throws NotLeaderError if another process has become the leader. */
export async function refuseUnlessLeader(db: Db, leader: string): Promise<void> {
  const { rows } = await sql`
    select from configuration_journal_state where leader = ${leader}`.execute(db);
  if (rows.length === 0) throw new NotLeaderError();
}

/** Ends the current epoch and begins `epoch`. Triggers then write changes to the outbox. Throws NotLeaderError. */
export async function beginJournalEpoch(db: Db, leader: string, epoch: string): Promise<void> {
  await runInTransaction(db, async (tx) => {
    await sql`
      update configuration_journal_epoch
      set last_sequence = (select sequence from configuration_journal_state)
      where last_sequence is null`.execute(tx);
    await sql`
      insert into configuration_journal_epoch (epoch, home) values (${epoch}, configuration_journal_home())`.execute(
      tx,
    );
    await activate(tx, leader);
  });
}

/**
 * Activates the triggers that write the outbox. Earlier changes are not in the outbox, so a snapshot must contain them.
 * Throws NotLeaderError.
 */
export async function activateJournal(db: Db, leader: string): Promise<void> {
  await runInTransaction(db, (tx) => activate(tx, leader));
}

async function activate(tx: Db, leader: string): Promise<void> {
  const { rows } = await sql`
    update configuration_journal_state
    set active_since = case when configuration_journal_is_active() then active_since end,
      active_place = configuration_journal_place(), snapshot_epoch = null
    where leader = ${leader} returning true`.execute(tx);
  if (rows.length === 0) throw new NotLeaderError();
}

/**
 * Returns whether all transactions that began before the activation of the triggers have ended. Their changes may be
 * missing in the outbox; a snapshot that is taken afterwards contains them. Throws NotLeaderError.
 */
export async function isEveryChangeInOutbox(db: Db, leader: string): Promise<boolean> {
  // Runs in a separate transaction, whose ID is higher than the ID of the transaction that activated the triggers.
  const { rows } = await sql`
    update configuration_journal_state set active_since = coalesce(active_since, pg_current_xact_id())
    where leader = ${leader} returning true`.execute(db);
  if (rows.length === 0) throw new NotLeaderError();
  const { rows: found } = await sql<{ noted: boolean }>`
    select not exists (
      select from pg_stat_activity, configuration_journal_state
      where datname = current_database() and pid <> pg_backend_pid()
        and greatest(age(backend_xid), age(backend_xmin)) > age(active_since::xid)
    ) as noted`.execute(db);
  return found[0]!.noted;
}

/** Deactivates the triggers and empties the outbox, for a service without an object store. */
export async function deactivateJournal(db: Db): Promise<void> {
  const { rows } = await sql`
    select from configuration_journal_state where active_place is not null`.execute(db);
  if (rows.length === 0) return;
  await runInTransaction(db, async (tx) => {
    await sql`update configuration_journal_state set active_place = null, leader = null`.execute(tx);
    await sql`delete from configuration_journal`.execute(tx);
  });
}

/** Requests a new snapshot. Call this if the object store lacks the last snapshot. */
export async function requestNewSnapshot(db: Db): Promise<void> {
  await sql`update configuration_journal_state set snapshot_epoch = null`.execute(db);
}

/** Records a complete snapshot. Throws NotLeaderError. */
export async function recordSnapshot(
  db: Db,
  leader: string,
  { epoch, sequence, bytes, keyId, totalBytes, totalObjects }: Omit<SnapshotState, 'ageSeconds'>,
): Promise<void> {
  const { rows } = await sql`
    update configuration_journal_state
    set snapshot_epoch = ${epoch}, snapshot_sequence = ${sequence}, snapshot_bytes = ${bytes},
      snapshot_key_id = ${keyId ?? null}, snapshot_at = clock_timestamp(),
      snapshot_total_bytes = ${totalBytes}, snapshot_total_objects = ${totalObjects}
    where leader = ${leader} returning true`.execute(db);
  if (rows.length === 0) throw new NotLeaderError();
}
