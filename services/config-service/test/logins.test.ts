// Tests the operations that change users, with every possible response. The tests of packages/accounts cover how users
// are stored.
import {
  callLoginOperations,
  LOGIN_STATUSES,
  LOGIN_TEST_USERS,
  writeAdministratorsFile,
} from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { createConfigDatabase } from './config-database.ts';
import { startTestService } from './service.ts';

it('answers whatever is asked of its users', async () => {
  const password = 'pass:word';
  const service = await startTestService((await createConfigDatabase()).url, {
    ADMIN_PASSWORD: password,
    USERS_FILE: await writeAdministratorsFile(LOGIN_TEST_USERS),
  });
  try {
    await service.becomes(true);
    expect(await callLoginOperations(service.url, { password })).toEqual(LOGIN_STATUSES);
  } finally {
    await service.stop();
  }
});
