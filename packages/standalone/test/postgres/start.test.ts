// Starts, crashes and concurrent starts of the embedded server, and servers without an owner. See also
// stale-locks.judge.ts, address.test.ts and users.judge.ts.
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  EmbeddedPostgresInUseError,
  OWNERSHIP_LOCK_KEY,
  takeServerOwnership,
} from '../../src/postgres/owner.ts';
import { isRunning, waitUntilGone } from '../../src/postgres/processes.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
  stopAbandonedPostgres,
} from '../../src/postgres/start.ts';
import { runProgram } from './clone-for-tests.ts';

let folder: string;
let said: string[] = [];
const started: EmbeddedPostgres[] = [];
const start = async (options = {}) => {
  const server = await startEmbeddedPostgres({ folder, log: (sentence) => said.push(sentence), ...options });
  started.push(server);
  return server;
};
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-start-')));
  const server = await start();
  await query(server, 'create table kept (n int primary key)');
  await server.stop();
});
beforeEach(() => {
  said = [];
});
afterAll(async () => {
  for (const server of started) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('startEmbeddedPostgres', () => {
  it('is PostgreSQL 18, durable, with passwords, in UTF-8, sorting by code point', async () => {
    const server = await start();
    const settings = await query(
      server,
      `select name, setting from pg_settings
      where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'server_encoding', 'jit')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      jit: 'off',
    });
    expect(
      await query(server, `select version() like 'PostgreSQL 18%' as v, 'a' > 'B' as codepoint`),
    ).toEqual([{ v: true, codepoint: true }]);
    const intruder = new pg.Client({ connectionString: server.url.replace(/:[^:@]+@/, ':guess@') });
    await expect(intruder.connect()).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  it('writes no new file at a checkpoint: the server would end where the disk has no room for it', async () => {
    const server = await start();
    const place = join(folder, 'postgres', 'data', 'pg_logical');
    const files = async () => {
      const names = (await readdir(place, { recursive: true })).sort();
      return Promise.all(names.map(async (name) => [name, (await stat(join(place, name))).ino]));
    };
    const before = await files();
    await query(server, 'create table written (n int)');
    await query(server, 'checkpoint');
    expect(await files()).toEqual(before);
    expect(before).not.toEqual([]);
    await server.stop();
  });

  it('runs in a session of its own, which a Ctrl-C in the terminal does not reach', async () => {
    const server = await start();
    expect(sessionOf(server.pid)).toBe(server.pid);
    expect(sessionOf(process.pid)).not.toBe(server.pid);
    await server.stop();
  });

  it('has after kill -9 of all its processes what was committed, and leaves no shared memory behind', async () => {
    const before = await start();
    const segment = await sharedMemoryId();
    expect(sharedMemoryIds()).toContain(segment);
    await query(before, 'insert into kept values (1)');
    const busy = await beginWork(before);
    await before.kill();
    expect(await busy.failure).toMatch(/ECONNRESET|Connection terminated/);
    const after = await start();
    expect(after.pid).not.toBe(before.pid);
    expect(await query(after, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(sharedMemoryIds()).not.toContain(segment);
    await after.stop();
  });

  it('starts after a postmaster was killed alone, with children still at work', async () => {
    const before = await start();
    const busy = await beginWork(before);
    process.kill(before.pid, 'SIGKILL');
    await before.exited;
    const after = await start();
    expect(await query(after, 'select n from kept')).toEqual([{ n: 1 }]);
    expect(await busy.failure).toMatch(/ECONNRESET|Connection terminated/);
    await after.stop();
  });

  it('refuses a folder that is in use, and tells by whom', async () => {
    const server = await start();
    const second = start();
    await expect(second).rejects.toThrow(EmbeddedPostgresInUseError);
    await expect(second).rejects.toThrow(`in use by holdfast process ${process.pid}`);
    await expect(stopAbandonedPostgres({ folder })).rejects.toThrow(EmbeddedPostgresInUseError);
    expect(await query(server, 'select 1 as n')).toEqual([{ n: 1 }]);
    await server.stop();
  });

  it('lets exactly one of several starters at once have a new folder', async () => {
    const fresh = join(folder, 'fresh');
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => start({ folder: fresh, unsafe: true })));
    const servers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(servers).toHaveLength(1);
    expect(refusals.map(String)).toEqual(
      Array(2).fill(expect.stringContaining('EmbeddedPostgresInUseError: ')),
    );
    await expect(query(servers[0]!, 'select 1 as n')).resolves.toEqual([{ n: 1 }]);
    await servers[0]!.stop();
  });

  it('stops a server that a killed process left running, and goes on with its data', async () => {
    const orphan = await leaveOrphan();
    expect(isRunning(orphan)).toBe(true);
    const server = await start();
    expect(isRunning(orphan)).toBe(false);
    expect(said).toEqual(['Stopping the PostgreSQL that a killed process left running.']);
    expect(await query(server, 'select count(*)::int as n from kept')).toEqual([{ n: 1 }]);
    await server.stop();
  });

  it('clears up after a killed process without starting anything', async () => {
    const orphan = await leaveOrphan();
    await stopAbandonedPostgres({ folder });
    expect(isRunning(orphan)).toBe(false);
    await stopAbandonedPostgres({ folder });
    await stopAbandonedPostgres({ folder: join(folder, 'never-used') });
  });

  it('waits for the session of an owner that is gone', async () => {
    const server = await start();
    // Advisory locks are specific to a database, so this lock does not conflict with the lock of the server's owner.
    const url = Object.assign(new URL(server.url), { pathname: '/template1' }).href;
    const [gone] = await runProgram({ program: 'print(process.pid);', data: {} });
    const session = new pg.Client({ connectionString: url, application_name: `holdfast process ${gone}` });
    await session.connect();
    await session.query(`select pg_advisory_lock(${OWNERSHIP_LOCK_KEY})`);
    const owned = takeServerOwnership(url, folder);
    await sleep(300);
    await session.end();
    await (await owned).release();
    await server.stop();
  });

  it('stays owned when one of its processes crashes and it recovers by itself', async () => {
    const server = await start();
    const backend = new pg.Client({ connectionString: server.url });
    backend.on('error', () => undefined);
    await backend.connect();
    const { rows } = await backend.query('select pg_backend_pid() as pid');
    const [before] = await ownersOf(server);
    process.kill(rows[0].pid, 'SIGKILL');
    await waitForRecovery(server, before!);
    await expect(start()).rejects.toThrow(EmbeddedPostgresInUseError);
    await server.stop();
  });

  it('stops once, however often it is asked to, and tells when it ended', async () => {
    const server = await start();
    await Promise.all([server.stop(), server.stop(), server.exited]);
    await server.stop();
    await server.kill();
    expect(await waitUntilGone(server.pid, 0)).toBe(true);
  });
});

/** Starts a server from a process, kills that process, and returns the server's process ID. */
async function leaveOrphan(): Promise<number> {
  const program = `
    const server = await startEmbeddedPostgres(data);
    print(server.pid);
    process.kill(process.pid, 'SIGKILL');`;
  const [pid] = await runProgram({ program, data: { folder } });
  return pid as number;
}

/** Resolves when the statement is running. `failure` resolves to the statement's error. */
async function beginWork(server: EmbeddedPostgres): Promise<{ failure: Promise<unknown> }> {
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => undefined);
  await client.connect();
  return { failure: client.query('select pg_sleep(60)').catch((error: Error) => error.message) };
}

/** Waits until the server has recovered and its owner holds the lock again, in a session other than `before`. */
async function waitForRecovery(server: EmbeddedPostgres, before: number): Promise<void> {
  while (true) {
    const [now] = await ownersOf(server).catch(() => []);
    if (now !== undefined && now !== before) return;
    await sleep(50);
  }
}

/** Returns the process IDs of the sessions that hold the owner's lock. */
async function ownersOf(server: EmbeddedPostgres): Promise<number[]> {
  const locks = await query(server, "select pid from pg_locks where locktype = 'advisory' and granted");
  return locks.map(({ pid }) => pid as number);
}

async function query({ url }: { url: string }, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function sessionOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]);
}

/** Returns the shared memory ID of the running or most recent server, from line 7 (`key id`) of `postmaster.pid`. */
async function sharedMemoryId(): Promise<string> {
  const lock = await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  return lock.split('\n')[6]!.trim().split(/\s+/)[1]!;
}

function sharedMemoryIds(): string[] {
  const [, ...segments] = readFileSync('/proc/sysvipc/shm', 'utf8').trim().split('\n');
  return segments.map((line) => line.trim().split(/\s+/)[1]!);
}
