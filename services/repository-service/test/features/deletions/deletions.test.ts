// Deletions without approval: the reason, and POST /deletions for several artifacts at once.
import { makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { as, type RoleUser, writeRoleUsersFile } from '../../role-users.ts';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';

let service: TestService;
const auid = 'an au';

beforeAll(async () => {
  service = await startTestService({ USERS_FILE: await writeRoleUsersFile(), DELETION_REASON: 'required' });
});

async function stored(...names: string[]): Promise<string[]> {
  const records = names.map((name) =>
    makeResponseRecord(`http://www.example.org/${name}`, Buffer.from(name)),
  );
  const { statuses } = await service.client.importArchive(Buffer.concat(records), { auid });
  return statuses.map(({ artifactUuid }) => artifactUuid!);
}

const request = (method: string, path: string, sent: Sent = {}, user: RoleUser = 'writer') =>
  send(service.client, method, path, { authorization: as(user), ...sent });
const post = (body: unknown) =>
  request('POST', '/deletions', {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });

it('is refused without a reason if one is required, and the events show the reason to administrators', async () => {
  const [uuid] = (await stored('a')) as [string];
  for (const query of [{}, { reason: '' }])
    expect((await request('DELETE', `/artifacts/${uuid}`, { query })).status).toBe(400);
  const query = { reason: 'captured by mistake' };
  expect(await request('DELETE', `/artifacts/${uuid}`, { query })).toMatchObject({ status: 200, text: '' });
  const lastEvent = async (user: RoleUser) =>
    JSON.parse((await request('GET', `/artifacts/${uuid}/events`, {}, user)).text).events.at(-1);
  expect(await lastEvent('writer')).toEqual({
    ...{ event: 'deleted', at: expect.any(Number), by: 'writer', detail: 'captured by mistake' },
  });
  expect(await lastEvent('reader')).toEqual({ event: 'deleted', at: expect.any(Number) });
});

it('deletes several artifacts at once, or none', async () => {
  const [one, two, three] = (await stored('b', 'c', 'd')) as [string, string, string];
  expect((await post({ uuids: [one, two] })).status).toBe(400);
  const answer = await post({ uuids: [one, two], reason: 'test data' });
  expect(answer.status).toBe(201);
  expect(JSON.parse(answer.text)).toMatchObject({
    state: 'deleted',
    by: 'writer',
    reason: 'test data',
    count: 2,
  });
  for (const uuid of [one, two]) expect((await request('GET', `/artifacts/${uuid}`)).status).toBe(404);
  expect((await post({ uuids: [two, three], reason: 'again' })).status).toBe(404);
  expect((await request('GET', `/artifacts/${three}`)).status).toBe(200);
  const page = JSON.parse((await request('GET', '/deletions', { query: { state: 'deleted' } })).text);
  expect(page).toMatchObject({ needsApproval: false, deletions: [{ count: 2 }, { count: 1 }] });
});

it('takes no request for a purge, which keep purge carries out without one', async () => {
  const [uuid] = (await stored('e')) as [string];
  const { detail } = readProblem(await post({ uuids: [uuid], kind: 'purge', reason: 'court order' }));
  expect(detail).toContain('run `keep purge`');
});
