// Changes of users over HTTP with every possible answer. The accounts package tests how users are stored.
import { administratorsFile, askLogins, LOGINS_ANSWERED, LOGINS_ASKED_BY } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { testService } from './service.ts';

it('answers whatever is asked of its users', async () => {
  const { client } = await testService({ USERS_FILE: await administratorsFile(LOGINS_ASKED_BY) });
  expect(await askLogins(client.url, { password: 'pass:word' })).toEqual(LOGINS_ANSWERED);
});
