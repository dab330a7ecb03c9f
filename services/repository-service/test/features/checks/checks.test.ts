// GET and POST /checks, GET and DELETE /checks/{check}, GET /checks/{check}/certificate and /check-schedules over a
// real socket.
import { createHash } from 'node:crypto';
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { addCleanup, makeReferenceUuid } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { onIndex } from '../../index/on-index.ts';
import { blockChecks } from '../../jobs/checks/checking.ts';
import { damage, makePage, type Stored, storeAll } from '../../jobs/fixity/stored-artifacts.ts';
import { as, type RoleUser, writeRoleUsersFile } from '../../role-users.ts';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';

/** Short poll interval, because every check waits for a poll. */
const POLL_EVERY_MS = 50;
let service: TestService;
let database: Database<IndexSchema>;
let auid: string;
let aus = 0;

beforeAll(async () => {
  const settings = { FIXITY_PERIOD: 'off', COMPACTION_PERIOD: 'off' };
  service = await startTestService({ USERS_FILE: await writeRoleUsersFile(), ...settings }, POLL_EVERY_MS);
  database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  addCleanup(() => database.close());
});
beforeEach(() => {
  auid = `au ${aus++}`;
});

interface Check {
  check: string;
  state: string;
  verdict?: string;
  sha256?: string;
  exceptions: { uuid: string; outcome: string }[];
}

const request = (method: string, path: string, sent: Sent = {}, user: RoleUser = 'writer') =>
  send(service.client, method, path, { authorization: as(user), ...sent });
const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, user?: RoleUser) =>
  request('POST', path, { body: JSON.stringify(body), headers: json }, user);
const pages = (...names: string[]): Promise<Stored[]> =>
  storeAll(
    service,
    auid,
    names.map((name) => makePage(auid, name)),
  );

async function requested(scope: object): Promise<Check> {
  const { status, text } = await post('/checks', { scope });
  if (status !== 201) throw new Error(text);
  return JSON.parse(text);
}

async function ended(check: string): Promise<Check> {
  let found: Check | undefined;
  await until(async () => {
    found = JSON.parse((await request('GET', `/checks/${check}`)).text);
    return found!.verdict !== undefined;
  });
  return found!;
}

describe('a check', () => {
  it('is requested, run and certified', async () => {
    const [first] = (await pages('=cmd', '1', '2')) as [Stored];
    await damage(first);
    const { check, state } = await requested({ kind: 'au', auid });
    expect(state).toBe('waiting');
    const found = await ended(check);
    expect(found).toMatchObject({
      scope: { kind: 'au', namespace: 'default', auid },
      state: 'finished',
      verdict: 'faults',
      by: 'writer',
      artifacts: 3,
      intact: 2,
      damaged: 1,
      repaired: 0,
      exceptions: [{ uuid: first.uuid, uri: first.url, outcome: 'damaged' }],
      copies: [{ copies: 1, damaged: 1 }],
    });
    const certificate = await request('GET', `/checks/${check}/certificate`);
    expect(certificate.status).toBe(200);
    expect(createHash('sha256').update(certificate.text).digest('hex')).toBe(found.sha256);
    expect(JSON.parse(certificate.text)).toMatchObject({
      certificate: 1,
      check,
      verdict: 'faults',
      artifacts: {
        requested: 3,
        intact: 2,
        damaged: 1,
        missing: 0,
        unreadable: 0,
        notChecked: 0,
        repaired: 0,
      },
      exceptionCount: 1,
    });
    const csv = await request('GET', `/checks/${check}/certificate`, { query: { format: 'csv' } });
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(csv.text.split('\r\n')[0]).toBe('uuid,namespace,auid,url,outcome,store,reason,repairedFrom');
    expect(csv.text.split('\r\n')[1]).toContain(`${first.uuid},default,${auid},`);
    const listed = JSON.parse((await request('GET', '/checks', { query: { auid, state: 'finished' } })).text);
    expect(listed).toMatchObject({ checks: [{ check }], pageInfo: { totalCount: 1 } });
    expect((await request('DELETE', `/checks/${check}`)).status).toBe(409);
  });

  it('covers its scope, and is refused if the scope is empty', async () => {
    const [first] = (await pages('a')) as [Stored];
    const refusals = [
      [{}, 400, 'needs the member "kind"'],
      [
        { kind: 'all' },
        400,
        'member "scope.kind" must be one of "node", "namespace", "au", "urlPrefix", "list"',
      ],
      [{ kind: 'au' }, 400, 'needs the member "auid"'],
      [{ kind: 'node', namespace: 'default' }, 400, 'must not have the member "namespace"'],
      [{ kind: 'list', uuids: [first.uuid], auid }, 400, 'must not have the member "auid"'],
      [{ kind: 'au', auid: 'unknown' }, 404, 'There is no AU "unknown"'],
      [{ kind: 'namespace', namespace: 'empty' }, 404, 'There is nothing in namespace "empty"'],
      [{ kind: 'list', uuids: [makeReferenceUuid('none')] }, 404, 'There is no artifact'],
      [{ kind: 'urlPrefix', auid, urlPrefix: 'http://elsewhere/' }, 404, 'No URL in namespace "default"'],
    ] as const;
    for (const [scope, status, detail] of refusals) {
      const answer = await post('/checks', { scope });
      expect([scope, answer.status]).toEqual([scope, status]);
      expect(readProblem(answer).detail).toContain(detail);
    }
    const archive = await post('/checks', { scope: { kind: 'node' }, stores: 'archive' });
    expect(readProblem(archive).detail).toBe('No store has the role `archive`.');
  });

  it('is listed in pages, latest first', async () => {
    await pages('a');
    const release = await blockChecks(database);
    const made = [await requested({ kind: 'au', auid }), await requested({ kind: 'au', auid })];
    const first = JSON.parse((await request('GET', '/checks', { query: { auid, limit: 1 } })).text);
    expect(first).toMatchObject({ checks: [{ check: made[1]!.check }], pageInfo: { totalCount: 2 } });
    const { continuationToken } = first.pageInfo;
    const query = { auid, limit: 1, continuationToken };
    const second = JSON.parse((await request('GET', '/checks', { query })).text);
    expect(second.checks).toMatchObject([{ check: made[0]!.check, state: 'waiting' }]);
    for (const { check } of made) {
      const cancelled = await request('DELETE', `/checks/${check}`);
      expect(JSON.parse(cancelled.text)).toMatchObject({ state: 'cancelled', verdict: 'incomplete' });
    }
    const none = await request('GET', `/checks/${made[0]!.check}/certificate`);
    expect(readProblem(none).detail).toContain('has no certificate');
    await release();
  });

  it('is refused while a hundred checks wait', async () => {
    await pages('a');
    const release = await blockChecks(database);
    await onIndex(database)`
      insert into fixity_run (id, scope, stores, requested_by)
      select gen_random_uuid(), '{"kind": "node"}', 'ordinary', 'a test' from generate_series(1, 100)`;
    const answer = await post('/checks', { scope: { kind: 'au', auid } });
    // Assigns the checks to schedules. Scheduled checks do not count towards the limit.
    await onIndex(database)`update fixity_run set schedule_id = id where requested_by = 'a test'`;
    const { check } = await requested({ kind: 'au', auid });
    await request('DELETE', `/checks/${check}`);
    await onIndex(database)`delete from fixity_run where requested_by = 'a test'`;
    await release();
    expect(answer.status).toBe(409);
    expect(readProblem(answer).detail).toContain('100 checks are already waiting');
  });

  it.each(['get', 'delete'])('is 404 for an unknown id: %s', async (method) => {
    for (const id of ['none', makeReferenceUuid('no check')]) {
      expect((await request(method.toUpperCase(), `/checks/${id}`)).status).toBe(404);
      expect((await request('GET', `/checks/${id}/certificate`)).status).toBe(404);
    }
  });

  it('is too large above the limit of a request', async () => {
    const body = `{"scope": {"kind": "node"}, "reason": "${'x'.repeat(2 * 1024 * 1024)}"}`;
    for (const path of ['/checks', '/check-schedules'])
      expect((await request('POST', path, { body, headers: json })).status).toBe(413);
  });
});

describe('a schedule', () => {
  it('requests its checks when they are due', async () => {
    await pages('a');
    const added = await post('/check-schedules', { scope: { kind: 'au', auid }, periodDays: 30 });
    expect(added.status).toBe(201);
    const { schedule } = JSON.parse(added.text) as { schedule: string };
    const listed = async () => JSON.parse((await request('GET', '/checks', { query: { auid } })).text).checks;
    await until(async () => (await listed()).some((one: Check) => one.state === 'finished'));
    expect(await listed()).toMatchObject([{ schedule, by: 'writer', intact: 1, verdict: 'intact' }]);
    const { schedules } = JSON.parse((await request('GET', '/check-schedules')).text);
    expect(schedules).toMatchObject([{ schedule, periodDays: 30, by: 'writer' }]);
    expect(schedules[0].next).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    const deleted = await request('DELETE', `/check-schedules/${schedule}`);
    expect(JSON.parse(deleted.text)).toMatchObject({ schedule });
    expect((await request('DELETE', `/check-schedules/${schedule}`)).status).toBe(404);
  });

  it('is refused for other scopes, for an empty scope, and above a thousand schedules', async () => {
    await pages('a');
    const scope = { kind: 'au', auid };
    const node = await post('/check-schedules', { scope: { kind: 'node' }, periodDays: 1 });
    expect(readProblem(node)).toMatchObject({
      status: 400,
      detail: 'The body: member "scope.kind" must be one of "namespace", "au", not "node".',
    });
    const unknown = { scope: { kind: 'au', auid: 'unknown' }, periodDays: 1 };
    expect((await post('/check-schedules', unknown)).status).toBe(404);
    await onIndex(database)`
      insert into fixity_schedule (id, scope, namespace, stores, period_days, next_at, created_by)
      select gen_random_uuid(), '{"kind": "node"}', 'default', 'ordinary', 1, now() + interval '1 day', 'a test'
      from generate_series(1, 1000)`;
    const more = await post('/check-schedules', { scope, periodDays: 1 });
    await onIndex(database)`delete from fixity_schedule where created_by = 'a test'`;
    expect(more.status).toBe(409);
  });
});
