// The changes that transactions have left for a bridge (keep-for-bridge.ts), as the bridge takes them: it registers, reads
// in order, and removes what whoever it tells has acknowledged. The tables are made by the migrations of each service.
import pg from 'pg';
import { rethrowTyped } from '../connections/errors.ts';
import { listenForNotifications } from '../database/listen-for-notifications.ts';

export interface KeptChange {
  readonly id: number;
  readonly change: unknown;
}

/** How much is kept for a bridge that is away, or that cannot tell it. */
export interface OutboxLimits {
  readonly keepForMs: number;
  readonly keepRows: number;
}

export interface Registration {
  /** Differs between registrations: with it, an id means one change for ever. */
  readonly epoch: string;
  /** Changes may have been made of which nothing was left here. */
  readonly hasGap: boolean;
}

export interface OutboxState {
  readonly rows: number;
  /** Age of the oldest; 0 when there is none. */
  readonly seconds: number;
}

export interface Outbox {
  /** From now on changes are left here. Rejects while the tables are not there. */
  register(limits: OutboxLimits): Promise<Registration>;
  /** The first so many, in the order in which they are to be told; fewer where these are long, but one at least. */
  read(rows: number, bytes: number): Promise<KeptChange[]>;
  /**
   * Removes them, and says that the bridge is there. True: changes may have been made of
   * which nothing was left here. Rejects when the registration is gone.
   */
  acknowledge(ids: readonly number[]): Promise<boolean>;
  /**
   * The transactions, of these or of all, that have found nothing to leave or are yet to look. What they change is seen
   * when they are over, and need not be in the outbox.
   */
  openTransactions(of?: readonly string[]): Promise<string[]>;
  state(): Promise<OutboxState>;
  /** The registration and all that was left for it. Answers how much that was. */
  forget(): Promise<number>;
  /** Calls `onChange` when there may be something to read. Resolves when `signal` aborts. */
  listen(onChange: () => void, signal: AbortSignal): Promise<void>;
}

/** `owner`: as for `migrate`. */
export function outboxOf(pool: pg.Pool, owner: string): Outbox {
  const { escapeIdentifier: name } = pg;
  const [changes, bridge] = [name(`${owner}_change`), name(`${owner}_bridge`)];
  const told = name(`${owner}_change_id_seq`);
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
         select $1::interval, $2::bigint, last_value from ${told}
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
           select keep_rows <= (select last_value from ${told}) - acknowledged as overflowed from ${bridge} for update
         ), removed as (
           delete from ${changes} where id = any($1::bigint[])
         )
         update ${bridge} set seen_at = now(),
           acknowledged = coalesce(
             (select min(id) - 1 from ${changes} where id <> all($1::bigint[])), (select last_value from ${told})
           )
         from before returning before.overflowed`,
        [ids],
      );
      if (row === undefined) throw new Error('the registration of the bridge was taken away');
      return row.overflowed;
    },
    async openTransactions(of) {
      // A transaction keeps its lock on the table that it has looked into until it is over.
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
      // Whoever still sees the registration may leave something a moment later; the next bridge tells it.
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
