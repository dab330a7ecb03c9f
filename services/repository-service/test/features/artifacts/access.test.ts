// Access to each operation that reads: without credentials, with wrong credentials, and in each role.
import { formatBasicAuth } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { as, type RoleUser, writeRoleUsersFile } from '../../role-users.ts';
import { startTestService, type TestService } from '../../service.ts';
import { ask, readProblem } from './ask.ts';
import { plainHead, store } from './captures.ts';

const auid = 'plugin&a~1';
let service: TestService;
let uuid: string;

beforeAll(async () => {
  service = await startTestService({ USERS_FILE: await writeRoleUsersFile() });
  [uuid] = (await store(service.client, [{ head: plainHead, body: 'x' }], { auid })) as [string];
});

const reads = () => [
  '/artifacts',
  `/artifacts/${uuid}`,
  `/artifacts/${uuid}/payload`,
  `/artifacts/${uuid}/response`,
  '/aus',
  `/aus/${encodeURIComponent(auid)}/artifacts`,
  '/namespaces',
];

describe('reading', () => {
  it.each<RoleUser>(['reader', 'writer', 'carrier', 'chief'])('is open to the %s', async (name) => {
    for (const path of reads()) {
      const answer = await ask(service.client, path, { authorization: as(name) });
      expect([path, answer.status]).toEqual([path, 200]);
    }
  });

  it('is 403 for nobody, whether there is something or not', async () => {
    const missing = ['/artifacts/none/payload', '/aus/none/artifacts', '/aus?namespace=none'];
    for (const path of [...reads(), ...missing]) {
      const answer = await ask(service.client, path, { authorization: as('nobody') });
      expect([path, readProblem(answer).status]).toEqual([path, 403]);
    }
  });

  it.each([
    ['none', ''],
    ['of another scheme', 'Bearer abc'],
    ['without a colon', `Basic ${Buffer.from('reader').toString('base64')}`],
    ['that are no base64', 'Basic *'],
    ['with the wrong password', formatBasicAuth('reader', 'wrong')],
    ['with half the password', formatBasicAuth('reader', 'a')],
    ['of an unknown user', formatBasicAuth('unknown', 'a: b')],
  ])('is 401 with credentials: %s', async (_name, authorization) => {
    const answer = await ask(service.client, `/artifacts/${uuid}/payload`, { authorization });
    expect(readProblem(answer)).toMatchObject({ status: 401, title: 'Unauthorized' });
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="[^"]+", charset="UTF-8"$/);
  });

  it('is 401 everywhere without credentials, and nothing is told', async () => {
    for (const path of reads()) {
      const answer = await ask(service.client, path, { authorization: '' });
      expect([path, readProblem(answer).status]).toEqual([path, 401]);
      expect(answer.headers).not.toHaveProperty('etag');
    }
  });

  it('does not let readers import', async () => {
    const { url } = service.client;
    const statusOf = async (name: RoleUser) => {
      const headers = { authorization: as(name) };
      return (await fetch(`${url}/archives`, { method: 'POST', headers, body: new FormData() })).status;
    };
    expect(await Promise.all((['reader', 'nobody', 'writer'] as const).map(statusOf))).toEqual([
      403, 403, 400,
    ]);
  });
});
