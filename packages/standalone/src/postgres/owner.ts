// Ownership of a running server. The owner holds an advisory lock on a database connection, which closes when its
// process ends. A server without an owner was started by a process that has been killed.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isRunning } from './processes.ts';

/** Thrown if another running process uses the database in this folder. */
export class EmbeddedPostgresInUseError extends Error {
  override readonly name = 'EmbeddedPostgresInUseError';
}

export interface ServerOwnership {
  release(): Promise<void>;
}

export const OWNERSHIP_LOCK_KEY = '4242561208152613750';
const PATIENCE_MS = 30_000;

/**
 * Takes ownership of the server. Rejects with EmbeddedPostgresInUseError if another process owns it, or with the
 * driver's error if the server has ended. Stops waiting when `isGone` returns true.
 */
export async function takeServerOwnership(
  url: string,
  folder: string,
  isGone: () => boolean = () => false,
): Promise<ServerOwnership> {
  let client = await connectPatiently(url, isGone);
  const owner = await lockOrFindOtherOwner(client);
  if (owner !== undefined) {
    await client.end();
    throw new EmbeddedPostgresInUseError(
      `The database in ${folder} is in use by ${owner}. Stop that one first, or use another data folder.`,
    );
  }
  let released = false;
  const identity = await readServerStartTime(client);
  // Takes the lock again after a crash of a PostgreSQL process, which closes all connections. Stops if the server's
  // identity has changed, because another process has then started a new server.
  const own = async () => {
    while (!released) {
      const { promise: lost, resolve } = Promise.withResolvers<void>();
      client.once('end', resolve);
      await lost;
      if (released) return;
      client = await connectPatiently(url, isGone);
      if (released || (await readServerStartTime(client)) !== identity) return client.end();
      await tryOwnershipLock(client);
    }
  };
  own().catch(() => undefined); // the server is gone, which its `exited` reports
  return {
    release: async () => {
      released = true;
      await client.end().catch(() => undefined);
    },
  };
}

async function connectPatiently(url: string, isGone: () => boolean): Promise<pg.Client> {
  const deadline = performance.now() + PATIENCE_MS;
  while (true) {
    const client = new pg.Client({
      connectionString: url,
      application_name: `holdfast process ${process.pid}`,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      // 57P03 (cannot_connect_now): the server is starting, recovering or stopping.
      const passing = error instanceof pg.DatabaseError ? error.code === '57P03' : true;
      if (!passing || isGone() || performance.now() > deadline) throw error;
    }
    await sleep(100);
  }
}

async function tryOwnershipLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [OWNERSHIP_LOCK_KEY]);
  return rows[0].locked === true;
}

async function readServerStartTime(client: pg.Client): Promise<string> {
  const { rows } = await client.query('select pg_postmaster_start_time()::text as started');
  return rows[0].started;
}

/**
 * Takes the lock. If another session still holds it after `PATIENCE_MS`, returns that session's name. The session of a
 * killed process ends a little later than the process.
 */
async function lockOrFindOtherOwner(client: pg.Client): Promise<string | undefined> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await tryOwnershipLock(client))) {
    const owner = await findLockOwner(client);
    if (performance.now() > deadline) return owner ?? 'another process';
    const [, pid] = /^holdfast process (\d+)$/.exec(owner ?? '') ?? [];
    if (owner !== undefined && (pid === undefined || isRunning(Number(pid)))) return owner;
    await sleep(50);
  }
  return undefined;
}

/** Returns the application name of the session with the lock, or undefined if there is none. */
async function findLockOwner(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query(`
    select application_name from pg_stat_activity join pg_locks using (pid)
    where locktype = 'advisory' and granted and datname = current_database() and (classid::bigint << 32 | objid::bigint) = ${OWNERSHIP_LOCK_KEY}`);
  return rows[0]?.application_name;
}
