// Tests exports and imports by users without permission, and request bodies that cannot be imported.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { type KnownAus, startWithKnownAus } from '../aus/known-aus.ts';

let aus: KnownAus;
beforeAll(async () => {
  aus = await startWithKnownAus({ environment: { USERS_FILE: await writeRoleUsersFile() } });
});
afterAll(() => aus.stop());

const LINES = 'application/x-ndjson';

describe('moving AUs is refused', () => {
  it.each([
    ['GET', '/aus/export', 200],
    ['POST', '/aus/import', 400],
  ] as const)('to whoever may not change them: %s %s', async (method, path, allowed) => {
    const send = (authorization: string) =>
      aus.call(method, path).set('content-type', LINES).set({ authorization });
    await send(as('accessContentRole')).expect(403);
    await send('Basic x').expect(401);
    const { status } = await send(as('auAdminRole'));
    expect(status).toBe(allowed);
  });

  it('without a body, as another type, and with an unknown value of replace', async () => {
    await aus.call('POST', '/aus/import').set('content-type', LINES).expect(400);
    await aus.call('POST', '/aus/import').send({}).expect(415);
    await aus.call('POST', '/aus/import?replace=perhaps').set('content-type', LINES).send('{}').expect(400);
  });
});
