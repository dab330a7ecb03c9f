import { once } from 'node:events';
import { copyFileSync, renameSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { createLog, SettingsError } from '@holdfast/service-kit';
import { createTemporaryFolder, type MadeCertificate, makeCertificate } from '@holdfast/testkit';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openTls, type ServerTls } from '../../src/server/tls-files.ts';
import {
  asAdmin,
  collectLines,
  type LogLine,
  type ShellTestService,
  startService,
  waitFor,
} from '../service.ts';
import { openRawClient } from '../socket.ts';

let folder: string;
let first: MadeCertificate;
let second: MadeCertificate;
beforeAll(async () => {
  folder = await createTemporaryFolder();
  first = makeCertificate(folder, 'first');
  second = makeCertificate(folder, 'second');
});

const used = () => ({ tlsCertFile: join(folder, 'used.pem'), tlsKeyFile: join(folder, 'used.key') });

function put(certificate: MadeCertificate, keyOf = certificate): void {
  for (const [from, to] of [
    [keyOf.keyFile, used().tlsKeyFile],
    [certificate.certFile, used().tlsCertFile],
  ] as const) {
    copyFileSync(from, `${to}.new`);
    renameSync(`${to}.new`, to);
  }
}

describe('a server with TLS', () => {
  let service: ShellTestService;
  let tls: ServerTls;
  let lines: LogLine[];
  const limits = {
    connections: 6,
    connectionsOfAddress: 4,
    headerBytes: 400 * 1024,
    headerBytesOfAddress: 200 * 1024,
    longHeaders: 3,
    longHeadersOfAddress: 1,
    shortHeaderBytes: 16 * 1024,
  };
  beforeEach(async () => {
    put(first);
    lines = [];
    const log = createLog({ service: 'tls', destination: collectLines(lines) });
    tls = (await openTls(used(), log, { lookMs: 20 }))!;
    service = await startService({}, {}, { tls, unauthenticatedLimits: limits, headersTimeoutMs: 1_000 });
  });
  afterEach(() => service.stop());

  const trusted = () => [first.certificate, second.certificate];
  async function ask(
    path: string,
    options: RequestOptions = {},
  ): Promise<IncomingMessage & { text: string }> {
    const sent = httpsRequest({
      ...{ host: '127.0.0.1', port: service.port, path, ca: trusted(), agent: false },
      ...options,
    }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const text = Buffer.concat(await answer.toArray()).toString();
    return Object.assign(answer, { text });
  }
  async function open(from?: string): Promise<TLSSocket> {
    const socket = connect({
      ...{ host: '127.0.0.1', port: service.port, ca: trusted() },
      ...(from !== undefined && { localAddress: from }),
    });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    return socket;
  }
  const shownName = async (): Promise<string> => {
    const socket = await open();
    const { CN = '' } = socket.getPeerCertificate().subject;
    socket.destroy();
    return String(CN);
  };

  it('answers over TLS, and its address says so', async () => {
    expect(service.url).toBe(`https://127.0.0.1:${service.port}`);
    const answer = await ask('/search', { headers: asAdmin });
    expect([answer.statusCode, JSON.parse(answer.text).user]).toEqual([200, 'admin']);
  });

  it('ends a client that speaks plain HTTP, and goes on', async () => {
    const client = await openRawClient(service.port);
    client.write('GET /status HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await client.closed()).not.toContain('HTTP/1.1 200');
    expect((await ask('/status')).statusCode).toBe(200);
  });

  it('shows a new certificate to new connections, and keeps the others', async () => {
    const old = await open();
    expect(await shownName()).toBe('first');
    put(second);
    while ((await shownName()) !== 'second');
    old.write('GET /status HTTP/1.1\r\nHost: x\r\n\r\n');
    const [chunk] = await once(old, 'data');
    expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
    old.destroy();
    expect(tls.problem).toBeUndefined();
  });

  it.each([
    ['a key of another certificate', () => put(second, first), /^TLS_KEY_FILE does not belong to the cert/],
    [
      'no certificate',
      () => writeFileSync(used().tlsCertFile, 'x'),
      /^TLS_CERT_FILE must contain a certificate/,
    ],
    [
      'no key',
      () => writeFileSync(used().tlsKeyFile, 'secret text'),
      /^TLS_KEY_FILE must contain the private key/,
    ],
    [
      'no file',
      () => renameSync(used().tlsKeyFile, join(folder, 'moved')),
      /^TLS_KEY_FILE names a file that cannot be read \(ENOENT\)/,
    ],
  ])('keeps the old certificate when there is %s, and says so', async (_what, spoil, words) => {
    spoil();
    await waitFor(() => tls.problem);
    expect(tls.problem).toMatch(words);
    expect(tls.problem).toMatch(/; the current certificate stays in use$/);
    expect(await shownName()).toBe('first');
    const line = await waitFor(() => lines.find(({ level }) => level === 'error'));
    expect(line.reason).toMatch(words);
    expect(JSON.stringify(lines)).not.toContain('secret text');
    put(second);
    while ((await shownName()) !== 'second');
    expect(tls.problem).toBeUndefined();
  });

  it('limits connections before their handshake as it limits others', async () => {
    const silent = await Promise.all(
      Array.from({ length: 4 }, () => openRawClient(service.port, '127.0.0.2')),
    );
    const last = await openRawClient(service.port, '127.0.0.2');
    expect(await silent[0]!.closed()).toBe('');
    for (const { socket } of [...silent, last]) socket.destroy();
  });

  it('counts a connection once, before and after its handshake, and not after a login', async () => {
    const known = await Promise.all(Array.from({ length: 4 }, () => open('127.0.0.3')));
    for (const socket of known) {
      socket.write(`GET /search HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAdmin.authorization}\r\n\r\n`);
      const [chunk] = await once(socket, 'data');
      expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
    }
    const others = await Promise.all(Array.from({ length: 4 }, () => open('127.0.0.3')));
    for (const socket of [...known, ...others]) {
      socket.write('GET /status HTTP/1.1\r\nHost: x\r\n\r\n');
      const [chunk] = await once(socket, 'data');
      expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
    }
    for (const socket of [...known, ...others]) socket.destroy();
  });

  it('bounds headers of unauthenticated connections', async () => {
    const long = `GET /status HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20 * 1024)}\r\n\r\n`;
    const sockets = [await open('127.0.0.4'), await open('127.0.0.4')];
    const answers = await Promise.all(
      sockets.map(async (socket) => {
        socket.write(long);
        const [chunk] = await once(socket, 'data');
        return String(chunk).slice(9, 12);
      }),
    );
    expect(answers).toEqual(['200', '431']);
    for (const socket of sockets) socket.destroy();
  });

  it('cuts a client that never completes its handshake', async () => {
    const client = await openRawClient(service.port);
    expect(await client.closed()).toBe('');
  });

  it('stops without waiting for handshakes and for connections without a request', async () => {
    const silent = await openRawClient(service.port);
    const idle = await open();
    await service.server.shutdown({ drainTimeoutMs: 600_000 });
    await silent.closed();
    idle.destroy();
  });
});

describe('the files of TLS', () => {
  const log = createLog({ service: 'tls', destination: collectLines([]) });

  it('are not needed for plain HTTP', async () => {
    expect(await openTls({ tlsCertFile: undefined, tlsKeyFile: undefined }, log)).toBeUndefined();
  });

  it('must fit when the service starts', async () => {
    put(first, second);
    await expect(openTls(used(), log)).rejects.toThrow(SettingsError);
    await expect(openTls({ ...used(), tlsCertFile: join(folder, 'none') }, log)).rejects.toThrow(
      /TLS_CERT_FILE names a file that cannot be read \(ENOENT\)/,
    );
  });
});
