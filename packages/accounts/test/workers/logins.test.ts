import { describe, expect, it } from '@jest/globals';
import type { LoginClient, Users } from '../../src/users/users.ts';
import { createRemoteLogins, handleLoginRequests, type RemoteLogins } from '../../src/workers/logins.ts';

let changes = 0;
const alice = { name: 'alice', roles: ['userAdminRole'] };

/** Connects a worker and a primary process directly, without an IPC channel. */
function pair(verify: Users['verify']): RemoteLogins {
  const users = createRemoteLogins(
    (question) => answers.receive(question),
    () => 0,
  );
  const answers = handleLoginRequests({ verify }, () => changes, users.answered);
  return users;
}

describe('a login in a worker', () => {
  it('is checked by the primary process, and what was right is remembered until the users change', async () => {
    let asked = 0;
    const users = pair(async (_name, password) => {
      asked += 1;
      return password === 'right' ? { outcome: 'ok', user: alice } : { outcome: 'wrong' };
    });
    const from = { client: '192.0.2.1' };
    for (let time = 0; time < 3; time += 1)
      expect(await users.verify('alice', 'right', from)).toEqual({ outcome: 'ok', user: alice });
    expect(asked).toBe(1);
    expect(users.known('alice', 'right')).toEqual(alice);
    expect(users.known('alice', 'guess')).toBeUndefined();
    for (let time = 0; time < 3; time += 1)
      expect(await users.verify('alice', 'guess', from)).toEqual({ outcome: 'wrong' });
    expect(asked).toBe(4);
    users.forget();
    expect(users.known('alice', 'right')).toBeUndefined();
    await users.verify('alice', 'right', from);
    expect(asked).toBe(5);
  });

  it('is not remembered when the users change before it is answered', async () => {
    const users = pair(async () => {
      changes += 1;
      return { outcome: 'ok', user: alice };
    });
    expect(await users.verify('alice', 'right', { client: '192.0.2.1' })).toMatchObject({ outcome: 'ok' });
    expect(users.known('alice', 'right')).toBeUndefined();
  });

  it('is given up there, too, when its client goes', async () => {
    const given = Promise.withResolvers<LoginClient>();
    const users = pair((_name, _password, from) => {
      given.resolve(from);
      return new Promise(() => undefined);
    });
    const gone = new AbortController();
    const login = users.verify('alice', 'right', { client: '192.0.2.1', signal: gone.signal });
    const { signal, client } = await given.promise;
    expect([client, signal?.aborted]).toEqual(['192.0.2.1', false]);
    gone.abort(new Error('it has gone'));
    await expect(login).rejects.toThrow('it has gone');
    expect(signal?.aborted).toBe(true);
  });

  it('fails when the primary process cannot check it', async () => {
    const users = pair(() => Promise.reject(new Error('no thread')));
    await expect(users.verify('alice', 'right', { client: '192.0.2.1' })).rejects.toThrow('could not check');
  });
});
