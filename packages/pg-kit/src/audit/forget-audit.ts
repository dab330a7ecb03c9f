// Limits the audit log by age, number of entries and bytes. Entries about refused requests have separate limits, so
// that they cannot displace other entries. Deletes entries in small steps, so that requests need not wait.
import type pg from 'pg';
import { toTypedError } from '../connections/errors.ts';
import { withAdvisoryLock } from '../database/advisory-lock.ts';

export interface AuditRetention {
  /** Entries before this Unix time are deleted. */
  readonly beforeMs: number;
  /** Maximum number of entries about requests that were not refused. */
  readonly most: number;
  /** Maximum size of these entries in bytes, including indexes. */
  readonly mostBytes: number;
}

/** Limits for entries about refused requests are smaller by this factor. */
const REFUSED_PART = 10;

const STEP = 10_000;

/**
 * SQL condition for entries about refused requests. Must match `isRefusedLine` in the accounts package: no user was
 * authenticated, or the request was refused.
 */
const REFUSED = `coalesce(why is not null or (user_name is null and event <> 'missing')
  or status between 400 and 499 or status in (503, 507), false)`;

/** Columns of variable size. pg_column_size returns their size on disk, after any compression. */
const VARYING = ['operation', 'user_name', 'client', 'request_id', 'auid', 'subject', 'why', 'name_hash'];
/** Size of the row header, the fixed columns and three index entries. */
const FIXED_BYTES = 280;
const BYTES = [FIXED_BYTES, ...VARYING.map((column) => `coalesce(pg_column_size(${column}), 0)`)].join(' + ');

interface Amount {
  readonly entries: number;
  readonly bytes: number;
}

const NONE: Amount = { entries: 0, bytes: 0 };

/** Deletes entries beyond the limits. Returns their number, or 0 if another process is already deleting. */
export async function deleteOldAuditEntries(
  pool: pg.Pool,
  table: string,
  { beforeMs, most, mostBytes }: AuditRetention,
): Promise<number> {
  const done = await withAdvisoryLock(
    pool,
    table,
    async (lost) => {
      const remove = (condition: string, surplus?: Amount) =>
        removeInSteps(pool, table, condition, { surplus, lost });
      let { entries: gone } = await remove(`at_ms < ${Math.trunc(beforeMs)}`);
      const { refused, others } = await measureAmounts(pool, table);
      const refusedMost = { entries: most / REFUSED_PART, bytes: mostBytes / REFUSED_PART };
      gone += (await remove(REFUSED, computeSurplus(refused, refusedMost))).entries;
      let surplus = computeSurplus(others, { entries: most, bytes: mostBytes });
      for (const condition of [`routine and not ${REFUSED}`, `not ${REFUSED}`]) {
        const removed = await remove(condition, surplus);
        surplus = computeSurplus(surplus, removed);
        gone += removed.entries;
      }
      return gone;
    },
    { wait: false },
  );
  return done.acquired ? done.result : 0;
}

const computeSurplus = (amount: Amount, most: Amount): Amount => ({
  entries: Math.max(0, Math.ceil(amount.entries - most.entries)),
  bytes: Math.max(0, Math.ceil(amount.bytes - most.bytes)),
});

async function measureAmounts(pool: pg.Pool, table: string): Promise<{ refused: Amount; others: Amount }> {
  const { rows } = await pool.query<Amount & { isRefused: boolean }>(
    `select ${REFUSED} as "isRefused", count(*) as entries, sum(${BYTES}) as bytes from ${table} group by 1`,
  );
  const amountOf = (isRefused: boolean) => rows.find((row) => row.isRefused === isRefused) ?? NONE;
  return { refused: amountOf(true), others: amountOf(false) };
}

/**
 * Deletes the oldest entries that match the condition, until the amount in `surplus` is deleted. If `surplus` is
 * undefined, deletes all matching entries.
 */
async function removeInSteps(
  pool: pg.Pool,
  table: string,
  condition: string,
  {
    surplus,
    lost,
  }: { readonly surplus: Amount | undefined /** Aborts when the lock is lost. */; lost: AbortSignal },
): Promise<Amount> {
  let gone = NONE;
  try {
    for (;;) {
      const left = surplus && computeSurplus(surplus, gone);
      if (left !== undefined && left.entries === 0 && left.bytes === 0) return gone;
      lost.throwIfAborted();
      const removed = await removeStep(pool, table, condition, left ?? ALL);
      if (removed.entries === 0) return gone;
      gone = { entries: gone.entries + removed.entries, bytes: gone.bytes + removed.bytes };
    }
  } catch (error) {
    throw toTypedError(error);
  }
}

const ALL: Amount = { entries: STEP, bytes: 0 };

async function removeStep(
  pool: pg.Pool,
  table: string,
  condition: string,
  { entries, bytes }: Amount,
): Promise<Amount> {
  const { rows } = await pool.query<Amount>(
    `with oldest as (
       select at_ms, id, ${BYTES} as size from ${table} where ${condition} order by at_ms, id limit ${STEP}),
     counted as (
       select at_ms, id, size, row_number() over so_far as number, sum(size) over so_far - size as bytes_before
       from oldest window so_far as (order by at_ms, id)),
     removed as (
       delete from ${table} using counted
       where ${table}.at_ms = counted.at_ms and ${table}.id = counted.id
         and (counted.number <= $1 or counted.bytes_before < $2)
       returning counted.size)
     select count(*) as entries, coalesce(sum(size), 0) as bytes from removed`,
    [entries, bytes],
  );
  return rows[0]!;
}
