// Address and superuser password of a database cluster, generated before initdb runs and stored next to the data.
import { randomBytes } from 'node:crypto';
import { readFile, realpath, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { ClusterFolder } from './home.ts';
import { type PostgresAddress, readServerLock, SOCKET_PORT } from './lock-file.ts';
import { ensureSocketFolder } from './socket-folder.ts';

export type PostgresConnection = PostgresAddress & {
  readonly password: string;
};

/**
 * Returns the stored connection or generates one. Keeps the stored password. Keeps the stored address if it is of the
 * requested kind (port or socket).
 */
export async function prepareConnection(
  home: ClusterFolder,
  wantedPort: number | 'any' | undefined,
  password: string = randomBytes(24).toString('base64url'),
): Promise<PostgresConnection> {
  let kept = await readStoredConnection(home.path);
  if (kept === undefined) {
    kept = { password };
    await saveConnection(home, kept);
  }
  const address = await chooseServerAddress(home, kept, wantedPort);
  const connection = { ...address, password: kept.password };
  const isKept = 'port' in address ? kept.port === address.port : kept.socket === address.socket;
  if (!isKept) await saveConnection(home, connection);
  return connection;
}

async function chooseServerAddress(
  home: ClusterFolder,
  kept: StoredConnection,
  wantedPort: number | 'any' | undefined,
): Promise<PostgresAddress> {
  if (wantedPort === undefined) return { socket: await ensureSocketFolder(home, kept.socket) };
  if (wantedPort !== 'any') return { port: wantedPort };
  return { port: kept.port ?? (await pickFreePort()) };
}

/**
 * Returns the URL of the database `postgres` in `folder` with the superuser's login, without connecting. Returns
 * undefined if no connection is stored.
 */
export async function readPostgresUrl({ folder }: { folder: string }): Promise<string | undefined> {
  const home = await realpath(join(folder, 'postgres')).catch(() => undefined);
  const kept = home === undefined ? undefined : await readStoredConnection(home);
  if (home === undefined || kept === undefined) return undefined;
  const address = (await readServerLock(join(home, 'data')))?.address ?? toStoredAddress(kept);
  return address && toPostgresUrl({ ...address, password: kept.password });
}

export function toPostgresUrl(connection: PostgresConnection): string {
  const login = `postgres://postgres:${connection.password}@`;
  if ('port' in connection) return `${login}127.0.0.1:${connection.port}/postgres`;
  // Some programs require a host name in a URL. PostgreSQL clients use the `host` parameter instead.
  return `${login}localhost:${SOCKET_PORT}/postgres?host=${encodeURIComponent(connection.socket)}`;
}

export interface StoredConnection {
  readonly password: string;
  readonly port?: number;
  readonly socket?: string;
}

/** Reads the stored connection. Returns undefined if the folder contains no cluster. */
export async function readStoredConnection(home: string): Promise<StoredConnection | undefined> {
  const content = await readFile(join(home, 'connection.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    },
  );
  return content === undefined ? undefined : (JSON.parse(content) as StoredConnection);
}

function toStoredAddress({ socket, port }: StoredConnection): PostgresAddress | undefined {
  if (socket !== undefined) return { socket };
  return port === undefined ? undefined : { port };
}

/** Chooses a free port and stores it instead of the occupied port. */
export async function replaceOccupiedPort(
  home: ClusterFolder,
  { password }: PostgresConnection,
): Promise<PostgresConnection & { port: number }> {
  const moved = { port: await pickFreePort(), password };
  await saveConnection(home, moved);
  return moved;
}

async function saveConnection(home: ClusterFolder, connection: StoredConnection): Promise<void> {
  const temporary = temporaryName(home.path);
  await writeFile(temporary, JSON.stringify(connection), { mode: 0o600 });
  await rename(temporary, join(home.path, 'connection.json'));
}

function temporaryName(home: string): string {
  return join(home, `.connection-${randomBytes(4).toString('hex')}`);
}

// Lowest port to choose from. Ports below the ephemeral range are probably still free at the next start.
const LOWEST_PORT = 25_000;
const PORT_COUNT = 7_000;

async function pickFreePort(): Promise<number> {
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
