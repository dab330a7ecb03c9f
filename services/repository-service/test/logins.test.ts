// Changes to users over HTTP, with every possible response. The accounts package tests how users are stored.
import {
  callLoginOperations,
  LOGIN_STATUSES,
  LOGIN_TEST_USERS,
  writeAdministratorsFile,
} from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { startTestService } from './service.ts';

it('answers whatever is asked of its users', async () => {
  const { client } = await startTestService({ USERS_FILE: await writeAdministratorsFile(LOGIN_TEST_USERS) });
  expect(await callLoginOperations(client.url, { password: 'pass:word' })).toEqual(LOGIN_STATUSES);
});
