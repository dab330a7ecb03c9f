// One holder at a time among all replicas, by PostgreSQL's session advisory locks. A lock costs its holder one
// connection; whoever waits holds none between tries, and no open snapshot (which could block index builds).
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError, rethrowTyped, typedError } from '../connections/errors.ts';

export interface AdvisoryLockOptions {
  /** Wait until the lock is free (default), or give up at once. */
  readonly wait?: boolean;
  /** Ends the waiting, and is passed on to `work`. */
  readonly signal?: AbortSignal;
  /** Told each time the lock was found taken, with the time waited so far. */
  readonly onWait?: (waitedMs: number) => void;
  /** Pause between tries; default 250 ms. */
  readonly pollMs?: number;
}

export type AdvisoryLockResult<Result> = { acquired: true; result: Result } | { acquired: false };

/**
 * Runs `work` while holding the lock called `name`. Its signal aborts when the connection that holds the lock is lost:
 * another replica may have the lock from then on, so stop. Rejects with DatabaseUnavailableError in that case.
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
 * Has every connection that the pool opens from now on take a shared lock of this key, for as long as it is open. So
 * others see whether the process that the key stands for is alive. Call it before the pool is used.
 */
export function showSignOfLife(pool: pg.Pool, key: bigint): void {
  const options = pool.options as { verify?: (client: pg.PoolClient, done: (error?: Error) => void) => void };
  // The pool waits for it before it gives a new connection to anybody.
  options.verify = (client, done) => {
    client.query('select pg_advisory_lock_shared($1)', [key]).then(() => done(), done);
  };
}

/** The 64-bit number that PostgreSQL knows the lock by. */
export function advisoryLockKey(name: string): bigint {
  return createHash('sha256').update(name).digest().readBigInt64BE(0);
}

async function tryLock(pool: pg.Pool, name: string): Promise<pg.PoolClient | undefined> {
  const client = await pool.connect().catch(rethrowTyped);
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [advisoryLockKey(name)]);
    if (rows[0].locked === true) return client;
  } catch (error) {
    client.release(true);
    throw typedError(error);
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

/** Closing the connection frees the lock as well, whatever state it is in. */
async function unlock(client: pg.PoolClient, name: string): Promise<void> {
  try {
    await client.query('select pg_advisory_unlock($1)', [advisoryLockKey(name)]);
    client.release();
  } catch {
    client.release(true);
  }
}
