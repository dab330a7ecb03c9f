// Tests the user accounts of the node's other services: storing them, returning them to administrators only, and
// publishing changes.
import { openOutbox } from '@holdfast/pg-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type KnownAus, startWithKnownAus } from '../aus/known-aus.ts';
import { listenForNotices } from '../aus/notices.ts';

const alice = {
  type: 'basic',
  userName: 'alice',
  currentPassword: 'SHA-256:00ff',
  roles: 'accessContentRole',
};
const bob = { type: 'LC', userName: 'bob é/%', lastLogin: 1_700_000_000_000, isDisabled: false };
const pathOf = (name: string) => `/users/${encodeURIComponent(name)}`;

let node: KnownAus;
beforeAll(async () => {
  node = await startWithKnownAus();
});
afterAll(() => node.stop());
beforeEach(async () => {
  await node.pool.query('truncate user_account');
  await node.call('POST', '/users').send([bob, alice]).expect(200, [bob, alice]);
});

const names = async () => (await node.call('GET', '/usernames').expect(200)).body;

describe('accounts', () => {
  it('are given back as they came', async () => {
    expect(await names()).toEqual(['alice', 'bob é/%']);
    for (const account of [alice, bob]) {
      expect((await node.call('GET', pathOf(account.userName)).expect(200)).body).toEqual(account);
    }
  });

  it('of a name that is there already stay as they are', async () => {
    const carol = { userName: 'carol' };
    const { body } = await node
      .call('POST', '/users')
      .send([{ ...alice, roles: '' }, carol])
      .expect(200);
    expect(body).toEqual([carol]);
    expect((await node.call('GET', '/users/alice').expect(200)).body).toEqual(alice);
    await node.call('POST', '/users').send([]).expect(200, []);
  });

  it('are changed member by member', async () => {
    const changed = { ...alice, email: 'alice@example.org', roles: '' };
    const { body } = await node
      .call('PATCH', '/users/alice')
      .send({ userName: 'alice', email: 'alice@example.org', roles: '' })
      .expect(200);
    expect(body).toEqual(changed);
    expect((await node.call('GET', '/users/alice').expect(200)).body).toEqual(changed);
  });

  it('are deleted, and again without complaint', async () => {
    for (let time = 0; time < 2; time += 1) await node.call('DELETE', '/users/alice').expect(200, '');
    expect(await names()).toEqual(['bob é/%']);
    await node.call('GET', '/users/alice').expect(404);
    const { body } = await node.call('PATCH', '/users/alice').send({ roles: '' }).expect(404);
    expect(body.detail).toContain('alice');
  });

  it('are told of without what they hold, but to a bridge', async () => {
    const outbox = openOutbox(node.pool, 'configuration');
    await outbox.register({ keepForMs: 60_000, keepRows: 100 });
    const listener = await listenForNotices(node);
    await node.call('POST', '/users').send([alice, { userName: 'carol' }]);
    await node.call('PATCH', '/users/carol').set('X-Lockss-Request-Cookie', 'mine').send({ roles: '' });
    await node.call('DELETE', '/users/carol');
    await node.call('DELETE', '/users/carol');
    const ofCarol = { kind: 'UserAccount', userName: 'carol' };
    expect(await listener.until(3)).toEqual([
      { ...ofCarol, userAccountChange: 'ADD' },
      { ...ofCarol, userAccountChange: 'UPDATE', cookie: 'mine' },
      { ...ofCarol, userAccountChange: 'DELETE' },
    ]);
    await listener.stop();
    const left = (await outbox.read(10, 10_000)).map(({ change }) => change);
    expect(left).toEqual([
      { ...ofCarol, userAccountChange: 'ADD', sent: { userName: 'carol' } },
      { ...ofCarol, userAccountChange: 'UPDATE', cookie: 'mine', sent: { roles: '' } },
      { ...ofCarol, userAccountChange: 'DELETE' },
    ]);
    await outbox.forget();
  });

  it.each<[string, unknown]>([
    ['no list', alice],
    ['an account without a name', [{ roles: '' }]],
    ['an empty name', [{ userName: '' }]],
    ['a name twice', [{ userName: 'dora' }, { userName: 'dora', roles: '' }]],
    ['U+0000', [{ userName: 'dora', email: '\u0000' }]],
  ])('%s is 400 and adds nothing', async (_name, body) => {
    await node
      .call('POST', '/users')
      .send(body as object)
      .expect(400);
    expect(await names()).toEqual(['alice', 'bob é/%']);
  });

  it('another name, nothing to change, another type and too much are refused', async () => {
    const patch = () => node.call('PATCH', '/users/alice');
    await patch().send({ userName: 'bob' }).expect(400);
    await patch().send({}).expect(400);
    await patch().type('text/plain').send('{}').expect(415);
    await node.call('POST', '/users').type('text/plain').send('[]').expect(415);
    const long = 'x'.repeat(1024 * 1024);
    await patch().send({ email: long }).expect(413);
    await node
      .call('POST', '/users')
      .send([{ userName: 'dora', email: long }])
      .expect(413);
    await node.call('GET', pathOf('x'.repeat(257))).expect(400);
    await node.call('DELETE', pathOf('x'.repeat(257))).expect(400);
  });
});
