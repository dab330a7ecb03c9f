// Access of a bridge to the outbox (keep-for-bridge.ts): the bridge registers, reads changes in order, and removes
// changes that its subscribers have acknowledged. The migrations of each service create the tables.
import pg from 'pg';
import { rethrowTyped } from '../connections/errors.ts';
import { listenForNotifications } from '../database/listen-for-notifications.ts';

export interface OutboxChange {
  readonly id: number;
  readonly change: unknown;
}

/** Limits on the recorded changes while a bridge is absent or cannot publish. */
export interface OutboxLimits {
  readonly keepForMs: number;
  readonly keepRows: number;
}

export interface BridgeRegistration {
  /** Unique for each registration. Epoch and ID together identify a change permanently. */
  readonly epoch: string;
  /** True if changes may be missing in the outbox. */
  readonly hasGap: boolean;
}

export interface OutboxState {
  readonly rows: number;
  /** Age of the oldest row, or 0 if there are no rows. */
  readonly seconds: number;
}

export interface Outbox {
  /** Registers the bridge and starts recording changes. Rejects if the tables do not exist yet. */
  register(limits: OutboxLimits): Promise<BridgeRegistration>;
  /** Returns the first changes in order: at most `rows` changes and `bytes` bytes, but at least one change. */
  read(rows: number, bytes: number): Promise<OutboxChange[]>;
  /**
   * Removes these changes and records that the bridge is present. Returns whether changes may be missing from the
   * outbox.
   * Rejects if the bridge is no longer registered.
   */
  acknowledge(ids: readonly number[]): Promise<boolean>;
  /**
   * Returns open transactions that have looked for a bridge and may not have found one. Their changes may be missing in
   * the outbox. `of` restricts the result to these transactions.
   */
  openTransactions(of?: readonly string[]): Promise<string[]>;
  state(): Promise<OutboxState>;
  /** Deletes the registration and all recorded changes. Returns the number of deleted changes. */
  forget(): Promise<number>;
  /** Listens until `signal` aborts, then resolves. Calls `onChange` when there may be new changes. */
  listen(onChange: () => void, signal: AbortSignal): Promise<void>;
}

/** Opens the outbox. `owner` is the owner of the service's migrations, as in `applyMigrations`. */
export function openOutbox(pool: pg.Pool, owner: string): Outbox {
  const { escapeIdentifier: name } = pg;
  const [changes, bridge] = [name(`${owner}_change`), name(`${owner}_bridge`)];
  const changeSequence = name(`${owner}_change_id_seq`);
  const ask = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(text, values).catch(rethrowTyped)).rows;
  return {
    async register({ keepForMs, keepRows }) {
      const limits = [`${keepForMs} ms`, keepRows];
      const [before] = await ask<{ hasGap: boolean }>(
        `select seen_at + keep_for < now() as "hasGap" from ${bridge}`,
      );
      const [row] = await ask<{ epoch: string }>(
        `insert into ${bridge} (keep_for, keep_rows, acknowledged)
         select $1::interval, $2::bigint, last_value from ${changeSequence}
         on conflict (is_only) do update
           set seen_at = now(), keep_for = excluded.keep_for, keep_rows = excluded.keep_rows
         returning epoch`,
        limits,
      );
      return { epoch: row!.epoch, hasGap: before?.hasGap ?? true };
    },
    read: async (rows, bytes) =>
      (
        await ask<{ id: number; change: string }>(
          `select id, change::text as change from (
             select id, change, sum(octet_length(change::text)) over (order by id) as total
             from (select id, change from ${changes} order by id limit $1) first
           ) counted
           where total <= $2 or id = (select min(id) from ${changes})
           order by id`,
          [rows, bytes],
        )
      ).map(({ id, change }) => ({ id, change: JSON.parse(change) as unknown })),
    async acknowledge(ids) {
      const [row] = await ask<{ overflowed: boolean }>(
        `with before as (
           select keep_rows <= (select last_value from ${changeSequence}) - acknowledged as overflowed from ${bridge} for update
         ), removed as (
           delete from ${changes} where id = any($1::bigint[])
         )
         update ${bridge} set seen_at = now(),
           acknowledged = coalesce(
             (select min(id) - 1 from ${changes} where id <> all($1::bigint[])), (select last_value from ${changeSequence})
           )
         from before returning before.overflowed`,
        [ids],
      );
      if (row === undefined) throw new Error('the registration of the bridge was taken away');
      return row.overflowed;
    },
    async openTransactions(of) {
      // Until its end, a transaction holds a lock on every table that it has read.
      const rows = await ask<{ id: string }>(
        `select distinct virtualtransaction as id from pg_locks
         where locktype = 'relation' and relation = $1::regclass
           and database = (select oid from pg_database where datname = current_database())
           and pid <> pg_backend_pid() and ($2::text[] is null or virtualtransaction = any($2))`,
        [bridge, of],
      );
      return rows.map(({ id }) => id);
    },
    async state() {
      const [row] = await ask<OutboxState>(
        `select count(*) as rows,
           coalesce(greatest(0, extract(epoch from clock_timestamp() - min(at))), 0)::float8 as seconds
         from ${changes}`,
      );
      return row!;
    },
    async forget() {
      // A transaction that still sees the registration may record a change later. The next bridge publishes it.
      await ask(`delete from ${bridge}`);
      const [row] = await ask<{ rows: number }>(
        `with removed as (delete from ${changes} returning id) select count(*) as rows from removed`,
      );
      return row!.rows;
    },
    listen: (onNotification, signal) =>
      listenForNotifications({ pool, channel: `${owner}_change`, onNotification, signal }),
  };
}
