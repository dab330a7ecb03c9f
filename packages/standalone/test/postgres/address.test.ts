// Address of the embedded server: a socket for its owner by default, or a port on request.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, realpath, rm, rmdir, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { readPostgresUrl } from '../../src/postgres/connection-file.ts';
import { EmbeddedPostgresInUseError } from '../../src/postgres/owner.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/postgres/start.ts';

let folder: string;
let said: string[] = [];
const started: EmbeddedPostgres[] = [];
const start = async (options = {}) => {
  const log = (sentence: string) => said.push(sentence);
  const server = await startEmbeddedPostgres({ folder, unsafe: true, log, ...options });
  started.push(server);
  return server;
};
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'holdfast-address-')));
});
beforeEach(() => {
  said = [];
});
afterAll(async () => {
  for (const server of started) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('the embedded server', () => {
  it("listens on a socket that is its owner's alone, and on no port", async () => {
    const server = await start();
    expect(server.port).toBeUndefined();
    const socket = new URL(server.url).searchParams.get('host')!;
    expect(socket).toBe(join(folder, 'postgres', 'socket'));
    expect((await stat(socket)).mode & 0o777).toBe(0o700);
    expect(await query(server, "select current_setting('listen_addresses') as addresses")).toEqual([
      { addresses: '' },
    ]);
    expect(await readPostgresUrl({ folder })).toBe(server.url);
    await server.stop();
  });

  it('finds a short folder for its socket where the data lies deep, and finds that again', async () => {
    const deep = join(folder, 'deep'.repeat(30));
    const first = await start({ folder: deep });
    const socket = new URL(first.url).searchParams.get('host')!;
    expect(socket.length).toBeLessThan(93);
    expect((await stat(socket)).mode & 0o777).toBe(0o700);
    await first.stop();
    expect(existsSync(socket)).toBe(false);
    const second = await start({ folder: deep });
    expect(second.url).toBe(first.url);
    await second.stop();
    // Anyone could have created a folder with this name. The server must not use a folder that other users may enter.
    await mkdir(socket);
    await chmod(socket, 0o755);
    const third = await start({ folder: deep });
    expect(third.url).not.toBe(first.url);
    await third.stop();
    await rmdir(socket);
  });

  it('leaves the port that an earlier version listened on, with a server still running there', async () => {
    const before = await start({ port: 'any' });
    expect(await readPostgresUrl({ folder })).toBe(before.url);
    await expect(start()).rejects.toThrow(EmbeddedPostgresInUseError);
    // The running server still listens on its port.
    expect(await readPostgresUrl({ folder })).toBe(before.url);
    await before.stop();
    const after = await start();
    expect(after.port).toBeUndefined();
    expect(await query(after, 'select 1 as n')).toEqual([{ n: 1 }]);
    await after.stop();
  });

  it('keeps a port, and moves to another when that is taken', async () => {
    const first = await start({ port: 'any' });
    await first.stop();
    const squatter = await listenOn(first.port!);
    const second = await start({ port: 'any' });
    expect(second.port).not.toBe(first.port);
    expect(said).toEqual([expect.stringContaining(`Port ${first.port} is in use by another program`)]);
    await expect(query(second, 'select 1 as n')).resolves.toEqual([{ n: 1 }]);
    await second.stop();
    await expect(start({ port: first.port })).rejects.toThrow(`Port ${first.port} for PostgreSQL is in use`);
    squatter.close();
    const third = await start({ port: first.port });
    expect(third.port).toBe(first.port);
    await third.stop();
  });
});

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

async function listenOn(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
