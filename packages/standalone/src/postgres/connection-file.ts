// How to reach the cluster of a home: made once, before initdb, and kept with the data.
import { randomBytes } from 'node:crypto';
import { readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Home } from './home.ts';
import { type Address, readLock, SOCKET_PORT } from './lock-file.ts';
import { socketFolder } from './socket-folder.ts';

export type Connection = Address & {
  /** Password of the superuser `postgres`. */
  readonly password: string;
};

/** Keeps the password of an earlier start, and its address when that is of the kind that is asked for. */
export async function prepareConnection(
  home: Home,
  wantedPort: number | 'any' | undefined,
  password: string = randomBytes(24).toString('base64url'),
): Promise<Connection> {
  let kept = await keptConnection(home.path);
  if (kept === undefined) {
    kept = { password };
    await keep(home, kept);
  }
  const address = await addressOf(home, kept, wantedPort);
  const connection = { ...address, password: kept.password };
  const isKept = 'port' in address ? kept.port === address.port : kept.socket === address.socket;
  if (!isKept) await keep(home, connection);
  return connection;
}

async function addressOf(
  home: Home,
  kept: KeptConnection,
  wantedPort: number | 'any' | undefined,
): Promise<Address> {
  if (wantedPort === undefined) return { socket: await socketFolder(home, kept.socket) };
  if (wantedPort !== 'any') return { port: wantedPort };
  return { port: kept.port ?? (await freePort()) };
}

/**
 * The address of the database `postgres` for the superuser, of a server that another process may be running in `folder`,
 * where it listens now; undefined when none was ever kept there. It connects to nothing.
 */
export async function keptPostgresUrl({ folder }: { folder: string }): Promise<string | undefined> {
  const home = await realpath(join(folder, 'postgres')).catch(() => undefined);
  const kept = home === undefined ? undefined : await keptConnection(home);
  if (home === undefined || kept === undefined) return undefined;
  const address = (await readLock(join(home, 'data')))?.address ?? keptAddress(kept);
  return address && urlOf({ ...address, password: kept.password });
}

export function urlOf(connection: Connection): string {
  const login = `postgres://postgres:${connection.password}@`;
  if ('port' in connection) return `${login}127.0.0.1:${connection.port}/postgres`;
  // The host before the path is for programs that want one; the one behind it is where clients of PostgreSQL look.
  return `${login}localhost:${SOCKET_PORT}/postgres?host=${encodeURIComponent(connection.socket)}`;
}

export interface KeptConnection {
  readonly password: string;
  readonly port?: number;
  readonly socket?: string;
}

/** undefined: nothing was ever made here. */
export async function keptConnection(home: string): Promise<KeptConnection | undefined> {
  const content = await readFile(join(home, 'connection.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  return content === undefined ? undefined : (JSON.parse(content) as KeptConnection);
}

function keptAddress({ socket, port }: KeptConnection): Address | undefined {
  if (socket !== undefined) return { socket };
  return port === undefined ? undefined : { port };
}

/** Keeps a free port instead of the one that is taken. */
export async function movePort(home: Home, { password }: Connection): Promise<Connection & { port: number }> {
  const moved = { port: await freePort(), password };
  await keep(home, moved);
  return moved;
}

async function keep(home: Home, connection: KeptConnection): Promise<void> {
  const temporary = temporaryName(home.path);
  await writeFile(temporary, JSON.stringify(connection), { mode: 0o600 });
  await rename(temporary, join(home.path, 'connection.json'));
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
