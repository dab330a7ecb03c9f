// Tests POST, GET and DELETE /session, and requests with the session cookie.

import { type AuditLine, createSessions, createUsers } from '@holdfast/accounts';
import { configurationContract } from '@holdfast/api-types/configuration';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Contract } from '../../src/contract/contract.ts';
import { contract as things } from '../contract.ts';
import { ADMIN, asAdmin, BUILT_IN_ADMIN, type ShellTestService, startService } from '../service.ts';

const { paths, components } = configurationContract;
const contract = {
  ...things,
  paths: { ...things.paths, '/session': paths['/session'] },
  components: {
    ...components,
    ...things.components,
    schemas: { ...components.schemas, ...(things.components as { schemas: object }).schemas },
  },
} as unknown as Contract;
const FROM_HERE = { 'Sec-Fetch-Site': 'same-origin' };
const CONSOLE = { 'X-Requested-With': 'holdfast-console' };
const cost = { logN: 4, r: 8, p: 1 };

describe('a session on a service', () => {
  let service: ShellTestService;
  let nowMs = Date.now();
  const audited: AuditLine[] = [];

  beforeAll(async () => {
    const users = await createUsers({
      builtIn: [BUILT_IN_ADMIN],
      cost,
      // The delay exceeds the duration of all requests of a test, even on a busy machine.
      throttle: { freeFailures: 3, firstDelayMs: 60_000, longestWaitMs: 0 },
    });
    const sessions = createSessions(users, () => nowMs);
    sessions.open('a secret for this test');
    service = await startService(
      {},
      {
        contract,
        users,
        sessions,
        trustedOrigins: ['https://tools.example'],
        trustedProxies: ['loopback'],
        audit: { write: (line) => void audited.push(line), nameHash: () => 'hash' },
      },
    );
  });
  afterAll(() => service.stop());

  const logIn = (body: object = ADMIN, headers: Record<string, string> = {}) =>
    request(service.url).post('/session').set(headers).send(body);
  const cookieOf = async (headers: Record<string, string> = {}): Promise<string> => {
    const answer = await logIn(ADMIN, headers).expect(200);
    return answer.headers['set-cookie']![0]!.split(';')[0]!;
  };
  const search = (headers: Record<string, string>) => request(service.url).get('/search').set(headers);
  const write = (headers: Record<string, string>) =>
    request(service.url).post('/things/add').type('text/plain').set(headers).send('x');

  it('begins with name and password, as a cookie that no script and no other site has', async () => {
    const answer = await logIn().expect(200);
    const [cookie] = answer.headers['set-cookie']!;
    expect(cookie).toMatch(/^holdfast-session=[\w.-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toEqual({
      user: { name: 'admin', roles: ['userAdminRole'], expires: expect.stringMatching(/Z$/) },
      services: [],
      version: '1.2.3',
    });
    expect(audited.at(-1)).toMatchObject({
      event: 'login',
      operation: 'createSession',
      user: 'admin',
      status: 200,
    });
  });

  it('is for TLS alone where a trusted proxy speaks it', async () => {
    const tls = { 'X-Forwarded-Proto': 'https' };
    const cookie = await cookieOf(tls);
    expect(cookie).toMatch(/^__Host-holdfast-session=/);
    const answer = await logIn(ADMIN, tls);
    expect(answer.headers['set-cookie']![0]).toMatch(/; SameSite=Strict; Secure$/);
    await search({ cookie, ...tls }).expect(200);
    await search({ cookie }).expect(401);
  });

  it('does not begin with a wrong password, and no login window opens', async () => {
    const answer = await logIn({ name: 'nobody', password: 'wrong' }).expect(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['www-authenticate']).toMatch(/^Session /);
    expect(audited.at(-1)).toMatchObject({ event: 'login', status: 401, why: 'wrong', nameHash: 'hash' });
  });

  it('is refused for a while after too many wrong ones, as credentials in a header are', async () => {
    for (const password of ['one', 'two', 'three', 'four']) await logIn({ name: 'eve', password });
    const answer = await logIn({ name: 'eve', password: 'five' }).expect(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await search({ authorization: `Basic ${btoa('eve:six')}` }).expect(429);
  });

  it.each([
    ['nothing', {}],
    ['no password', { name: 'admin' }],
    ['an empty name', { name: '', password: 'x' }],
    ['something else', { ...ADMIN, role: 'userAdminRole' }],
  ])('does not begin with %s', async (_what, body) => {
    await logIn(body).expect(400);
  });

  it('takes JSON alone, of a login at most', async () => {
    await request(service.url).post('/session').type('form').send(ADMIN).expect(415);
    await logIn({ name: 'admin', password: 'x'.repeat(20_000) }).expect(413);
  });

  it('does not begin on a page of another site', async () => {
    await logIn(ADMIN, { Origin: 'https://evil.example' }).expect(403);
    await logIn(ADMIN, { 'Sec-Fetch-Site': 'cross-site' }).expect(403);
  });

  it('is a login for operations, and says whose', async () => {
    const cookie = await cookieOf();
    expect((await search({ cookie: `a=b; ${cookie}; c=d` }).expect(200)).body.user).toBe('admin');
    expect((await search({ cookie, authorization: 'Basic !' }).expect(200)).body.user).toBe('admin');
  });

  it.each([
    ['a page of its own', FROM_HERE, 200],
    ['a page of its own, of a browser that says only its origin', { Origin: 'HERE' }, 200],
    ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, 403],
    ['another port of this machine', { 'Sec-Fetch-Site': 'same-site', Origin: 'HERE' }, 403],
    ['another origin', { Origin: 'https://evil.example' }, 403],
    ['an origin that may write with credentials', { Origin: 'https://tools.example' }, 403],
    ['no page', { 'Sec-Fetch-Site': 'none' }, 403],
    ['who does not say', {}, 403],
  ])('writes from %s', async (_where, headers: Record<string, string>, status) => {
    const cookie = await cookieOf();
    const given = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('HERE', service.url)]),
    );
    await write({ cookie, ...given }).expect(status);
  });

  it('that ended, or never was, is none', async () => {
    const cookie = await cookieOf();
    const forged = `${cookie.slice(0, -3)}AAA`;
    await search({ cookie: forged }).expect(401);
    expect(audited.at(-1)).toMatchObject({ event: 'login', why: 'forged session', status: 401 });
    nowMs += 9 * 3_600_000;
    const answer = await search({ cookie }).expect(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
    await search({ cookie, ...asAdmin }).expect(200);
    nowMs -= 9 * 3_600_000;
  });

  it('lacking, a request of the console opens no login window, whatever the browser adds', async () => {
    const pages = [CONSOLE, { Referer: `${service.url}/console/aus` }];
    for (const headers of pages) {
      const answer = await search({ ...headers, ...asAdmin }).expect(401);
      expect(answer.headers['www-authenticate']).toMatch(/^Session /);
    }
    const answer = await search({ Referer: 'https://evil.example/console/' }).expect(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
  });

  it('is told whose it is, and renewed there', async () => {
    const get = (headers: Record<string, string>) => request(service.url).get('/session').set(headers);
    const cookie = await cookieOf();
    const young = await get({ cookie }).expect(200);
    expect(young.body.user.name).toBe('admin');
    expect(young.headers['set-cookie']).toBeUndefined();
    nowMs += 16 * 60_000;
    const renewed = await get({ cookie }).expect(200);
    expect(renewed.headers['set-cookie']![0]).toMatch(/^holdfast-session=.+Max-Age=28800/);
    expect((await get({}).expect(200)).body.user).toBeNull();
    expect((await get({ cookie: 'holdfast-session=x.y' }).expect(200)).body.user).toBeNull();
    expect((await get(asAdmin).expect(200)).body.user).toEqual({
      name: 'admin',
      roles: ['userAdminRole'],
      expires: null,
    });
    await get({ authorization: `Basic ${btoa('admin:wrong')}` }).expect(401);
  });

  it('is forgotten by the browser that logs out', async () => {
    const cookie = await cookieOf();
    const out = (headers: Record<string, string>) => request(service.url).delete('/session').set(headers);
    await out({ cookie }).expect(403);
    const answer = await out({ cookie, ...FROM_HERE }).expect(204);
    expect(answer.headers['set-cookie']![0]).toMatch(/^holdfast-session=; Path=\/; Max-Age=0;/);
    expect(audited.at(-1)).toMatchObject({ event: 'login', operation: 'deleteSession', user: 'admin' });
    const before = audited.length;
    await out({}).expect(204);
    expect(audited).toHaveLength(before);
  });

  it('does not begin while the service is not ready', async () => {
    service.health.set({ ready: false, reason: 'it is starting' });
    await logIn().expect(503);
    service.health.set({ ready: true });
  });
});
