import { createUsers, type Users } from '@holdfast/accounts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { asAdmin, makeBasicHeader, type ShellTestService, startService } from '../service.ts';
import { openRawClient } from '../socket.ts';

const passwords = new Map([
  ['anna', 'plain'],
  ['bea', ':begins'],
  ['cleo', 'a:b:c:'],
  ['dörte', 'pässwörd ☃'],
  ['eve', ' spaced '],
]);
const users: Users = {
  known: () => undefined,
  edition: () => undefined,
  find: async () => undefined,
  reread: async () => undefined,
  verify: async (name, password) => {
    if (name === 'slow') return { outcome: 'slowed', waitMs: 1_500 };
    if (name === 'broken') throw new Error('the file is gone');
    return passwords.get(name) === password
      ? { outcome: 'ok', user: { name, roles: ['accessContentRole'] } }
      : { outcome: 'wrong' };
  },
};

describe('HTTP Basic authentication', () => {
  let service: ShellTestService;
  beforeAll(async () => {
    service = await startService({}, { users });
  });
  afterAll(() => service.stop());

  const search = (authorization: string): request.Test =>
    request(service.url).get('/search').set({ authorization });

  it.each([...passwords])('lets %s in with the password "%s"', async (name, password) => {
    const answer = await search(makeBasicHeader(name, password)).expect(200);
    expect(answer.body.user).toBe(name);
  });

  it('asks a stranger for UTF-8 credentials', async () => {
    const answer = await request(service.url).get('/search').expect(401);
    expect(answer.headers['www-authenticate']).toBe('Basic realm="Thing service", charset="UTF-8"');
    expect(answer.type).toBe('application/problem+json');
  });

  it.each([
    ['a wrong password', makeBasicHeader('anna', 'plain2')],
    ['a password cut at its first colon', makeBasicHeader('cleo', 'a')],
    ['an unknown user', makeBasicHeader('nobody', 'plain')],
    ['an empty password', makeBasicHeader('anna', '')],
    ['an empty name', makeBasicHeader('', 'plain')],
    ['no colon', `Basic ${Buffer.from('anna').toString('base64')}`],
    ['nothing after the scheme', 'Basic'],
    ['an empty token', 'Basic '],
    ['a token that is not base64', 'Basic !!!!'],
    ['two tokens', `${makeBasicHeader('anna', 'plain')} x`],
    ['another scheme', 'Bearer abc'],
    ['bytes that are not UTF-8', `Basic ${Buffer.from('d\xf6rte:x', 'latin1').toString('base64')}`],
  ])('answers %s with 401', async (_what, authorization) => {
    const answer = await search(authorization).expect(401);
    expect(answer.headers['www-authenticate']).toContain('Basic realm=');
    expect(answer.body.status).toBe(401);
  });

  it('answers repeated and overlong headers with 401 too', async () => {
    const client = await openRawClient(service.port);
    const header = `Authorization: Basic ${'A'.repeat(100_000)}\r\n`;
    client.write(`GET /search HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${header}${header}\r\n`);
    expect(await client.closed()).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('takes the scheme in any case', async () => {
    await search(makeBasicHeader('anna', 'plain').replace('Basic', 'bAsIc')).expect(200);
  });

  it('tells a slowed user when to come back', async () => {
    const answer = await search(makeBasicHeader('slow', 'x')).expect(429);
    expect(answer.headers['retry-after']).toBe('2');
  });

  it('answers 500, and tells nothing, when users cannot be looked up', async () => {
    const answer = await search(makeBasicHeader('broken', 'x')).expect(500);
    expect(answer.text).not.toContain('file');
  });

  it('leaves alone what the contract leaves open, whatever the header', async () => {
    await request(service.url).get('/status').expect(200);
    await request(service.url).get('/status').set('authorization', 'Basic !').expect(200);
  });

  it('is wanted by an operation of the contract that any user may call', async () => {
    await request(service.url).post('/things/add').type('text/plain').send('x').expect(401);
    expect(asAdmin.authorization).toMatch(/^Basic /);
  });
});

describe('credentials on a connection that stays', () => {
  it('are looked up once, until the users may have changed or another header comes', async () => {
    let edition: number | undefined = 1;
    const looked: string[] = [];
    const known: Users['known'] = (name) => {
      looked.push(name);
      return name === 'gone' || edition === 2 ? undefined : { name, roles: ['accessContentRole'] };
    };
    const service = await startService({}, { users: { ...users, known, edition: () => edition } });
    const client = await openRawClient(service.port);
    const ask = async (name: string, answers: number): Promise<void> => {
      client.write(`GET /search HTTP/1.1\r\nHost: x\r\nAuthorization: ${makeBasicHeader(name, 'x')}\r\n\r\n`);
      await client.received((text) => text.split('HTTP/1.1 ').length > answers);
    };
    await ask('ann', 1);
    await ask('ann', 2);
    await ask('bob', 3);
    await ask('ann', 4);
    edition = undefined;
    await ask('ann', 5);
    edition = 2;
    await ask('ann', 6);
    expect(looked).toEqual(['ann', 'bob', 'ann', 'ann', 'ann']);
    const statuses = [...(await client.received(() => true)).matchAll(/HTTP\/1\.1 (\d+)/g)].map(
      ([, status]) => status,
    );
    expect(statuses).toEqual(['200', '200', '200', '200', '200', '401']);
    client.socket.destroy();
    await service.stop();
  });
});

describe('failed logins through a proxy', () => {
  const login = async (service: ShellTestService, client: string, password: string): Promise<number> => {
    const answer = await request(service.url)
      .get('/search')
      .set({ authorization: makeBasicHeader('admin', password), 'X-Forwarded-For': client });
    return answer.status;
  };

  it.each([
    ['that is trusted lock out their client alone', ['loopback'], 200],
    ['that is not lock out all of its clients', [], 429],
  ])('%s', async (_what, trustedProxies, others) => {
    const users = await createUsers({
      builtIn: [{ name: 'admin', password: 'right', role: 'userAdminRole' }],
      cost: { logN: 4, r: 8, p: 1 },
      throttle: { freeFailures: 2, firstDelayMs: 60_000, longestWaitMs: 0 },
    });
    const service = await startService({}, { users, trustedProxies });
    for (const wrong of ['one', 'two', 'three']) await login(service, '192.0.2.1', wrong);
    expect(await login(service, '192.0.2.1', 'right')).toBe(429);
    expect(await login(service, '192.0.2.2', 'right')).toBe(others);
    await service.stop();
  });
});
