// How to reach the cluster of a home: made once, before initdb, and kept with the data.
import { randomBytes } from 'node:crypto';
import { link, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

export interface Connection {
  readonly port: number;
  /** Password of the superuser `postgres`. */
  readonly password: string;
}

export async function connectionOf(home: string, wantedPort: number | undefined): Promise<Connection> {
  const file = join(home, 'connection.json');
  const made = { port: wantedPort ?? (await freePort()), password: randomBytes(24).toString('base64url') };
  await createOnce(file, JSON.stringify(made));
  const kept = (await keptConnection(home))!;
  return wantedPort === undefined || wantedPort === kept.port ? kept : await movePort(home, kept, wantedPort);
}

/**
 * The address of the database `postgres` for the superuser, of a server that another process may be running in `folder`;
 * undefined when none was ever kept there. It connects to nothing.
 */
export async function keptPostgresUrl({ folder }: { folder: string }): Promise<string | undefined> {
  const home = await realpath(join(folder, 'postgres')).catch(() => undefined);
  const connection = home === undefined ? undefined : await keptConnection(home);
  return connection && urlOf(connection);
}

export function urlOf({ port, password }: Connection): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** undefined: nothing was ever made here. */
export async function keptConnection(home: string): Promise<Connection | undefined> {
  const content = await readFile(join(home, 'connection.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  return content === undefined ? undefined : (JSON.parse(content) as Connection);
}

/** Keeps another port; without one, a free one. */
export async function movePort(home: string, connection: Connection, port?: number): Promise<Connection> {
  const moved = { ...connection, port: port ?? (await freePort()) };
  const temporary = temporaryName(home);
  await writeFile(temporary, JSON.stringify(moved), { mode: 0o600 });
  await rename(temporary, join(home, 'connection.json'));
  return moved;
}

/** Two starters at once keep the same content, whichever came first. */
async function createOnce(file: string, content: string): Promise<void> {
  const temporary = temporaryName(join(file, '..'));
  await writeFile(temporary, content, { mode: 0o600 });
  await link(temporary, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(temporary);
}

function temporaryName(home: string): string {
  return join(home, `.connection-${randomBytes(4).toString('hex')}`);
}

// Below the range that systems take for outgoing connections: it is meant to be free again at the next start.
const LOWEST_PORT = 25_000;
const PORT_COUNT = 7_000;

async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = LOWEST_PORT + Math.floor(Math.random() * PORT_COUNT);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found from ${LOWEST_PORT} to ${LOWEST_PORT + PORT_COUNT - 1}.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  server.once('error', () => resolve(false));
  server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  return promise;
}
