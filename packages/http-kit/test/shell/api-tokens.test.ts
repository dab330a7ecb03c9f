// Tests GET and POST /tokens and DELETE /tokens/{id}: who may manage which tokens, and when a revocation takes effect on
// other services that read the same users file.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AuditLine, createUsers, hashPassword } from '@holdfast/accounts';
import { configurationContract } from '@holdfast/api-types/configuration';
import { createTemporaryFolder } from '@holdfast/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Contract } from '../../src/contract/contract.ts';
import { contract as things } from '../contract.ts';
import { asAdmin, BUILT_IN_ADMIN, makeBasicHeader, type ShellTestService, startService } from '../service.ts';

const { paths, components } = configurationContract;
const contract = {
  ...things,
  paths: { ...things.paths, '/tokens': paths['/tokens'], '/tokens/{id}': paths['/tokens/{id}'] },
  components: {
    ...components,
    ...things.components,
    parameters: { ...components.parameters, ...(things.components as { parameters: object }).parameters },
    schemas: { ...components.schemas, ...(things.components as { schemas: object }).schemas },
  },
} as unknown as Contract;
const password = 'first password';
const cost = { logN: 4, r: 8, p: 1 };
const [asAda, asBob] = ['ada', 'bob'].map((name) => ({ authorization: makeBasicHeader(name, password) }));
const nightly = { name: 'nightly', roles: ['accessContentRole'], days: 30 };

describe('API tokens over HTTP', () => {
  let file: string;
  let one: ShellTestService;
  let replica: ShellTestService;
  const services: ShellTestService[] = [];
  const audited: AuditLine[] = [];

  async function start(users?: string): Promise<ShellTestService> {
    const known = await createUsers({
      ...(users !== undefined && { file: users }),
      builtIn: [BUILT_IN_ADMIN],
      cost,
      recheckMs: 20,
    });
    const ofSettings = [{ name: 'admin', role: 'userAdminRole', setting: 'ADMIN_PASSWORD' }];
    const audit = { write: (line: AuditLine) => void audited.push(line), nameHash: () => 'hash' };
    const logins = { ofSettings, file: users };
    const service = await startService({}, { contract, users: known, logins, audit });
    services.push(service);
    return service;
  }

  beforeAll(async () => {
    file = join(await createTemporaryFolder(), 'users.json');
    const hash = await hashPassword(password, cost);
    const entry = (name: string, more: object = {}) => ({
      name,
      password: hash,
      roles: ['contentAdminRole'],
      ...more,
    });
    await writeFile(file, JSON.stringify([entry('ada'), entry('bob'), entry('eve', { disabled: true })]));
    [one, replica] = [await start(file), await start(file)];
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));

  const create = (body: object, headers: object = asAda!) =>
    request(one.url)
      .post('/tokens')
      .set(headers as Record<string, string>)
      .send(body);
  const list = (headers: object) =>
    request(one.url)
      .get('/tokens')
      .set(headers as Record<string, string>);
  const revoke = (id: string, headers: object) =>
    request(one.url)
      .delete(`/tokens/${id}`)
      .set(headers as Record<string, string>);
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
  const search = ({ url }: ShellTestService, secret: string) =>
    request(url).get('/search').set(bearer(secret));

  it('are created with a secret that is never returned again, nor logged', async () => {
    const { body, headers } = await create({ ...nightly, namespaces: ['default'] }).expect(201);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.token).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      name: 'nightly',
      owner: 'ada',
      roles: ['accessContentRole'],
      namespaces: ['default'],
      created: expect.any(String),
      ends: expect.any(String),
    });
    expect(Date.parse(body.token.ends) - Date.parse(body.token.created)).toBe(30 * 86_400_000);
    await search(one, body.secret).expect(200);
    const listed = await list(asAda!).expect(200);
    expect(listed.body).toEqual({ tokens: [body.token], revision: expect.any(String), whyFixed: null });
    expect(listed.text + JSON.stringify(audited)).not.toContain(body.secret);
    expect(audited.find(({ operation }) => operation === 'postToken')).toMatchObject({
      user: 'ada',
      subject: { id: body.token.id, owner: 'ada', name: 'nightly', roles: ['accessContentRole'] },
    });
  });

  it('belong to a user who has their roles, and have different names', async () => {
    expect((await create(nightly).expect(409)).body.detail).toBe(
      'The user "ada" already has a token "nightly".',
    );
    const more = await create({ ...nightly, name: 'more', roles: ['userAdminRole'] }).expect(409);
    expect(more.body.detail).toContain('does not have the role userAdminRole');
    await create({ ...nightly, owner: 'ada' }, asBob!).expect(403);
    await create({ ...nightly, owner: 'nobody' }, asAdmin).expect(404);
    expect((await create({ ...nightly, owner: 'eve' }, asAdmin).expect(409)).body.detail).toContain(
      'disabled',
    );
    await create(nightly, {}).expect(401);
  });

  it.each([
    { name: '' },
    { name: 'line\nbreak' },
    { name: 'x'.repeat(101) },
    { roles: [] },
    { roles: ['king'] },
    { roles: ['pluginStoreRole'] },
    { days: 0 },
    { days: 3_651 },
    { days: 1.5 },
    { namespaces: [] },
    { namespaces: ['../etc'] },
    { more: 1 },
  ])('are refused with %j', (wrong) => create({ ...nightly, ...wrong }).expect(400));

  it('are managed by their owners and by administrators', async () => {
    const ofBob = (await create({ ...nightly, owner: 'bob' }, asAdmin).expect(201)).body;
    expect(ofBob.token.owner).toBe('bob');
    await create({ ...nightly, roles: ['userAdminRole'] }, asAdmin).expect(201);
    const ownersOf = async (headers: object) =>
      (await list(headers)).body.tokens.map(({ owner }: { owner: string }) => owner);
    expect(await ownersOf(asAda!)).toEqual(['ada']);
    expect(await ownersOf(asBob!)).toEqual(['bob']);
    expect(await ownersOf(asAdmin)).toEqual(['ada', 'bob', 'admin']);
    await revoke(ofBob.token.id, asAda!).expect(404);
    await revoke(ofBob.token.id, asBob!).expect(204);
    await revoke(ofBob.token.id, asBob!).expect(404);
    await revoke('not-an-id', asBob!).expect(400);
    expect(await ownersOf(asAdmin)).toEqual(['ada', 'admin']);
  });

  it('cannot create or revoke tokens, but can list them', async () => {
    const { secret, token } = (await create({ ...nightly, name: 'chief', roles: ['userAdminRole'] }, asAdmin))
      .body;
    await list(bearer(secret)).expect(200);
    for (const refused of [await create(nightly, bearer(secret)), await revoke(token.id, bearer(secret))]) {
      expect(refused.status).toBe(403);
      expect(refused.headers['www-authenticate']).toBe('Bearer error="insufficient_scope"');
    }
  });

  it('are refused after a revocation, at once here and within seconds elsewhere', async () => {
    const { secret, token } = (await create({ ...nightly, name: 'short' }).expect(201)).body;
    while ((await search(replica, secret)).status === 401);
    await revoke(token.id, asAda!).expect(204);
    await search(one, secret).expect(401);
    while ((await search(replica, secret)).status === 200);
    await search(replica, secret).expect(401);
    expect(audited.findLast(({ operation }) => operation === 'deleteToken')).toMatchObject({
      user: 'ada',
      subject: { id: token.id, name: 'short', owner: 'ada' },
    });
  });

  it('need a users file', async () => {
    const without = await start();
    const listed = await request(without.url).get('/tokens').set(asAdmin).expect(200);
    expect(listed.body).toEqual({ tokens: [], revision: null, whyFixed: 'USERS_FILE is not set' });
    await request(without.url).post('/tokens').set(asAdmin).send(nightly).expect(409);
    await request(without.url).delete('/tokens/0123456789ab').set(asAdmin).expect(409);
  });
});
