// Changes users over HTTP on this service, with all possible responses. packages/accounts tests how users are stored.
import { administratorsFile, askLogins, LOGINS_ANSWERED, LOGINS_ASKED_BY } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { configDatabase } from './config-database.ts';
import { startTestService } from './service.ts';

it('answers whatever is asked of its users', async () => {
  const password = 'pass:word';
  const service = await startTestService((await configDatabase()).url, {
    ADMIN_PASSWORD: password,
    USERS_FILE: await administratorsFile(LOGINS_ASKED_BY),
  });
  try {
    await service.becomes(true);
    expect(await askLogins(service.url, { password })).toEqual(LOGINS_ANSWERED);
  } finally {
    await service.stop();
  }
});
