// Address and password of a cluster: generated before initdb and stored with the data.
import { randomBytes } from 'node:crypto';
import { readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Home } from './home.ts';
import { type Address, readLock, SOCKET_PORT } from './lock-file.ts';
import { ensureSocketFolder } from './socket-folder.ts';

export type Connection = Address & {
  /** Password of the superuser `postgres`. */
  readonly password: string;
};

/** Keeps the password of an earlier start, and its address if it is of the requested kind. */
export async function prepareConnection(
  home: Home,
  wantedPort: number | 'any' | undefined,
  password: string = randomBytes(24).toString('base64url'),
): Promise<Connection> {
  let kept = await readConnection(home.path);
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
  kept: StoredConnection,
  wantedPort: number | 'any' | undefined,
): Promise<Address> {
  if (wantedPort === undefined) return { socket: await ensureSocketFolder(home, kept.socket) };
  if (wantedPort !== 'any') return { port: wantedPort };
  return { port: kept.port ?? (await freePort()) };
}

/**
 * Returns the URL of the database `postgres` for the superuser, with the current address of the server in `folder`.
 * Returns undefined if no connection was ever stored. Does not connect.
 */
export async function readPostgresUrl({ folder }: { folder: string }): Promise<string | undefined> {
  const home = await realpath(join(folder, 'postgres')).catch(() => undefined);
  const kept = home === undefined ? undefined : await readConnection(home);
  if (home === undefined || kept === undefined) return undefined;
  const address = (await readLock(join(home, 'data')))?.address ?? keptAddress(kept);
  return address && toPostgresUrl({ ...address, password: kept.password });
}

export function toPostgresUrl(connection: Connection): string {
  const login = `postgres://postgres:${connection.password}@`;
  if ('port' in connection) return `${login}127.0.0.1:${connection.port}/postgres`;
  // Some programs need a host in the URL. PostgreSQL clients use the `host` parameter.
  return `${login}localhost:${SOCKET_PORT}/postgres?host=${encodeURIComponent(connection.socket)}`;
}

export interface StoredConnection {
  readonly password: string;
  readonly port?: number;
  readonly socket?: string;
}

/** Returns undefined if nothing was ever created here. */
export async function readConnection(home: string): Promise<StoredConnection | undefined> {
  const content = await readFile(join(home, 'connection.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  return content === undefined ? undefined : (JSON.parse(content) as StoredConnection);
}

function keptAddress({ socket, port }: StoredConnection): Address | undefined {
  if (socket !== undefined) return { socket };
  return port === undefined ? undefined : { port };
}

/** Stores a free port in place of the occupied one. */
export async function movePort(home: Home, { password }: Connection): Promise<Connection & { port: number }> {
  const moved = { port: await freePort(), password };
  await keep(home, moved);
  return moved;
}

async function keep(home: Home, connection: StoredConnection): Promise<void> {
  const temporary = temporaryName(home.path);
  await writeFile(temporary, JSON.stringify(connection), { mode: 0o600 });
  await rename(temporary, join(home.path, 'connection.json'));
}

function temporaryName(home: string): string {
  return join(home, `.connection-${randomBytes(4).toString('hex')}`);
}

// Below the range of outgoing connections, so that the port is likely free at the next start.
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
