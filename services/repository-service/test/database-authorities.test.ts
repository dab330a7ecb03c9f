// DATABASE_CA_FILE: connections to PostgreSQL use TLS and verify the server's certificate. A proxy adds TLS to a real
// PostgreSQL server.
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { openDatabase, prepareRawStatement } from '@holdfast/pg-kit';
import { commonSpec, readSettings, SettingsError } from '@holdfast/service-kit/settings';
import {
  createTemporaryFolder,
  createTestDatabase,
  type MadeCertificate,
  makeCertificate,
  type TestDatabase,
} from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

let scratch: TestDatabase;
let front: Server;
let folder: string;
let own: MadeCertificate;
let other: MadeCertificate;
const open = new Set<Socket>();

/** Length and code of PostgreSQL's SSLRequest message. */
const SSL_REQUEST = '0000000804d2162f';

function joinWithTls(near: Socket, far: { readonly host: string; readonly port: number }): void {
  open.add(near);
  near.on('error', () => undefined);
  near.once('data', (asked: Buffer) => {
    if (asked.toString('hex') !== SSL_REQUEST) throw new Error('no request for TLS');
    near.write('S');
    const secure = new TLSSocket(near, {
      isServer: true,
      cert: own.certificate,
      key: readFileSync(own.keyFile),
    });
    const database = connect(far);
    for (const [from, to] of [
      [secure, database],
      [database, secure],
    ] as const) {
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to);
    }
  });
}

beforeAll(async () => {
  scratch = await createTestDatabase();
  folder = await createTemporaryFolder();
  own = makeCertificate(folder, 'own', { subject: 'DNS:localhost' });
  other = makeCertificate(folder, 'other');
  const url = new URL(scratch.url);
  const far = { host: url.hostname, port: Number(url.port) };
  front = createServer((near) => joinWithTls(near, far)).listen(0, '127.0.0.1');
  await new Promise((resolve) => front.once('listening', resolve));
});
afterAll(() => {
  for (const socket of open) socket.destroy();
  front.close();
});

const { databaseUrl, databaseCaFile } = commonSpec;
const read = (url: string, file: string) =>
  readSettings({ DATABASE_URL: url, DATABASE_CA_FILE: file }, { databaseUrl, databaseCaFile }).databaseUrl;

function address(hostname = 'localhost'): string {
  const url = new URL(scratch.url);
  url.hostname = hostname;
  url.port = String((front.address() as AddressInfo).port);
  return url.href;
}

const series = prepareRawStatement('series', 'select generate_series(1, $1::integer) as n');

async function ask(url: string): Promise<unknown> {
  const database = openDatabase<never>({ url, applicationName: 'tls', onError: () => undefined });
  try {
    const { rows } = await database.pool.query('select 1 as one');
    const { starts } = await series(database.pool, [2_000]);
    return [rows, starts.length];
  } finally {
    await database.close();
  }
}

describe('DATABASE_CA_FILE', () => {
  it('lets in a server with a certificate of that authority', async () => {
    expect(await ask(read(address(), own.certFile))).toEqual([[{ one: 1 }], 2_000]);
    // Parsing must be idempotent: `npm start` parses the settings first, and each service parses the result again.
    const once = read(address(), own.certFile);
    expect(read(once, own.certFile)).toBe(once);
  });

  it('refuses a certificate of another authority, or for another name', async () => {
    await expect(ask(read(address(), other.certFile))).rejects.toThrow(/self-signed certificate/);
    await expect(ask(read(address('127.0.0.1'), own.certFile))).rejects.toThrow(/IP: 127\.0\.0\.1/);
  });

  it.each([
    ['postgres://u:p@h/d?sslmode=disable', () => own.certFile, /requires sslmode=verify-full/],
    ['postgres://u:p@h/d?sslrootcert=%2Fother', () => own.certFile, /name two files/],
    [
      'postgres://u:p@localhost/d?host=/run/postgresql',
      () => own.certFile,
      /has no effect, because DATABASE_URL leads to a socket/,
    ],
    ['postgres://u:p@h/d', () => join(folder, 'none'), /names a file that cannot be read \(ENOENT\)/],
    ['postgres://u:p@h/d', () => join(folder, 'no.pem'), /must contain certificates in PEM format/],
  ])('refuses what would have no effect: %s', (url, file, words) => {
    writeFileSync(join(folder, 'no.pem'), 'no certificate');
    expect(() => read(url, file())).toThrow(SettingsError);
    expect(() => read(url, file())).toThrow(words);
  });
});
