import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { ApiError } from '../../src/errors/api-error.ts';
import { asAdmin, type ShellTestService, startService } from '../service.ts';
import { openRawClient } from '../socket.ts';

class NoSuchBox extends Error {}

describe('errors', () => {
  let service: ShellTestService;
  let thrown: unknown;
  beforeAll(async () => {
    service = await startService(
      {
        getThing: async (_request, response) => {
          response.set({ ETag: '"x"', 'Content-Length': '3', 'Content-Type': 'text/html' });
          throw thrown;
        },
        search: () => {
          throw thrown;
        },
        download: async (_request, response) => {
          await new Promise((resolve) => response.write('first bytes', resolve));
          throw new Error('half-way');
        },
        formThing: async () => undefined,
      },
      {
        errorFor: (error) => {
          if (error === 'bad mapper') throw new Error('mapper');
          return error instanceof NoSuchBox ? new ApiError(404, 'There is no such box.') : undefined;
        },
      },
    );
  });
  afterAll(() => service.stop());

  const failing = (error: unknown, path = '/things/box'): request.Test => {
    thrown = error;
    return request(service.url).get(path).set(asAdmin);
  };

  it('have one shape: RFC 9457 and what the field expects beside it', async () => {
    const before = Math.floor(Date.now() / 1000);
    const error = new ApiError(409, 'The AU is in bulk mode.', {
      headers: { 'X-Why': 'bulk' },
      extra: { au: 'a' },
    });
    const answer = await failing(error, '/things/a%2Fb?token=hidden').expect(409);
    expect(answer.type).toBe('application/problem+json');
    expect(answer.headers).toMatchObject({ 'x-why': 'bulk', 'cache-control': 'no-store' });
    expect(answer.body).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'The AU is in bulk mode.',
      instance: '/things/a%2Fb',
      timestamp: expect.any(Number),
      message: 'The AU is in bulk mode.',
      path: '/things/a%2Fb',
      serverErrorType: 'NONE',
      requestId: answer.headers['x-request-id'],
      au: 'a',
    });
    expect(answer.body.timestamp).toBeGreaterThanOrEqual(before);
    expect(answer.body.timestamp).toBeLessThanOrEqual(before + 60);
  });

  it('carry none of the headers of the answer that did not come about', async () => {
    const answer = await failing(new ApiError(502, 'The store cannot be read.')).expect(502);
    expect(answer.headers).not.toHaveProperty('etag');
    expect(answer.body.serverErrorType).toBe('DATA_ERROR');
  });

  it.each([
    ['a path of any length', `/${'ab'.repeat(2_000)}`, `/${'ab'.repeat(1_023)}a%E2%80%A6`],
    [
      'a path that is cut inside an escape',
      `/xx${'%41'.repeat(2_000)}`,
      `/xx${'%41'.repeat(681)}%254%E2%80%A6`,
    ],
    ['what no URI holds', '/a|b[c]^%41', '/a%7Cb%5Bc%5D%5E%41'],
    ['two slashes', '//a', '/.//a'],
  ])('name their instance by a URI reference: %s', async (_what, path, instance) => {
    const answer = await rawAnswer(path);
    expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ status: 401, instance });
  });

  async function rawAnswer(path: string): Promise<string> {
    const client = await openRawClient(service.port);
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return client.closed();
  }

  it.each([
    ['an error', new Error('ENOENT: /var/lib/secret/place')],
    ['a string', 'password=hunter2'],
    ['null', null],
    ['an error of the mapper itself', 'bad mapper'],
  ])('tell nothing of the inside when %s was not expected', async (_what, error) => {
    const answer = await failing(error).expect(500);
    expect(answer.body).toMatchObject({
      detail: 'Internal error. The service log contains the cause under the ID of this request.',
      serverErrorType: 'APPLICATION_ERROR',
    });
    expect(answer.text).not.toMatch(/secret|hunter2|mapper|at .*\.ts/);
  });

  it('thrown synchronously are treated alike', async () => {
    await failing(new ApiError(400, 'No.'), '/search').expect(400);
    await failing(new Error('inside'), '/search').expect(500);
  });

  it('that were not expected are logged with their stack, on the one line of the request', async () => {
    const answer = await failing(new Error('the disk is on fire', { cause: new Error('a spark') })).expect(
      500,
    );
    const id = answer.headers['x-request-id'];
    await service.line(({ requestId }) => requestId === id);
    const lines = service.lines.filter(({ requestId }) => requestId === id);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 'error',
      outcome: 'error',
      status: 500,
      err: {
        message: 'the disk is on fire',
        stack: expect.stringContaining('errors.test'),
        cause: { message: 'a spark' },
      },
    });
  });

  it('of the domain are mapped by the service', async () => {
    const answer = await failing(new NoSuchBox()).expect(404);
    expect(answer.body.detail).toBe('There is no such box.');
  });

  it('after the head was sent cut the connection, and the service lives on', async () => {
    const client = await openRawClient(service.port);
    client.write('GET /stream HTTP/1.1\r\nHost: x\r\nX-Request-Id: half\r\n\r\n');
    const text = await client.closed();
    expect(text).toContain('first bytes');
    expect(text).not.toContain('0\r\n\r\n');
    expect(text).not.toContain('problem+json');
    const line = await service.line(({ requestId }) => requestId === 'half');
    expect(line).toMatchObject({ outcome: 'error', status: 200, err: { message: 'half-way' } });
    await request(service.url).get('/livez').expect(200);
  });

  it('include a handler that ends without an answer', async () => {
    await request(service.url)
      .post('/things/box/form')
      .set(asAdmin)
      .type('form')
      .send('op=start')
      .expect(500);
  });
});
