// Runs work in at most one replica at a time, with PostgreSQL's session advisory locks. A held lock occupies one
// connection, so the locks never occupy the last two connections of a pool. A waiting process holds no connection and no
// open snapshot, because a snapshot could block index builds.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError, rethrowTyped } from '../connections/errors.ts';

export interface AdvisoryLockOptions {
  /** True (default): waits for the lock. False: returns immediately if the lock is taken or the pool is too small. */
  readonly wait?: boolean;
  /** Aborts the wait for the lock. Once the lock is held, aborts the signal of `work` instead. */
  readonly signal?: AbortSignal;
  /** Called after each failed attempt to get the lock, with the total waiting time so far. */
  readonly onWait?: (waitedMs: number) => void;
  /** Pause between attempts to get the lock. Default 250 ms. */
  readonly pollMs?: number;
}

export type AdvisoryLockResult<Result> = { acquired: true; result: Result } | { acquired: false };

/**
 * Runs `work` while holding the lock `name`. If the connection with the lock is lost, aborts the signal passed to
 * `work` and rejects with DatabaseUnavailableError. `work` must then stop, because another replica may get the lock.
 */
export async function withAdvisoryLock<Result>(
  pool: pg.Pool,
  name: string,
  work: (signal: AbortSignal) => Promise<Result>,
  options: AdvisoryLockOptions = {},
): Promise<AdvisoryLockResult<Result>> {
  const { wait = true, signal, onWait, pollMs = 250 } = options;
  const started = performance.now();
  while (true) {
    signal?.throwIfAborted();
    const outcome = await tryWithLock(pool, name, work, signal);
    if (outcome.acquired || !wait) return outcome;
    onWait?.(performance.now() - started);
    await sleep(pollMs, undefined, signal === undefined ? {} : { signal });
  }
}

/**
 * Makes each new connection of the pool hold a shared lock with this key, by which other processes can see that this
 * process is alive. Call this before using the pool.
 */
export function holdAliveLock(pool: pg.Pool, key: bigint): void {
  const options = pool.options as { verify?: (client: pg.PoolClient, done: (error?: Error) => void) => void };
  // The pool waits for `verify` before it hands out a new connection.
  options.verify = (client, done) => {
    client.query('select pg_advisory_lock_shared($1)', [key]).then(() => done(), done);
  };
}

/**
 * Tries to take the lock `name`. Returns whether this process holds it. The pool must have a single connection, which
 * holds the lock until it closes. For a leader that rarely changes, use the pool of the health checks, whose connection
 * stays open.
 */
export async function tryHoldLock(pool: pg.Pool, name: string): Promise<boolean> {
  const { rows } = await pool
    .query<{ held: boolean }>(
      `select case when exists (
         select from pg_locks where locktype = 'advisory' and objsubid = 1 and granted and pid = pg_backend_pid()
           and database = (select oid from pg_database where datname = current_database())
           and (classid::bigint << 32) | objid::bigint = $1
       ) then true else pg_try_advisory_lock($1) end as held`,
      [computeAdvisoryLockKey(name)],
    )
    .catch(rethrowTyped);
  return rows[0]!.held;
}

/** Returns the 64-bit key of the advisory lock with this name. */
export function computeAdvisoryLockKey(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64BE(0);
}

/** Number of connections of each pool that hold a lock, or try to get one. */
const lockConnections = new WeakMap<pg.Pool, number>();
/**
 * Number of connections that locks leave free for the work of the lock holders. Without free connections, the lock
 * holders would wait for each other.
 */
const FREE_CONNECTIONS = 2;
/** Number of locks that any pool may hold, because some work needs two. */
const MIN_LOCKS = 2;

/** Runs `work` unless the lock is taken, or the pool holds enough locks. Releases the connection in every case. */
async function tryWithLock<Result>(
  pool: pg.Pool,
  name: string,
  work: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<AdvisoryLockResult<Result>> {
  const count = lockConnections.get(pool) ?? 0;
  if (count >= Math.max(MIN_LOCKS, pool.options.max - FREE_CONNECTIONS)) return { acquired: false };
  lockConnections.set(pool, count + 1);
  const key = computeAdvisoryLockKey(name);
  let client: pg.PoolClient | undefined;
  let isUnlocked = false;
  try {
    client = await pool.connect().catch(rethrowTyped);
    const { rows } = await client
      .query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [key])
      .catch(rethrowTyped);
    isUnlocked = !rows[0]!.locked;
    if (isUnlocked) return { acquired: false };
    try {
      return { acquired: true, result: await runUntilLost(client, name, work, signal) };
    } finally {
      isUnlocked = await unlock(client, key);
    }
  } finally {
    // Closes the connection unless it certainly holds no lock. Closing also releases the lock.
    client?.release(!isUnlocked);
    lockConnections.set(pool, lockConnections.get(pool)! - 1);
  }
}

async function runUntilLost<Result>(
  client: pg.PoolClient,
  name: string,
  work: (signal: AbortSignal) => Promise<Result>,
  outer: AbortSignal | undefined,
): Promise<Result> {
  const lost = new AbortController();
  const onEnd = () =>
    lost.abort(new DatabaseUnavailableError(`the connection holding the lock "${name}" was lost`));
  client.once('end', onEnd);
  try {
    const result = await work(outer === undefined ? lost.signal : AbortSignal.any([outer, lost.signal]));
    lost.signal.throwIfAborted();
    return result;
  } finally {
    client.removeListener('end', onEnd);
  }
}

async function unlock(client: pg.PoolClient, key: bigint): Promise<boolean> {
  return client.query('select pg_advisory_unlock($1)', [key]).then(
    () => true,
    () => false,
  );
}
