import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '@holdfast/pg-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type NodeDatabases, startEmbeddedDatabases, useExternalDatabase } from '../src/databases.ts';

const never = new AbortController().signal;

describe('the embedded databases', () => {
  const said: string[] = [];
  let folder: string;
  let databases: NodeDatabases;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-databases-'));
    databases = (await startEmbeddedDatabases((words) => said.push(words), folder, never))!;
  }, 120_000);
  afterAll(async () => {
    await databases.stop();
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  async function query(url: string, text: string): Promise<string> {
    const database = openDatabase({ url, applicationName: 'test', onError: () => undefined, poolSize: 1 });
    try {
      const { rows } = await database.pool.query<{ answer: unknown }>(text);
      return String(rows[0]?.answer);
    } finally {
      await database.close();
    }
  }

  it('are one for each service, of a role that owns nothing else, reached by a socket', async () => {
    const name = "select current_database() || ' of ' || current_user as answer";
    expect(await query(databases.repositoryUrl, name)).toBe('repository of repository');
    expect(await query(databases.configurationUrl, name)).toBe('configuration of configuration');
    const isRemote = 'select inet_server_addr() is not null as answer';
    expect(await query(databases.repositoryUrl, isRemote)).toBe('false');
  });

  it('come back where they were, with what they held, when the server is killed', async () => {
    await query(databases.repositoryUrl, "create table kept as select 'still here' as answer");
    const pid = Number.parseInt(
      await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8'),
      10,
    );
    expect(pid).toBeGreaterThan(1);
    process.kill(pid, 'SIGKILL');
    while (!said.includes('PostgreSQL runs again.')) await sleep(50);
    expect(said).toContain('PostgreSQL ended unexpectedly; starting it again.');
    expect(await query(databases.repositoryUrl, 'select answer from kept')).toBe('still here');
  });
});

describe('a first start that is told to stop while it sets its cluster up', () => {
  it('ends at once, and leaves nothing of it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'holdfast-databases-'));
    const home = join(folder, 'postgres');
    const stop = new AbortController();
    const starting = startEmbeddedDatabases(() => undefined, folder, stop.signal);
    const isAtWork = () =>
      existsSync(home) && readdirSync(home).some((name) => existsSync(join(home, name, 'data', 'base')));
    while (!isAtWork()) await sleep(10);
    stop.abort();
    expect(await starting).toBeUndefined();
    expect(readdirSync(home).filter((name) => /^(?:new-|data$)/.test(name))).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

describe('a given database', () => {
  it('is the one of both services', () => {
    const url = 'postgres://somewhere/holdfast';
    expect(useExternalDatabase(url)).toMatchObject({ repositoryUrl: url, configurationUrl: url });
  });
});
