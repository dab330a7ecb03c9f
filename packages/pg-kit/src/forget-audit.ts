// What bounds the audit log: entries that are too old go, and where there are too many the oldest routine ones before others.
// A few at a time, so that nobody waits for it.
import type pg from 'pg';
import { withAdvisoryLock } from './advisory-lock.ts';
import { typedError } from './errors.ts';

export interface AuditBounds {
  /** Older entries go. */
  readonly beforeMs: number;
  /** No more than so many stay. */
  readonly most: number;
}

const STEP = 10_000;

/** How many went; 0 as well when another process is at it. */
export async function forgetAudit(
  pool: pg.Pool,
  table: string,
  { beforeMs, most }: AuditBounds,
): Promise<number> {
  const done = await withAdvisoryLock(
    pool,
    table,
    async (lost) => {
      let gone = await inSteps(pool, table, 'at_ms < $1', { values: [beforeMs], lost });
      const surplus = (await count(pool, table)) - most;
      for (const condition of ['routine', 'true'])
        if (surplus > gone)
          gone += await inSteps(pool, table, condition, { values: [], lost, most: surplus - gone });
      return gone;
    },
    { wait: false },
  );
  return done.acquired ? done.result : 0;
}

async function count(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*) as count from ${table}`);
  return rows[0]!.count;
}

interface Steps {
  readonly values: readonly unknown[];
  /** Aborts when the lock is lost. */
  readonly lost: AbortSignal;
  readonly most?: number;
}

async function inSteps(
  pool: pg.Pool,
  table: string,
  condition: string,
  { values, lost, most = Number.POSITIVE_INFINITY }: Steps,
) {
  let gone = 0;
  try {
    while (gone < most) {
      lost.throwIfAborted();
      const { rowCount } = await pool.query(
        `delete from ${table} where (at_ms, id) in (
           select at_ms, id from ${table} where ${condition} order by at_ms, id limit ${Math.min(STEP, most - gone)})`,
        [...values],
      );
      gone += rowCount ?? 0;
      if (!rowCount) break;
    }
  } catch (error) {
    throw typedError(error);
  }
  return gone;
}
