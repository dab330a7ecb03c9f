import { createMetrics } from '@holdfast/service-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { listContractRoutes, listRoutes } from '../../src/shell/routes.ts';
import type { ShellOptions } from '../../src/shell/shell.ts';
import { createHttpApp } from '../../src/shell/shell.ts';
import { contract } from '../contract.ts';
import { asAdmin, echoHandler, type ShellTestService, startService } from '../service.ts';
import { openRawClient } from '../socket.ts';

describe('routing from the contract', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  it('calls the handler of the operation that has the path and the method', async () => {
    const answer = await request(service.url).get('/things/box').set(asAdmin).expect(200);
    expect(answer.body).toEqual({
      operationId: 'getThing',
      params: { name: 'box' },
      query: {},
      user: 'admin',
    });
  });

  it('prefers a static path to a parameterised one, whatever their order in the contract', async () => {
    const answer = await request(service.url)
      .post('/things/add')
      .set(asAdmin)
      .type('text/plain')
      .send('a\nb');
    expect(answer.body).toMatchObject({ operationId: 'addThings', body: 'a\nb' });
  });

  it('does not lend a static path the methods of the parameterised one', async () => {
    const answer = await request(service.url).get('/things/add').set(asAdmin).expect(405);
    expect(answer.headers.allow).toBe('POST');
  });

  it('answers HEAD where there is GET, without a body', async () => {
    const answer = await request(service.url).head('/things/box').set(asAdmin).expect(200);
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(0);
    expect(answer.text).toBeUndefined();
  });

  it('answers a method the path does not have with 405 and the ones it has', async () => {
    const answer = await request(service.url).delete('/things/box').set(asAdmin).expect(405);
    expect(answer.headers.allow).toBe('GET, PUT, HEAD');
    expect(answer.body).toMatchObject({
      status: 405,
      detail: 'DELETE is not allowed here. Allowed methods: GET, PUT, HEAD.',
    });
  });

  it.each(['/nothing', '/things', '/things/', '/THINGS/box', '/things/box/', '//things/box'])(
    'answers the unknown path %s with 404 in the error shape',
    async (path) => {
      const answer = await request(service.url).get(path).set(asAdmin).expect(404);
      expect(answer.type).toBe('application/problem+json');
      expect(answer.body).toMatchObject({ title: 'Not Found', status: 404, serverErrorType: 'NONE' });
    },
  );

  it('decodes a path segment exactly once', async () => {
    const answer = await request(service.url).get('/things/a%2Fb%2526%C3%A9+%3F').set(asAdmin).expect(200);
    expect(answer.body.params).toEqual({ name: 'a/b%26é+?' });
  });

  it.each(['%', '%zz', '%E9', 'a%2'])('answers the malformed segment %s with 400', async (segment) => {
    const client = await openRawClient(service.port);
    client.write(
      `GET /things/${segment} HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAdmin.authorization}\r\nConnection: close\r\n\r\n`,
    );
    const text = await client.closed();
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('The path must be percent-encoded UTF-8.');
  });

  it.each([
    'http://here.example/things/box?a=1',
    '/things/box#part',
    '/things/box?a=/b#part',
    '/things/box?',
  ])('finds the path in the target %s', async (target) => {
    const client = await openRawClient(service.port);
    client.write(
      `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: ${asAdmin.authorization}\r\nConnection: close\r\n\r\n`,
    );
    expect(await client.closed()).toContain('"params":{"name":"box"}');
  });

  it('asks who it is before it says what is not there', async () => {
    await request(service.url).get('/nothing').expect(401);
    await request(service.url).delete('/things/box').expect(401);
  });

  it('does not ask at a path that is open to everybody', async () => {
    const answer = await request(service.url).delete('/status').expect(405);
    expect(answer.headers.allow).toContain('GET');
  });
});

describe('the fit of handlers and contract', () => {
  // All other options may be missing, because the handlers are compared with the contract first.
  const rest = { contract, service: { name: 'a', title: 'A', version: '1' } } as unknown as ShellOptions;
  const all = Object.fromEntries(
    ['getStatus', 'getThing', 'putThing', 'addThings', 'formThing', 'search', 'download', 'upload'].map(
      (id) => [id, echoHandler],
    ),
  );

  it('refuses a handler that names no operation', () => {
    expect(() => createHttpApp({ ...rest, handlers: { ...all, gone: echoHandler } })).toThrow(
      'the handler gone names no operation',
    );
  });

  it('refuses an operation that has no handler', () => {
    const { search: _search, ...others } = all;
    expect(() => createHttpApp({ ...rest, handlers: others })).toThrow('search has no handler');
  });

  it.each([
    ['none', undefined, 'search names no roles'],
    ['an empty list of them', [], 'search names no roles'],
    ['one that there is not', ['accesContentRole'], 'search names the unknown role accesContentRole'],
  ])('refuses an operation that names %s for its roles', (_what, roles, fault) => {
    const { get } = contract.paths['/search'] as { get: object };
    const paths = { ...contract.paths, '/search': { get: { ...get, 'x-roles': roles } } };
    const forgetful = { ...contract, paths };
    expect(() => createHttpApp({ ...rest, contract: forgetful, handlers: all })).toThrow(fault);
  });

  it('lists the routes an app really has, to be compared with the contract', async () => {
    const users = {
      known: () => undefined,
      edition: () => undefined,
      find: async () => undefined,
      reread: async () => undefined,
      verify: async () => ({ outcome: 'wrong' }) as const,
    };
    const app = createHttpApp({
      ...rest,
      users,
      metrics: createMetrics({ processMetrics: false }),
      handlers: all,
    });
    expect(listRoutes(app)).toEqual(listContractRoutes(contract));
    app.get('/secret/:door', (_request, response) => void response.end());
    expect(listRoutes(app)).toContain('GET /secret/{door}');
  });
});
