// Covers: packages/cli/src/doctor packages/object-store/src/fs/examine.ts services/repository-service/src/doctor.ts
// Runs `holdfast doctor` next to real services, on servers and disks that hang, and in processes with resource limits.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  addCleanup,
  createTemporaryFolder,
  findFreePort,
  openSqlConnection,
  startProcess,
  startTestPostgres,
  type TestPostgresServer,
} from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';

jest.setTimeout(180_000);

const program = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));
const isRoot = process.getuid?.() === 0;

let postgres: TestPostgresServer;
let folder: string;
let settings: Record<string, string>;

interface Diagnosis {
  readonly code: number | null;
  readonly firstLine: string;
  readonly text: string;
  readonly durationMs: number;
}

/** Runs `holdfast doctor` after the shell commands `before`, which can set limits and mounts. */
async function diagnose(variables: Record<string, string>, before = ''): Promise<Diagnosis> {
  const begunMs = performance.now();
  const script = `${before === '' ? '' : `${before} && `}exec "$0" "$1" doctor`;
  const shell = ['/bin/sh', '-c', script, process.execPath, program];
  const [command, ...words] = before.includes('mount') ? ['unshare', '-m', ...shell] : shell;
  const started = await startProcess(command!, words, { env: { ...settings, ...variables } });
  const { code } = await started.exited;
  const text = started.output();
  return { code, text, firstLine: text.split('\n')[0]!, durationMs: performance.now() - begunMs };
}

async function createDatabase(name: string): Promise<string> {
  await openSqlConnection(postgres.server.url).query(`create database ${name}`);
  return Object.assign(new URL(postgres.server.url), { pathname: `/${name}` }).href;
}

beforeAll(async () => {
  postgres = await startTestPostgres();
  folder = await createTemporaryFolder();
  settings = {
    ADMIN_PASSWORD: 'correct: horse, battery',
    DATA_DIR: folder,
    DATABASE_URL: await createDatabase('node'),
    OBJECT_STORE: `fs:${join(folder, 'store')}`,
    REPOSITORY_PORT: String(await findFreePort()),
    REPOSITORY_METRICS_PORT: String(await findFreePort()),
    CONFIG_PORT: String(await findFreePort()),
    CONFIG_METRICS_PORT: String(await findFreePort()),
    DISK_RESERVE: '1MiB',
    SPOOL_DIR: join(folder, 'spool'),
    WORKERS: '1',
  };
});

describe('next to a running repository service', () => {
  let server: RepositoryServer;
  let url: string;
  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    server = await startRepository({
      databaseUrl: settings.DATABASE_URL!,
      objectStore: settings.OBJECT_STORE!,
      port,
      env: { SPOOL_DIR: join(folder, 'spool'), JOURNAL_INTERVAL: '100ms', WORKERS: '1' },
    });
    const answer = await server.client.importArchive(Buffer.from(makeRecord()), { auid: 'au' });
    expect(answer.statuses.map(({ status }) => status)).toEqual(['OK']);
  });
  afterAll(() => server.process.stop());

  it('is in order', async () => {
    const { code, firstLine, text } = await diagnose({ HOLDFAST_URL: url });
    expect([code, firstLine]).toEqual([0, '✓ Everything is in order.']);
    expect(text).toMatch(/✓ The repository-service at .* is ready/);
  });

  it('finds that another database is used with the same store', async () => {
    const { code, firstLine } = await diagnose({ DATABASE_URL: await createDatabase('other') });
    // The new database has no tables yet, so there is nothing to compare with the store.
    expect([code, firstLine]).toEqual([0, '✓ Everything is in order.']);
    const other = await startRepository({
      databaseUrl: Object.assign(new URL(postgres.server.url), { pathname: '/other' }).href,
      objectStore: `fs:${join(folder, 'other-store')}`,
      env: { SPOOL_DIR: join(folder, 'spool-2') },
    });
    await other.process.stop();
    const later = await diagnose({
      DATABASE_URL: Object.assign(new URL(postgres.server.url), { pathname: '/other' }).href,
    });
    expect(later.firstLine).toMatch(/^✗ The index is older than the object store/);
    expect(later.code).toBe(1);
  });

  it('finds a service that does not answer', async () => {
    const { firstLine } = await diagnose({ HOLDFAST_URL: 'http://127.0.0.1:1' });
    expect(firstLine).toMatch(/^✗ The repository-service at http:\/\/127\.0\.0\.1:1 does not respond/);
  });
});

it('reports a PostgreSQL that hangs', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  addCleanup(async () => void server.close());
  const { port } = server.address() as { port: number };
  const { code, firstLine, durationMs } = await diagnose({
    DATABASE_URL: `postgres://u:p@127.0.0.1:${port}/d`,
  });
  expect(firstLine).toMatch(/^✗ Cannot reach PostgreSQL at/);
  expect(code).toBe(1);
  expect(durationMs).toBeLessThan(60_000);
});

it('reports a disk that hangs, and ends', async () => {
  const store = join(folder, 'hanging');
  createStore(store);
  rmSync(join(store, 'holdfast-objects.json'));
  // Opening a named pipe without a writer blocks forever, like opening a file on a file server that no longer responds.
  execFileSync('mkfifo', [join(store, 'holdfast-objects.json')]);
  const { code, firstLine, durationMs } = await diagnose({ OBJECT_STORE: `fs:${store}` });
  expect(firstLine).toMatch(/^✗ Cannot reach the folder .*hanging \(no answer\)/);
  expect(code).toBe(1);
  expect(durationMs).toBeLessThan(90_000);
});

it('reports a low limit of open files', async () => {
  const { code, firstLine } = await diagnose({}, 'ulimit -n 256');
  expect(firstLine).toMatch(/^✗ A process may open at most 256 files/);
  expect(code).toBe(1);
});

(isRoot ? describe : describe.skip)('disks', () => {
  it('reports a store on a disk that is mounted read-only', async () => {
    const store = join(folder, 'read-only');
    createStore(store);
    const mount = `mount --bind ${store} ${store} && mount -o remount,ro,bind ${store}`;
    const { code, firstLine } = await diagnose({ OBJECT_STORE: `fs:${store}` }, mount);
    expect(firstLine).toMatch(/^✗ Cannot reach the folder .*read-only \(the file system is read-only\)/);
    expect(code).toBe(1);
  });

  it('reports a disk that is full', async () => {
    const store = join(folder, 'small');
    mkdirSync(store);
    const fill = `mount -t tmpfs -o size=4m tmpfs ${store} && head -c 3500000 /dev/zero > ${store}/file`;
    const { code, firstLine } = await diagnose({ OBJECT_STORE: `fs:${store}` }, fill);
    expect(firstLine).toMatch(
      /^✗ The disk of the object store \(.*small\) has .* free, less than the reserve/,
    );
    expect(code).toBe(1);
  });
});

/** Creates an empty store with the folders that the services create. */
function createStore(store: string): void {
  for (const part of ['', 'objects', 'tmp']) mkdirSync(join(store, part));
  writeFileSync(join(store, 'holdfast-objects.json'), '{"format":1}\n');
}

function makeRecord(): string {
  const body = 'content';
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const head = [
    'WARC/1.0',
    'WARC-Type: response',
    'WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>',
    'WARC-Date: 2026-01-01T00:00:00Z',
    'WARC-Target-URI: http://www.example.com/',
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${http.length}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${http}\r\n\r\n`;
}
