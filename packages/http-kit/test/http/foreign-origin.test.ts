import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { asAdmin, type ShellTestService, startService } from '../service.ts';
import { openRawClient } from '../socket.ts';

describe('a write that a browser sends', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    const options = { trustedOrigins: ['https://tools.example'], trustedProxies: ['loopback'] };
    service = await startService({}, options);
  });
  afterAll(() => service.stop());

  const send = (headers: Record<string, string>, method: 'post' | 'get' = 'post'): request.Test => {
    const path = method === 'post' ? '/things/add' : '/search';
    const sent = request(service.url)[method](path).set(asAdmin).set(headers);
    return method === 'post' ? sent.type('text/plain').send('x') : sent;
  };

  it.each([
    ['from elsewhere', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.example' }],
    ['from another service of this host', { 'Sec-Fetch-Site': 'same-site' }],
    ['from elsewhere, by a browser that says only so', { Origin: 'http://evil.example' }],
    ['from another port', { Origin: 'http://127.0.0.1:1' }],
    ['from nowhere that can be named', { Origin: 'null' }],
    ['from no origin at all', { Origin: 'x y' }],
  ])('%s is refused before anything is read', async (_what, headers) => {
    const answer = await send(headers).expect(403);
    expect(answer.body.detail).toBe('Pages of other web origins may not send write requests.');
  });

  it.each([
    ['of a page of its own', { 'Sec-Fetch-Site': 'same-origin' }],
    ['that the user began', { 'Sec-Fetch-Site': 'none' }],
    ['of a trusted origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://tools.example' }],
    ['of what is no browser', {}],
    [
      'through a trusted proxy',
      { Origin: 'https://node.example', 'X-Forwarded-Host': 'node.example', 'X-Forwarded-For': '192.0.2.1' },
    ],
  ])('%s is carried out', async (_what, headers) => {
    await send(headers).expect(200);
  });

  it('of a page of its own is carried out, also by a browser that says only its origin', async () => {
    await send({ Origin: service.url }).expect(200);
  });

  it('is refused without a login, too, and without a word of the body', async () => {
    const client = await openRawClient(service.port);
    client.write('POST /things/add HTTP/1.1\r\nHost: x\r\nOrigin: http://evil.example\r\n');
    client.write('Expect: 100-continue\r\nContent-Length: 1000000\r\n\r\n');
    expect(await client.closed()).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('is what is refused: reading is not', async () => {
    await send({ 'Sec-Fetch-Site': 'cross-site', Origin: 'http://evil.example' }, 'get').expect(200);
  });
});
