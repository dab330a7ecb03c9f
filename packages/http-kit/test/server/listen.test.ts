import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { listenOnPort } from '../../src/server/listen.ts';
import { asAdmin, type ShellTestService, startService, waitFor } from '../service.ts';
import { openRawClient } from '../socket.ts';

const head = (path: string, ...headers: string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: x', `Authorization: ${asAdmin.authorization}`, ...headers, '', ''].join(
    '\r\n',
  );
const bytes = 'Content-Type: application/octet-stream';

describe('the server', () => {
  let service: ShellTestService;
  let received = 0;
  beforeAll(async () => {
    service = await startService({
      upload: async ({ raw }, response) => {
        for await (const chunk of raw) received += chunk.length;
        response.end('taken');
      },
    });
  });
  afterAll(() => service.stop());

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 400],
    ['a broken header', 'GET / HTTP/1.1\r\nbroken header\r\n\r\n', 400],
    [
      'two lengths',
      'POST /stream HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(1_100_000)}`, 431],
  ])('answers %s in the error shape', async (_what, text, status) => {
    const client = await openRawClient(service.port);
    client.write(text);
    const answer = await client.closed();
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ status, path: '/' });
  });

  it('takes the longest URL an artifact may have, percent-encoded', async () => {
    const path = `/things/box?unknown=${'%C3%A9'.repeat(65_536)}`;
    await request(service.url).get(path).set(asAdmin).expect(200);
  });

  it('answers chunks that are none with 400, and the handler ends', async () => {
    const client = await openRawClient(service.port);
    client.write(`${head('/stream', bytes, 'Transfer-Encoding: chunked', 'X-Request-Id: chunks')}zz\r\n`);
    expect(await client.closed()).toMatch(/^HTTP\/1\.1 400 /);
    expect(await service.line(({ requestId }) => requestId === 'chunks')).toMatchObject({
      outcome: 'aborted',
    });
  });

  it('tells a client that waits for "100 Continue" to go on only when it may', async () => {
    const expecting = ['Content-Length: 4', 'Expect: 100-continue'];
    const good = await openRawClient(service.port);
    good.write(head('/stream', bytes, ...expecting));
    await good.received((text) => text.startsWith('HTTP/1.1 100 Continue\r\n\r\n'));
    good.write('full');
    expect(await good.received((text) => text.includes('taken'))).toContain('HTTP/1.1 200 OK');
    good.socket.destroy();
    const bad = await openRawClient(service.port);
    bad.write(head('/stream', bytes, ...expecting).replace(asAdmin.authorization, 'Basic eDp5'));
    expect(await bad.closed()).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('lets a client that sends on regardless read the answer, and then cuts it off', async () => {
    const before = received;
    const client = await openRawClient(service.port);
    client.write(head('/nothing', 'Content-Length: 1000000000'));
    const sending = setInterval(() => client.write(Buffer.alloc(100_000)), 20);
    expect(await client.received((text) => text.includes('}'))).toMatch(/^HTTP\/1\.1 404 /);
    await client.closed();
    clearInterval(sending);
    expect(received).toBe(before);
  });

  it('says in plain words that a port is taken', async () => {
    await expect(listenOnPort(() => undefined, { host: '127.0.0.1', port: service.port })).rejects.toThrow(
      `cannot listen on 127.0.0.1 port ${service.port}: another program is using it`,
    );
  });

  it('survives clients that vanish at any moment', async () => {
    const whole = `${head('/stream', bytes, 'Content-Length: 4')}full`;
    for (let length = 0; length <= whole.length; length += 7) {
      const client = await openRawClient(service.port);
      client.write(whole.slice(0, length));
      client.socket.resetAndDestroy();
    }
    await waitFor(() => service.lines.length > 0 || undefined);
    await request(service.url).get('/livez').expect(200);
  });
});
