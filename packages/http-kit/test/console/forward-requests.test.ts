// Tests requests that are forwarded to another service: which credentials they carry, what is streamed, and what
// happens if the client or the other service disconnects.
import { once } from 'node:events';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSessions, createUsers } from '@holdfast/accounts';
import { addCleanup } from '@holdfast/testkit';
import { afterEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ShellOptions } from '../../src/shell/shell.ts';
import { ADMIN, asAdmin, BUILT_IN_ADMIN, type ShellTestService, startService } from '../service.ts';

const cost = { logN: 4, r: 8, p: 1 };
let service: ShellTestService | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

type Passing = ShellTestService & { cookie: string; session: string };

async function behind(other: RequestListener, path = ''): Promise<Passing> {
  const server = createServer(other).listen(0, '127.0.0.1');
  await once(server, 'listening');
  addCleanup(() => server.closeAllConnections());
  addCleanup(() => server.close());
  const { port } = server.address() as AddressInfo;
  return passingOn(`http://127.0.0.1:${port}${path}`);
}

async function passingOn(url: string, options: Partial<ShellOptions> = {}): Promise<Passing> {
  const users = await createUsers({ builtIn: [BUILT_IN_ADMIN], cost });
  const sessions = createSessions(users, Date.now);
  sessions.open('a secret for this test');
  const renewed = (await sessions.begin(ADMIN.name))!.renewed!;
  const passedOn = { prefix: '/console/repository/', url, title: 'repository service' };
  service = await startService({}, { users, sessions, passedOn, ...options });
  return { ...service, session: renewed, cookie: `holdfast-session=${renewed}` };
}

/** Responds with a description of the request that it received. */
const mirror = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const chunks = await incoming.toArray();
  const { method, url, headers } = incoming;
  outgoing.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'a=b', 'x-own': '1' });
  outgoing.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
};

describe('what is passed on', () => {
  it('goes with its path and query as they stand, its headers, and the session of its user', async () => {
    const { url, cookie, session } = await behind(mirror, '/prefix/');
    const answer = await request(url)
      .get('/console/repository/aus/a%2Fb/x?url=http://a/%20b')
      .set({
        cookie: `other=1; ${cookie}`,
        'x-request-id': 'here-1',
        accept: 'application/json',
        connection: 'x-hop',
        'x-hop': '1',
      })
      .expect(200);
    expect(answer.body).toMatchObject({ method: 'GET', url: '/prefix/aus/a%2Fb/x?url=http://a/%20b' });
    const { headers } = answer.body;
    expect(headers).toMatchObject({
      // The other service reads the `__Host-` cookie only if it trusts this service as a proxy.
      cookie: `holdfast-session=${session}; __Host-holdfast-session=${session}`,
      'x-request-id': 'here-1',
      accept: 'application/json',
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
    });
    expect(headers).not.toHaveProperty('x-hop');
    expect(headers).not.toHaveProperty('authorization');
    expect(answer.headers['x-own']).toBe('1');
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('goes with the credentials that came, and with none of the service', async () => {
    const { url } = await behind(mirror);
    const answer = await request(url).get('/console/repository/aus').set(asAdmin).expect(200);
    expect(answer.body.headers.authorization).toBe(asAdmin.authorization);
    expect(answer.body.headers.cookie).toBeUndefined();
  });

  it('is let in first: nobody without a login, and no write from another page', async () => {
    let asked = 0;
    const { url, cookie } = await behind((incoming, outgoing) => {
      asked += 1;
      void mirror(incoming, outgoing);
    });
    const write = (headers: Record<string, string>) =>
      request(url)
        .post('/console/repository/archives')
        .set({ cookie, ...headers })
        .send('x');
    await request(url).get('/console/repository/aus').expect(401);
    await write({}).expect(403);
    await write({ origin: 'https://evil.example' }).expect(403);
    await request(url).get('/console/repository/a/%2e%2E/b').set({ cookie }).expect(400);
    expect(asked).toBe(0);
    const answer = await write({ origin: url, 'content-type': 'text/plain' }).expect(200);
    expect(answer.body).toMatchObject({ body: 'x', headers: { 'sec-fetch-site': 'same-origin' } });
    expect(answer.body.headers).not.toHaveProperty('origin');
  });

  it('streams both ways at once', async () => {
    const { port, cookie } = await behind((incoming, outgoing) => {
      outgoing.writeHead(200);
      incoming.on('data', (chunk) => outgoing.write(`got ${chunk}\n`)).on('end', () => outgoing.end());
    });
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'transfer-encoding': 'chunked' };
    const sent = httpRequest({ port, method: 'POST', path: '/console/repository/archives', headers });
    sent.write('one');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const lines: string[] = [];
    for await (const chunk of answer) {
      lines.push(String(chunk));
      if (lines.length === 1) sent.end('two');
    }
    expect(lines.join('')).toBe('got one\ngot two\n');
  });

  it('ends there when the client goes', async () => {
    const gone = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { port, cookie } = await behind((incoming, outgoing) => {
      begun.resolve();
      outgoing.writeHead(200).write('x');
      incoming.once('close', () => gone.resolve());
    });
    const sent = httpRequest({ port, path: '/console/repository/events', headers: { cookie } }).end();
    sent.on('error', () => undefined);
    await begun.promise;
    sent.destroy();
    await gone.promise;
  });

  it('breaks off here when the other side does', async () => {
    const { url, cookie } = await behind((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-length': '100' }).write('x');
      setTimeout(() => outgoing.destroy(), 20);
    });
    await expect(request(url).get('/console/repository/aus').set({ cookie })).rejects.toThrow();
  });

  it('is a problem where the other side is not there', async () => {
    const { url, cookie } = await passingOn('http://127.0.0.1:9');
    const answer = await request(url).get('/console/repository/aus').set({ cookie }).expect(502);
    expect(answer.type).toBe('application/problem+json');
    expect(answer.body).toMatchObject({
      detail: 'The repository service cannot be reached.',
      serverErrorType: 'DATA_ERROR',
    });
  });

  it('is answered before all of it was sent, where the other side does so', async () => {
    const { port, cookie } = await behind((_incoming, outgoing) => {
      outgoing.writeHead(413, { 'content-type': 'application/problem+json', connection: 'close' }).end('{}');
    });
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'transfer-encoding': 'chunked' };
    const sent = httpRequest({ port, method: 'POST', path: '/console/repository/archives', headers });
    sent.on('error', () => undefined).write('x'.repeat(100_000));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(413);
    sent.destroy();
  });
});
