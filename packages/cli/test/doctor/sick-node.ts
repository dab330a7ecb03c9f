// A node for tests of the doctor: one database with the tables of both services, and a store in a folder. Each test
// breaks one part of the node.
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { openObjectStore } from '@holdfast/object-store';
import { applyMigrations, openDatabase } from '@holdfast/pg-kit';
import { addCleanup, createTemporaryFolder, findFreePort, type MadeCertificate } from '@holdfast/testkit';
import { runDoctor } from '../../src/doctor/doctor-command.ts';
import { loadConfigurationPart, loadRepositoryPart } from '../../src/doctor/results/service-parts.ts';

const projectFolder = fileURLToPath(new URL('../../../..', import.meta.url));

export const SECRETS = {
  ADMIN_PASSWORD: 'secret-of-the-administrator',
  READER_PASSWORD: 'secret-of-the-reader',
  SESSION_SECRET: 'secret-of-the-sessions-of-all',
  JOURNAL_KEY: 'ab'.repeat(32),
};

export type Variables = Readonly<Record<string, string | undefined>>;

export interface Diagnosis {
  readonly code: number;
  readonly text: string;
  readonly firstLine: string;
}

/** Runs `holdfast doctor` in this process. */
export async function diagnose(variables: Variables, options: { json?: boolean } = {}): Promise<Diagnosis> {
  let text = '';
  const output = {
    write(words: string) {
      text += words;
      return true;
    },
  };
  const command = { command: 'doctor', json: options.json ?? false, quiet: false } as const;
  const code = await runDoctor({ output }, { variables, projectFolder }, command);
  return { code, text, firstLine: text.split('\n')[0]! };
}

/** Settings of a node with free ports. The store is a folder with a store marker. */
export async function makeSettings(databaseUrl: string): Promise<Record<string, string>> {
  const folder = await createTemporaryFolder();
  const store = join(folder, 'store');
  await (await openObjectStore({ kind: 'fs', folder: store })).close();
  const ports = [await findFreePort(), await findFreePort(), await findFreePort(), await findFreePort()];
  return {
    ...SECRETS,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    OBJECT_STORE: `fs:${store}`,
    REPOSITORY_PORT: String(ports[0]),
    REPOSITORY_METRICS_PORT: String(ports[1]),
    CONFIG_PORT: String(ports[2]),
    CONFIG_METRICS_PORT: String(ports[3]),
    WORKERS: '1',
    DISK_RESERVE: '1MiB',
  };
}

/** Creates the tables of both services. */
export async function createTables(url: string): Promise<void> {
  const database = openDatabase<never>({ url, applicationName: 'test', onError: () => undefined });
  try {
    for (const part of [await loadRepositoryPart(projectFolder), await loadConfigurationPart(projectFolder)])
      await applyMigrations(database, part.migrations, { owner: part.owner });
  } finally {
    await database.close();
  }
}

/** Simulates an unrelated program that occupies a port. Returns the port. */
export async function startUnrelatedServer(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined).end('220 other\r\n'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => void server.close());
  return (server.address() as AddressInfo).port;
}

export interface ProxyChanges {
  /** Number of milliseconds by which the server's clock appears to be ahead. */
  readonly clockOffsetMs?: number;
  /** Makes conditional writes succeed when their condition is false, like servers that ignore conditions. */
  readonly ignoresConditions?: boolean;
}

/** Starts a proxy that changes the responses of an HTTP server. Returns the proxy's address. */
export async function startChangingProxy(
  endpoint: string,
  { clockOffsetMs = 0, ignoresConditions = false }: ProxyChanges,
): Promise<string> {
  const proxy = createHttpServer((from, to) => {
    const onward = request(endpoint + from.url, { method: from.method, headers: from.headers }, (answer) => {
      const { statusCode = 500, headers } = answer;
      const isRefused = ignoresConditions && from.method === 'PUT' && statusCode === 412;
      const date = new Date(Date.now() + clockOffsetMs).toUTCString();
      to.writeHead(isRefused ? 200 : statusCode, isRefused ? { date } : { ...headers, date });
      if (isRefused) answer.resume().on('end', () => to.end());
      else answer.pipe(to);
    });
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** Starts a TLS server with this certificate. Returns its address. */
export async function startTlsServer({ certificate, keyFile }: MadeCertificate): Promise<string> {
  const server = createTlsServer({ cert: certificate, key: readFileSync(keyFile) });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => void server.close());
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}

/** Runs a statement on a new connection and closes the connection. */
export async function sql(url: string, statement: string): Promise<void> {
  const database = openDatabase<never>({
    url,
    poolSize: 1,
    applicationName: 'test',
    onError: () => undefined,
  });
  await database.pool.query(statement).finally(() => database.close());
}
