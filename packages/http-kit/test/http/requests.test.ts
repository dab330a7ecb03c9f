import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { ApiError } from '../../src/errors/api-error.ts';
import { sendStream } from '../../src/http/send-stream.ts';
import {
  ADMIN,
  asAdmin,
  type LogLine,
  makeBasicHeader,
  type ShellTestService,
  startService,
} from '../service.ts';
import { openRawClient } from '../socket.ts';

class CutShortError extends Error {}

describe('the log line of a request', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    const handlers: Parameters<typeof startService>[0] = {
      upload: async ({ raw }, response) => {
        for await (const _chunk of raw);
        response.end('taken');
      },
      addThings: async ({ signal }) => {
        await once(signal, 'abort');
        throw new CutShortError();
      },
      download: async ({ signal }, response) => {
        const endless = new Readable({ read: (sizeBytes) => void endless.push(Buffer.alloc(sizeBytes)) });
        await sendStream(response, endless, { signal });
      },
      getThing: ({ log }, response) => {
        log.info({ box: 1, password: 'hunter2' }, 'looked');
        response.end('x'.repeat(1000));
      },
    };
    service = await startService(handlers, {
      errorFor: (error) =>
        error instanceof CutShortError ? new ApiError(400, 'This was cut short.') : undefined,
    });
  });
  afterAll(() => service.stop());

  const lineOf = (id: string): Promise<LogLine> =>
    service.line(({ requestId, msg }) => requestId === id && msg === 'request');

  it('is one JSON object that says what was asked, by whom, and how it ended', async () => {
    await request(service.url)
      .get('/things/box?q=hidden')
      .set(asAdmin)
      .set('X-Request-Id', 'one')
      .expect(200);
    const line = await lineOf('one');
    expect(line).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      service: 'thing-service',
      requestId: 'one',
      msg: 'request',
      method: 'GET',
      operation: 'getThing',
      route: '/things/{name}',
      status: 200,
      durationMs: expect.any(Number),
      requestBytes: expect.any(Number),
      responseBytes: expect.any(Number),
      user: 'admin',
      outcome: 'ok',
    });
    expect(line.responseBytes).toBeGreaterThan(1000);
    expect(line.responseBytes).toBeLessThan(2000);
  });

  it('is the only one but those the handler writes, which carry the request id', async () => {
    await request(service.url).get('/things/box').set(asAdmin).set('X-Request-Id', 'two').expect(200);
    await lineOf('two');
    const lines = service.lines.filter(({ requestId }) => requestId === 'two');
    expect(lines.map(({ msg }) => msg)).toEqual(['looked', 'request']);
    expect(lines[0]).toMatchObject({ box: 1, password: '…' });
  });

  it('calls a request that was refused an error, without a stack', async () => {
    await request(service.url).get('/search?limit=0').set(asAdmin).set('X-Request-Id', 'bad').expect(400);
    await request(service.url).get('/nothing').set(asAdmin).set('X-Request-Id', 'lost').expect(404);
    expect(await lineOf('bad')).toMatchObject({
      level: 'info',
      outcome: 'error',
      status: 400,
      operation: 'search',
    });
    const lost = await lineOf('lost');
    expect(lost).toMatchObject({ outcome: 'error', status: 404, operation: 'unmatched' });
    expect(lost).not.toHaveProperty('err');
    expect(lost).not.toHaveProperty('route');
  });

  it('tells a client that went away while sending', async () => {
    const client = await openRawClient(service.port);
    client.write(
      `POST /stream HTTP/1.1\r\nHost: x\r\nX-Request-Id: sending\r\nAuthorization: ${asAdmin.authorization}\r\n` +
        'Content-Type: application/octet-stream\r\nContent-Length: 1000\r\n\r\nhalf',
    );
    setTimeout(() => client.socket.destroy(), 50);
    expect(await lineOf('sending')).toMatchObject({
      outcome: 'aborted',
      aborted: 'request',
      operation: 'upload',
    });
  });

  it('calls what only a client that went away would have been told no fault of the service', async () => {
    const client = await openRawClient(service.port);
    client.write(
      `POST /things/add HTTP/1.1\r\nHost: x\r\nX-Request-Id: cut\r\nAuthorization: ${asAdmin.authorization}\r\n` +
        'Content-Type: text/plain\r\nContent-Length: 2\r\n\r\nab',
    );
    setTimeout(() => client.socket.destroy(), 50);
    const line = await lineOf('cut');
    expect(line).toMatchObject({ level: 'info', outcome: 'aborted', operation: 'addThings' });
    expect(line).not.toHaveProperty('err');
  });

  it('tells a client that went away while taking the answer', async () => {
    const client = await openRawClient(service.port);
    client.write('GET /stream HTTP/1.1\r\nHost: x\r\nX-Request-Id: taking\r\n\r\n');
    await client.received((text) => text.length > 100_000);
    client.socket.destroy();
    const line = await lineOf('taking');
    expect(line).toMatchObject({ outcome: 'aborted', aborted: 'response', status: 200 });
    expect(line.responseBytes).toBeGreaterThan(100_000);
    expect(line).not.toHaveProperty('err');
  });

  it('counts the bytes of each request of a kept connection by itself', async () => {
    const client = await openRawClient(service.port);
    const post = (id: string, body: string): void =>
      client.write(
        `POST /stream HTTP/1.1\r\nHost: x\r\nX-Request-Id: ${id}\r\nAuthorization: ${asAdmin.authorization}\r\n` +
          `Content-Type: application/octet-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    post('first', 'x'.repeat(5_000));
    await lineOf('first');
    post('second', 'x');
    const [first, second] = [await lineOf('first'), await lineOf('second')];
    client.socket.destroy();
    expect(first.requestBytes).toBeGreaterThan(5_000);
    expect(second.requestBytes).toBeLessThan(500);
    expect(second.responseBytes).toBeLessThan(500);
  });

  it('holds no credentials, no query and no body', async () => {
    await request(service.url)
      .get('/search?pin=1234')
      .set({ authorization: makeBasicHeader('admin', 'wrong-secret') });
    await request(service.url).get('/search?q=quiet-value').set(asAdmin).expect(200);
    await request(service.url)
      .put('/things/box')
      .set(asAdmin)
      .send({ size: 1, tags: { key: 'quiet-value' } });
    await service.line(({ operation }) => operation === 'putThing');
    const text = JSON.stringify(service.lines);
    for (const secret of ['1234', 'wrong-secret', 'quiet-value', ADMIN.password, 'hunter2', 'uthorization']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the request id', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('is the one the client sent, when it is a sane one', async () => {
    const answer = await request(service.url).get('/status').set('X-Request-Id', 'abc-123:7/x');
    expect(answer.headers['x-request-id']).toBe('abc-123:7/x');
  });

  it.each(['', 'a b', '{"a":1}', 'x'.repeat(129), 'é', 'a;b', '<b>'])(
    'is a new UUID instead of %j',
    async (given) => {
      const client = await openRawClient(service.port);
      client.write(`GET /status HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: ${given}\r\n\r\n`);
      expect(await client.closed()).toMatch(/X-Request-Id: [0-9a-f]{8}-[0-9a-f-]{27}\r\n/);
    },
  );
});
