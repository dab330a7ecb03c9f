import { createProxyTrust } from '@holdfast/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { asAdmin, type ShellTestService, startService } from '../service.ts';
import { openRawClient, type RawClient } from '../socket.ts';

const KIB = 1024;

describe('connections on which nobody has logged in', () => {
  let service: ShellTestService;
  let behind: ShellTestService;
  beforeAll(async () => {
    const unauthenticatedLimits = {
      connections: 6,
      connectionsOfAddress: 4,
      headerBytes: 400 * KIB,
      headerBytesOfAddress: 200 * KIB,
      longHeaders: 3,
      longHeadersOfAddress: 2,
      shortHeaderBytes: 16 * KIB,
    };
    service = await startService({}, {}, { unauthenticatedLimits });
    behind = await startService({}, {}, { unauthenticatedLimits, trust: createProxyTrust(['loopback']) });
  });
  afterAll(async () => {
    await service.stop();
    await behind.stop();
  });

  const ask = async (client: RawClient, path: string, ...headers: string[]): Promise<string> => {
    client.write([`GET ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'));
    return client.received((text) => text.endsWith('}'));
  };
  const open = (count: number, port: number, from?: string): Promise<RawClient[]> =>
    Promise.all(Array.from({ length: count }, () => openRawClient(port, from)));

  it('are cut, the longest waiting first, when there are more than an address may have', async () => {
    const [oldest, second] = await open(2, service.port);
    const others = await open(3, service.port);
    expect(await oldest!.closed()).toBe('');
    expect(await ask(second!, '/status')).toMatch(/^HTTP\/1\.1 200 /);
    for (const { socket } of [second!, ...others]) socket.destroy();
  });

  it('are bounded in all, at the cost of the address that has most', async () => {
    const crowd = await open(4, service.port, '127.0.0.2');
    const others = [
      ...(await open(2, service.port, '127.0.0.3')),
      ...(await open(1, service.port, '127.0.0.4')),
    ];
    expect(await crowd[0]!.closed()).toBe('');
    for (const client of others) expect(await ask(client, '/status')).toMatch(/^HTTP\/1\.1 200 /);
    for (const { socket } of [...crowd, ...others]) socket.destroy();
  });

  it('are not counted any more once somebody has', async () => {
    const known = await open(4, service.port);
    for (const client of known)
      expect(await ask(client, '/search', `Authorization: ${asAdmin.authorization}`)).toContain('200 OK');
    const unauthenticated = await open(4, service.port);
    for (const client of [...known, ...unauthenticated])
      expect(await ask(client, '/status')).toContain('200 OK');
    for (const { socket } of [...known, ...unauthenticated]) socket.destroy();
  });

  it('are spared where somebody logged in lately', async () => {
    const [known] = await open(1, service.port, '127.0.0.5');
    await ask(known!, '/search', `Authorization: ${asAdmin.authorization}`);
    const spared = await open(4, service.port, '127.0.0.5');
    const others = await open(3, service.port, '127.0.0.6');
    expect(await others[0]!.closed()).toBe('');
    for (const client of spared) expect(await ask(client, '/status')).toContain('200 OK');
    for (const { socket } of [known!, ...spared, ...others]) socket.destroy();
  });

  it('hold only so many bytes of headers: those that hold most are cut, and small ones are served', async () => {
    const small = await openRawClient(service.port);
    small.write('GET /status HTTP/1.1\r\n');
    const large = await open(2, service.port);
    for (const client of large) client.write(`GET / HTTP/1.1\r\nX: ${'x'.repeat(150 * KIB)}`);
    await Promise.race(large.map((client) => client.closed()));
    small.write('Host: x\r\n\r\n');
    expect(await small.received((text) => text.endsWith('}'))).toMatch(/^HTTP\/1\.1 200 /);
    for (const { socket } of [small, ...large]) socket.destroy();
  });

  it('may have long headers only on a few of them, so that no turn of the event loop takes in many', async () => {
    const large = `GET /status HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20 * KIB)}\r\n\r\n`;
    const answered = async (client: RawClient): Promise<string> => {
      client.write(large);
      return (await client.received((text) => text.includes('\r\n\r\n'))).slice(9, 12);
    };
    const [known] = await open(1, service.port, '127.0.0.7');
    await ask(known!, '/search', `Authorization: ${asAdmin.authorization}`);
    const crowd = [
      ...(await open(3, service.port, '127.0.0.8')),
      ...(await open(2, service.port, '127.0.0.9')),
    ];
    const spared = await open(1, service.port, '127.0.0.7');
    const statuses = [];
    for (const client of [...crowd, ...spared]) statuses.push(await answered(client));
    // Long headers are accepted on two connections of the first address, on one of the second address, and on one of an
    // address with a recent login.
    expect(statuses).toEqual(['200', '200', '431', '200', '431', '200']);
    for (const { socket } of [known!, ...crowd, ...spared]) socket.destroy();
  });

  it('through a trusted proxy are bounded in all alone', async () => {
    const clients = await open(6, behind.port);
    for (const client of clients) expect(await ask(client, '/status')).toMatch(/^HTTP\/1\.1 200 /);
    const last = await openRawClient(behind.port);
    expect(await ask(last, '/status')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await clients[0]!.closed()).toMatch(/^HTTP\/1\.1 200 /);
    for (const { socket } of [...clients, last]) socket.destroy();
  });
});
