// Covers: packages/http-kit/src
// Tests that one request through the console reaches the other service as exactly one request, whatever its framing and
// headers.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSessions, createUsers, type Sessions, type Users } from '@holdfast/accounts';
import {
  addCleanup,
  type CountingOrigin,
  MARKER_HEADER,
  makeSmugglingRequests,
  SMUGGLED_MARKER,
  sendRaw,
  startCountingOrigin,
} from '@holdfast/testkit';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ADMIN, asAdmin, BUILT_IN_ADMIN, type ShellTestService, startService } from '../service.ts';

let service: ShellTestService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

interface Login {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly session: string;
}

async function login(): Promise<Login> {
  const users = await createUsers({ builtIn: [BUILT_IN_ADMIN], cost: { logN: 4, r: 8, p: 1 } });
  const sessions = createSessions(users, Date.now);
  sessions.open('a secret for this test');
  return { users, sessions, session: (await sessions.begin(ADMIN.name))!.renewed! };
}

async function passingTo(url: string, trustedProxies: readonly string[] = []) {
  const { session, ...options } = await login();
  const passedOn = { prefix: '/console/repository/', url, title: 'repository service' };
  service = await startService({}, { ...options, passedOn, trustedProxies });
  return { port: service.port, session };
}

/** Sends a request with these header lines. Returns what the other service received. */
async function sentAs(lines: readonly string[], body = '') {
  const origin = await startCountingOrigin();
  const { port } = await passingTo(origin.url);
  const [method = ''] = lines[0]!.split(' ');
  const head = [...lines, 'Host: node.example', `Authorization: ${asAdmin.authorization}`];
  const answer = await sendRaw(port, method, `${head.join('\r\n')}\r\n\r\n${body}`);
  return { answer, origin };
}

const soundly = (origin: CountingOrigin) => expect({ faults: origin.faults }).toEqual({ faults: [] });

describe('a request with another one in its body', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'DELETE', 'POST', 'PUT', 'PATCH', 'PROPFIND', 'QUERY'])(
    '%s arrives as one, however framed and whatever Connection names',
    async (method) => {
      const origin = await startCountingOrigin();
      const { port, session } = await passingTo(origin.url);
      const options = { path: '/console/repository', methods: [method], series: method };
      const requests = [
        ...makeSmugglingRequests({ ...options, login: [`Cookie: holdfast-session=${session}`] }),
      ];
      const answers: object[] = [];
      // All requests share one connection to the other service. If bytes of a request were left over, the other service
      // would read them as part of the next request.
      for (const { text, marker } of requests) {
        const { status, headers } = await sendRaw(port, method, text);
        answers.push({ status, marker: headers.get(MARKER_HEADER), sent: marker });
      }
      soundly(origin);
      expect(answers).toEqual(requests.map(({ marker }) => ({ status: 200, marker, sent: marker })));
      expect(origin.requests).toHaveLength(requests.length);
      for (const { method: arrived, target, headers, body } of origin.requests) {
        expect(arrived).toBe(method);
        expect(target).not.toContain(SMUGGLED_MARKER);
        expect(headers.get('cookie')).toContain(session);
        expect(headers.get('x-forwarded-for')).toBe('127.0.0.1');
        expect(headers.get('x-forwarded-proto')).toBe('http');
        for (const name of ['forwarded', 'x-real-ip', 'x-forwarded-host', 'te', 'proxy-connection'])
          expect(headers.has(name)).toBe(false);
        expect(body === '' || body.includes(SMUGGLED_MARKER)).toBe(true);
      }
    },
    60_000,
  );

  it('keeps its body, and has none added', async () => {
    const origin = await startCountingOrigin();
    const { port } = await passingTo(origin.url);
    const of = (framing: string, body: string) =>
      sendRaw(
        port,
        'DELETE',
        `DELETE /console/repository/x HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAdmin.authorization}\r\n${framing}\r\n${body}`,
      );
    await of('', '');
    await of('Content-Length: 0\r\n', '');
    await of('Content-Length: 3\r\n', 'abc');
    await of('Transfer-Encoding: chunked\r\n', '1\r\na\r\n2\r\nbc\r\n0\r\nX-Trailer: y\r\n\r\n');
    soundly(origin);
    const framed = origin.requests.map(({ headers, body }) => [
      headers.has('content-length') || headers.has('transfer-encoding'),
      body,
    ]);
    expect(framed).toEqual([
      [false, ''],
      [false, ''],
      [true, 'abc'],
      [true, 'abc'],
    ]);
  });

  it.each([
    ['Transfer-Encoding: gzip, chunked', '0\r\n\r\n', 501],
    ['Content-Length: 3\r\nTransfer-Encoding: chunked', '0\r\n\r\n', 400],
    ['Content-Length: 3\r\nContent-Length: 4', 'abc', 400],
    ['Content-Length: +3', 'abc', 400],
    ['Transfer-Encoding: xchunked', '0\r\n\r\n', 400],
  ])('is refused with %j', async (framing, body, status) => {
    const { answer, origin } = await sentAs(['POST /console/repository/x HTTP/1.1', framing], body);
    expect([answer.status, origin.requests, origin.faults]).toEqual([status, [], []]);
  });

  it.each(['%0d%0aX: y', '%20HTTP/1.1%0d%0a', 'a%00b', '?x=%0d%0a'])(
    'may have %s in its path',
    async (rest) => {
      const { answer, origin } = await sentAs([
        `GET /console/repository/${rest} HTTP/1.1`.replace(': ', ':%20'),
      ]);
      soundly(origin);
      expect([answer.status, origin.requests.length]).toEqual([200, 1]);
    },
  );
});

describe('a passed-on session behind TLS', () => {
  it.each([
    ['trusts this one', ['loopback']],
    ['trusts nobody', []],
  ])('is known to the other service that %s', async (_words, otherTrusts) => {
    const { session, ...options } = await login();
    const other = await startService({}, { ...options, trustedProxies: otherTrusts });
    const passedOn = { prefix: '/console/repository/', url: other.url, title: 'repository service' };
    service = await startService({}, { ...options, passedOn, trustedProxies: ['loopback'] });
    const lines = [
      'GET /console/repository/things/box HTTP/1.1',
      'Host: config.example.org',
      'X-Forwarded-Proto: https',
      'X-Forwarded-For: 192.0.2.7',
      `Cookie: __Host-holdfast-session=${session}`,
    ];
    const { status } = await sendRaw(service.port, 'GET', `${lines.join('\r\n')}\r\n\r\n`);
    expect(status).toBe(200);
    await other.stop();
  });
});

it('answers early and keeps the connection of a client that goes on sending', async () => {
  const other = createServer((_incoming: IncomingMessage, outgoing) => {
    outgoing.writeHead(413, { 'content-type': 'text/plain' }).end('too large');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  addCleanup(() => void other.close());
  const { port } = await passingTo(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
  const head = `POST /console/repository/x HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAdmin.authorization}\r\nContent-Length: 1000000\r\n\r\n`;
  const { status, rest } = await sendRaw(port, 'POST', `${head}${'x'.repeat(300_000)}`);
  expect([status, rest]).toEqual([413, expect.stringContaining('too large')]);
});
