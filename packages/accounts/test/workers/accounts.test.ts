import { expect, it } from '@jest/globals';
import type { Users } from '../../src/users/users.ts';
import { createRemoteAccounts, handleAccountRequest } from '../../src/workers/accounts.ts';

const alice = { user: { name: 'alice', roles: ['userAdminRole'] }, stamp: 'one' };

/** Connects a worker and a primary process directly, without an IPC channel. */
function pair(find: Users['find']) {
  const state = { changes: 0, reread: 0 };
  const accounts = createRemoteAccounts((question) => {
    if (question.kind === 'reread?') {
      state.reread += 1;
      return accounts.wasReread(question);
    }
    void handleAccountRequest({ find }, () => state.changes, question).then(accounts.answered);
  });
  return { accounts, state };
}

it('a worker asks once who somebody is, until the users change', async () => {
  let asked = 0;
  const { accounts } = pair(async (name) => {
    asked += 1;
    return name === 'alice' ? alice : undefined;
  });
  for (let time = 0; time < 3; time += 1) expect(await accounts.find('alice')).toEqual(alice);
  expect(asked).toBe(1);
  for (let time = 0; time < 3; time += 1) expect(await accounts.find('nobody')).toBeUndefined();
  expect(asked).toBe(4);
  accounts.forget();
  expect(await accounts.find('alice')).toEqual(alice);
  expect(asked).toBe(5);
});

it('what was found while the users changed is not remembered', async () => {
  let asked = 0;
  const { accounts, state } = pair(async () => {
    asked += 1;
    state.changes += 1;
    return alice;
  });
  await accounts.find('alice');
  await accounts.find('alice');
  expect(asked).toBe(2);
});

it('a worker has the primary read the users again, and waits for it', async () => {
  const { accounts, state } = pair(async () => alice);
  await Promise.all([accounts.reread(), accounts.reread()]);
  expect(state.reread).toBe(2);
});

it('nobody is known when the primary cannot say', async () => {
  const { accounts } = pair(async () => {
    throw new Error('the file is gone');
  });
  expect(await accounts.find('alice')).toBeUndefined();
});
