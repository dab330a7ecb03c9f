// Tests GET and POST /logins, PATCH and DELETE /logins/{name}, and PUT /password, on several services with the same
// users file.
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditLine, createSessions, createUsers, hashPassword } from '@holdfast/accounts';
import { configurationContract } from '@holdfast/api-types/configuration';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Contract } from '../../src/contract/contract.ts';
import { contract as things } from '../contract.ts';
import {
  ADMIN,
  asAdmin,
  BUILT_IN_ADMIN,
  makeBasicHeader,
  type ShellTestService,
  startService,
} from '../service.ts';

const { paths, components } = configurationContract;
const OWN = ['/session', '/logins', '/logins/{name}', '/provider-users', '/password', '/settings'] as const;
const contract = {
  ...things,
  paths: { ...things.paths, ...Object.fromEntries(OWN.map((path) => [path, paths[path]])) },
  components: {
    ...components,
    ...things.components,
    parameters: { ...components.parameters, ...(things.components as { parameters: object }).parameters },
    schemas: { ...components.schemas, ...(things.components as { schemas: object }).schemas },
  },
} as unknown as Contract;
const FROM_HERE = { 'Sec-Fetch-Site': 'same-origin' };
const fixed = { name: 'admin', roles: ['userAdminRole'], disabled: false, from: 'ADMIN_PASSWORD' };

describe('who may log in', () => {
  let file: string;
  const audited: AuditLine[] = [];
  const services: ShellTestService[] = [];

  async function start(hasAdmin: boolean): Promise<ShellTestService> {
    const cost = { logN: 4, r: 8, p: 1 };
    const throttle = { freeFailures: 3, firstDelayMs: 60_000, longestWaitMs: 0 };
    const users = await createUsers({ file, builtIn: hasAdmin ? [BUILT_IN_ADMIN] : [], cost, throttle });
    const sessions = createSessions(users, Date.now);
    sessions.open('a secret of both services');
    const ofSettings = hasAdmin ? [{ name: 'admin', role: 'userAdminRole', setting: 'ADMIN_PASSWORD' }] : [];
    const audit = { write: (line: AuditLine) => void audited.push(line), nameHash: () => 'hash' };
    const service = await startService(
      {},
      {
        contract,
        users,
        sessions,
        logins: { ofSettings, file, hash: (password) => hashPassword(password, cost) },
        audit,
      },
    );
    services.push(service);
    return service;
  }

  let one: ShellTestService;
  beforeAll(async () => {
    file = join(await createTemporaryFolder(), 'users.json');
    await writeFile(file, '{"users":[],"note":"kept"}');
    one = await start(true);
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  const at = (service: ShellTestService) => request(service.url);
  const add = (body: object, headers: object = asAdmin) =>
    at(one)
      .post('/logins')
      .set(headers as Record<string, string>)
      .send(body);
  const patch = (name: string, body: object) =>
    at(one)
      .patch(`/logins/${encodeURIComponent(name)}`)
      .set(asAdmin)
      .send(body);
  const search = (service: ShellTestService, headers: object) =>
    at(service)
      .get('/search')
      .set(headers as Record<string, string>);
  const alice = { name: 'alice', password: 'first password', roles: ['contentAdminRole'] };
  const cookieOf = async (service: ShellTestService, name: string, password: string): Promise<string> => {
    const answer = await at(service).post('/session').set(FROM_HERE).send({ name, password }).expect(200);
    return answer.headers['set-cookie']![0]!.split(';')[0]!;
  };

  it('is told with where each comes from, and never with a hash', async () => {
    const { body, headers } = await at(one).get('/logins').set(asAdmin).expect(200);
    expect(body).toEqual({
      logins: [fixed],
      file: { path: file, revision: expect.any(String), whyFixed: null },
      providerUsers: [],
    });
    expect(headers['cache-control']).toBe('no-store');
    await at(one).get('/logins').expect(401);
  });

  it('grows by who is added, and lets them in at once', async () => {
    const { body, text } = await add(alice).expect(201);
    expect(body.logins).toEqual([
      fixed,
      { name: 'alice', roles: ['contentAdminRole'], disabled: false, from: 'USERS_FILE' },
    ]);
    expect(text).not.toContain('scrypt');
    await search(one, { authorization: makeBasicHeader('alice', 'first password') }).expect(200);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ note: 'kept' });
    expect(audited.at(-1)).toMatchObject({ operation: 'postLogin', subject: { name: 'alice' } });
    expect(JSON.stringify(audited)).not.toContain('first password');
  });

  it('takes nobody twice, nobody of the settings, and nothing that is no user', async () => {
    const { body } = await add(alice).expect(409);
    expect(body.detail).toBe('The user "alice" already exists.');
    await add({ ...alice, name: 'admin' }).expect(409);
    await patch('admin', { disabled: true }).expect(409);
    for (const wrong of [
      { name: 'a:b' },
      { name: '' },
      { name: 'line\nbreak' },
      { name: 'bob ' },
      { name: ' bob' },
      { name: 'bob  b' },
      { name: 'bob\u200b' },
      { name: 'b\u00adob' },
      { name: '\u3000bob' },
      { name: 'bob\u00a0' },
      { name: '\u202ebob' },
      { name: 'bo\uff1ab' },
      { password: 'short' },
      { password: 'with\u0007bell' },
      { roles: ['king'] },
      { roles: [] },
      { more: 1 },
    ])
      await add({ ...alice, name: 'bob', ...wrong }).expect(400);
    await add(alice, { authorization: makeBasicHeader('alice', 'first password') }).expect(403);
  });

  it('takes a name in full width for the name in plain characters', async () => {
    await add({ ...alice, name: '\uff41\uff4c\uff49\uff43\uff45' }).expect(409);
    await add({ ...alice, name: '\uff41dmin' }).expect(409);
    const { body } = await add({ ...alice, name: '\uff22ob' }).expect(201);
    expect(body.logins.map(({ name }: { name: string }) => name)).toEqual(['admin', 'alice', 'Bob']);
    await search(one, { authorization: makeBasicHeader('Bob', 'first password') }).expect(200);
    await search(one, { authorization: makeBasicHeader('\uff22\uff4fb', 'first password') }).expect(200);
    await at(one)
      .delete(`/logins/${encodeURIComponent('\uff22ob')}`)
      .set(asAdmin)
      .expect(200);
  });

  it('changes roles at once, and what is not named stays', async () => {
    const asAlice = { authorization: makeBasicHeader('alice', 'first password') };
    await at(one).get('/logins').set(asAlice).expect(403);
    await patch('alice', { roles: ['userAdminRole'] }).expect(200);
    await at(one).get('/logins').set(asAlice).expect(200);
    await patch('nobody', { disabled: true }).expect(404);
    await patch('alice', {}).expect(400);
    await patch('alice', { roles: ['contentAdminRole'] }).expect(200);
  });

  it('ends the sessions of whose password changes, on each service that reads the file', async () => {
    const other = await start(true);
    const cookie = await cookieOf(one, 'alice', 'first password');
    await search(other, { cookie }).expect(200);
    await patch('alice', { password: 'second password' }).expect(200);
    expect(audited.at(-1)).toMatchObject({ subject: { name: 'alice', password: 'changed' } });
    await search(one, { cookie }).expect(401);
    await search(one, { authorization: makeBasicHeader('alice', 'first password') }).expect(401);
    // This service has not read the file since the change. A request with an unknown session makes it read the file.
    await search(other, { cookie: await cookieOf(one, 'alice', 'second password') }).expect(200);
    await search(other, { cookie }).expect(401);
  });

  it('lets who is disabled in no more, and again later', async () => {
    const cookie = await cookieOf(one, 'alice', 'second password');
    const { body } = await patch('alice', { disabled: true }).expect(200);
    expect(body.logins[1]).toMatchObject({ name: 'alice', disabled: true });
    await search(one, { cookie }).expect(401);
    await search(one, { authorization: makeBasicHeader('alice', 'second password') }).expect(401);
    await patch('alice', { roles: ['auAdminRole'] }).expect(200);
    await search(one, { cookie }).expect(401);
    await patch('alice', { disabled: false }).expect(200);
    await search(one, { authorization: makeBasicHeader('alice', 'second password') }).expect(200);
    // Sessions that ended when the user was disabled stay invalid, in every service that reads the file.
    await search(one, { cookie }).expect(401);
    await search(await start(true), { cookie }).expect(401);
    const later = await cookieOf(one, 'alice', 'second password');
    await patch('alice', { disabled: false, roles: ['contentAdminRole'] }).expect(200);
    await search(one, { cookie: later }).expect(200);
  });

  it('lets users change their own password, which leaves them the session that they did it in', async () => {
    const [here, elsewhere] = [
      await cookieOf(one, 'alice', 'second password'),
      await cookieOf(one, 'alice', 'second password'),
    ];
    const change = (cookie: string, body: object) =>
      at(one)
        .put('/password')
        .set({ ...FROM_HERE, cookie })
        .send(body);
    const wanted = { current: 'second password', password: 'third password' };
    const { body } = await change(here, { ...wanted, current: 'a guess' }).expect(400);
    expect(body.detail).toBe('The current password is wrong.');
    await change(here, { ...wanted, password: 'short' }).expect(400);
    const { headers } = await change(here, wanted).expect(204);
    const renewed = headers['set-cookie']![0]!.split(';')[0]!;
    await search(one, { cookie: renewed }).expect(200);
    await search(one, { cookie: elsewhere }).expect(401);
    // An attacker who has a valid session must not be able to guess the password.
    for (let time = 0; time < 3; time += 1) await change(renewed, { ...wanted, current: `guess ${time}` });
    await change(renewed, { ...wanted, current: 'one more' }).expect(429);
    const ofSettings = { current: ADMIN.password, password: 'another password' };
    await at(one).put('/password').set(asAdmin).send(ofSettings).expect(409);
    await at(one).put('/password').send(ofSettings).expect(401);
  });

  it('loses nobody of two changes at the same time', async () => {
    const names = Array.from({ length: 4 }, (_, number) => `user ${number}`);
    await Promise.all(names.map((name) => add({ ...alice, name }).expect(201)));
    const { body } = await at(one).get('/logins').set(asAdmin);
    expect(body.logins.map(({ name }: { name: string }) => name).sort()).toEqual([
      'admin',
      'alice',
      ...names,
    ]);
    for (const name of names)
      await at(one)
        .delete(`/logins/${encodeURIComponent(name)}`)
        .set(asAdmin)
        .expect(200);
    await at(one).delete('/logins/user%200').set(asAdmin).expect(404);
  });

  it('keeps the last administrator', async () => {
    await patch('alice', { roles: ['userAdminRole'], password: 'fourth password' }).expect(200);
    const bare = await start(false);
    const asAlice = { authorization: makeBasicHeader('alice', 'fourth password') };
    for (const [method, body] of [
      ['patch', { disabled: true }],
      ['patch', { roles: ['auAdminRole'] }],
      ['delete', undefined],
    ] as const) {
      const { body: problem } = await at(bare)[method]('/logins/alice').set(asAlice).send(body).expect(409);
      expect(problem.detail).toMatch(/last administrator/);
    }
    const second = { ...alice, name: 'bob', roles: ['userAdminRole'] };
    await at(bare).post('/logins').set(asAlice).send(second).expect(201);
    await at(bare).delete('/logins/alice').set(asAlice).expect(200);
    await search(bare, asAlice).expect(401);
  });

  it('says when the file cannot be changed, or there is none', async () => {
    await writeFile(file, 'no users file');
    const { body } = await at(one).get('/logins').set(asAdmin).expect(200);
    expect(body).toMatchObject({
      logins: [fixed],
      file: { whyFixed: expect.stringMatching(/not a users file/) },
    });
    await add(alice).expect(409);
    await patch('alice', { disabled: true }).expect(409);
    await writeFile(file, '[]');
    if (process.getuid?.() !== 0) {
      await chmod(file, 0o400);
      await add(alice).expect(409);
      await chmod(file, 0o600);
    }
    const none = await startService({}, { contract });
    services.push(none);
    expect((await at(none).get('/logins').set(asAdmin)).body).toEqual({
      logins: [],
      file: null,
      providerUsers: [],
    });
    const refused = await at(none).post('/logins').set(asAdmin).send(alice).expect(409);
    expect(refused.body.detail).toMatch(/USERS_FILE is not set/);
  });
});
