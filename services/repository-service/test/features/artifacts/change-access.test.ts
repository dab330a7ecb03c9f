// Access to commit, delete, bulk transfer, sizes and repository information: without credentials and in each role.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { as, type RoleUser, roleUsers, writeRoleUsersFile } from '../../role-users.ts';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { plainHead, store } from './captures.ts';

const au = '/aus/plugin%26a~1';
let service: TestService;
let uuid: string;

beforeAll(async () => {
  service = await startTestService({ USERS_FILE: await writeRoleUsersFile() });
  [uuid] = (await store(service.client, [{ head: plainHead, body: 'x' }], { auid: 'plugin&a~1' })) as [
    string,
  ];
});

interface Case {
  operation: string;
  method: string;
  path: () => string;
  sent: Sent;
  /** Users who may perform the operation. The operation must not change what the next user gets. */
  allowed: RoleUser[];
  status: number;
}

const writers: RoleUser[] = ['writer', 'carrier', 'chief'];
const missing = '/artifacts/0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61';
const cases: Case[] = [
  {
    operation: 'committing',
    method: 'PUT',
    path: () => `/artifacts/${uuid}`,
    sent: { form: { committed: 'true' } },
    allowed: writers,
    status: 200,
  },
  { operation: 'deleting', method: 'DELETE', path: () => missing, sent: {}, allowed: writers, status: 404 },
  {
    operation: 'starting a bulk transfer',
    method: 'POST',
    path: () => `${au}/bulk`,
    sent: { form: { op: 'start' } },
    allowed: ['carrier', 'chief'],
    status: 200,
  },
  {
    operation: 'finishing a bulk transfer that was not started',
    method: 'POST',
    path: () => '/aus/none/bulk',
    sent: { form: { op: 'finish' } },
    allowed: ['carrier', 'chief'],
    status: 404,
  },
  {
    operation: 'asking for the size of an AU',
    method: 'GET',
    path: () => `${au}/size`,
    sent: {},
    allowed: ['reader', ...writers],
    status: 200,
  },
  ...['/repoinfo', '/repoinfo/storage', '/checksumalgorithms'].map((path) => ({
    operation: `GET ${path}`,
    method: 'GET',
    path: () => path,
    sent: {},
    allowed: ['reader' as const, ...writers],
    status: 200,
  })),
];

describe.each(cases)('$operation', ({ method, path, sent, allowed, status }) => {
  const by = (authorization: string) => send(service.client, method, path(), { ...sent, authorization });

  it(`is for ${allowed.join(', ')} and 403 for others`, async () => {
    for (const user of roleUsers) {
      const answer = await by(as(user));
      expect([user, answer.status]).toEqual([user, allowed.includes(user) ? status : 403]);
      if (answer.status >= 400) readProblem(answer);
    }
  });

  it('is 401 without credentials', async () => {
    const answer = await by('');
    expect(readProblem(answer).status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm="[^"]+", charset="UTF-8"$/);
  });
});

it('nothing was changed by those who may not', async () => {
  expect((await service.client.artifacts('plugin&a~1')).map((artifact) => artifact.uuid)).toEqual([uuid]);
});
