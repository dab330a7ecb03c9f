// Runs work in at most one replica at a time, using PostgreSQL's session advisory locks. A held lock occupies one
// connection. While waiting, no connection is held between attempts, and no snapshot stays open (it could block index
// builds).
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError, rethrowTyped, toTypedError } from '../connections/errors.ts';

export interface AdvisoryLockOptions {
  /** If true (default), waits until the lock is free. If false, returns immediately when the lock is taken. */
  readonly wait?: boolean;
  /** Aborting this signal ends the wait. After the lock is acquired, it also aborts the signal given to `work`. */
  readonly signal?: AbortSignal;
  /** Called after each attempt that finds the lock taken, with the total waiting time so far. */
  readonly onWait?: (waitedMs: number) => void;
  /** Pause between attempts to get the lock. Default 250 ms. */
  readonly pollMs?: number;
}

export type AdvisoryLockResult<Result> = { acquired: true; result: Result } | { acquired: false };

/**
 * Runs `work` while holding the lock `name`. The signal given to `work` aborts if the connection that holds the lock is
 * lost: another replica may then get the lock, so `work` must stop. Rejects with DatabaseUnavailableError in that case.
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
    const client = await tryLock(pool, name);
    if (client !== undefined) return { acquired: true, result: await holding(client, name, work, signal) };
    if (!wait) return { acquired: false };
    onWait?.(performance.now() - started);
    await sleep(pollMs, undefined, signal === undefined ? {} : { signal });
  }
}

/**
 * Makes every new connection of the pool hold a shared lock with this key while it is open, so that other processes can
 * see whether this process is alive. Call it before using the pool.
 */
export function holdAliveLock(pool: pg.Pool, key: bigint): void {
  const options = pool.options as { verify?: (client: pg.PoolClient, done: (error?: Error) => void) => void };
  // The pool awaits this before it hands out a new connection.
  options.verify = (client, done) => {
    client.query('select pg_advisory_lock_shared($1)', [key]).then(() => done(), done);
  };
}

/** Returns the 64-bit number by which PostgreSQL identifies the lock. */
export function computeAdvisoryLockKey(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64BE(0);
}

async function tryLock(pool: pg.Pool, name: string): Promise<pg.PoolClient | undefined> {
  const client = await pool.connect().catch(rethrowTyped);
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [
      computeAdvisoryLockKey(name),
    ]);
    if (rows[0].locked === true) return client;
  } catch (error) {
    client.release(true);
    throw toTypedError(error);
  }
  client.release();
  return undefined;
}

async function holding<Result>(
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
    await unlock(client, name);
  }
}

/** If unlocking fails, closing the connection frees the lock. */
async function unlock(client: pg.PoolClient, name: string): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock($1)', [computeAdvisoryLockKey(name)]);
    client.release();
  } catch {
    client.release(true);
  }
}
