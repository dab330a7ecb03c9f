// Covers: packages/standalone/src/postgres
// Removal of a killed server's lock files that PostgreSQL would mistake for the lock files of a running server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/postgres/start.ts';

let folder: string;
const started: EmbeddedPostgres[] = [];
const start = async () => {
  const server = await startEmbeddedPostgres({ folder });
  started.push(server);
  return server;
};
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-locks-')));
  const server = await start();
  await query(server, 'create table kept (n int primary key)');
  await query(server, 'insert into kept values (1)');
  await server.stop();
});
afterAll(async () => {
  for (const server of started) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('startEmbeddedPostgres', () => {
  it('is not fooled by a lock file that names a process of somebody else by now', async () => {
    const before = await start();
    await before.kill();
    const lock = join(folder, 'postgres', 'data', 'postmaster.pid');
    const [, ...rest] = (await readFile(lock, 'utf8')).split('\n');
    await writeFile(lock, [process.pid, ...rest].join('\n'));
    const after = await start();
    expect(await query(after, 'select n from kept')).toEqual([{ n: 1 }]);
    await after.stop();
  });

  it('is not fooled by locks that name a zombie, or that were never written', async () => {
    const zombie = await makeZombie();
    for (const pid of [`${zombie.pid}`, '']) {
      const before = await start();
      await before.kill();
      await nameInLocks(pid);
      const after = await start();
      expect(await query(after, 'select n from kept')).toEqual([{ n: 1 }]);
      await after.stop();
    }
    zombie.collect();
  });

  it('is not fooled by the lock of a socket alone, which names a zombie', async () => {
    const zombie = await makeZombie();
    const before = await start();
    await before.kill();
    await nameInLocks(`${zombie.pid}`);
    await rm(join(folder, 'postgres', 'data', 'postmaster.pid'));
    const after = await start();
    expect(await query(after, 'select n from kept')).toEqual([{ n: 1 }]);
    await after.stop();
    zombie.collect();
  });

  it('starts one server where several starters find a stale lock at the same time', async () => {
    const zombie = await makeZombie();
    for (let round = 0; round < 2; round++) {
      const before = await start();
      await before.kill();
      await nameInLocks(`${zombie.pid}`);
      const outcomes = await Promise.allSettled([1, 2, 3, 4].map(start));
      const servers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect(servers).toHaveLength(1);
      await servers[0]!.stop();
    }
    zombie.collect();
  });
});

/** Creates a zombie process: its parent executes a program that never waits for the child. */
async function makeZombie(): Promise<{ pid: number; collect(): void }> {
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 600'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(String(line));
  while (stateOf(pid) !== 'Z') await sleep(20);
  return { pid, collect: () => parent.kill('SIGKILL') };
}

/** Replaces the process ID in the lock files of a killed server. */
async function nameInLocks(pid: string): Promise<void> {
  for (const path of ['data/postmaster.pid', 'socket/.s.PGSQL.5432.lock']) {
    const lock = join(folder, 'postgres', path);
    const [, ...rest] = (await readFile(lock, 'utf8')).split('\n');
    await writeFile(lock, pid === '' ? '' : [pid, ...rest].join('\n'));
  }
}

function stateOf(pid: number): string | undefined {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[0];
}

async function query({ url }: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
