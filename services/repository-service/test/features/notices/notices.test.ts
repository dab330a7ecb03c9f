// GET /notices, and the operations on targets and deliveries, over a real socket.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openDatabase } from '@holdfast/pg-kit';
import { addCleanup, makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { as, type RoleUser, writeRoleUsersFile } from '../../role-users.ts';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';

let service: TestService;
let database: ReturnType<typeof openDatabase>;
let received: { headers: Record<string, unknown>; body: string }[];
let url: string;

beforeAll(async () => {
  service = await startTestService({
    USERS_FILE: await writeRoleUsersFile(),
    FIXITY_PERIOD: 'off',
    COMPACTION_PERIOD: 'off',
    JOURNAL_INTERVAL: '50ms',
    NODE_NAME: 'example',
    CONSOLE_URL: 'https://holdfast.example.org/console',
  });
  database = openDatabase({ url: service.databaseUrl, applicationName: 'test', onError: () => undefined });
  addCleanup(() => database.close());
  received = [];
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  addCleanup(() => new Promise((resolve) => receiver.close(resolve)));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});

const request = (method: string, path: string, body?: unknown, user: RoleUser = 'chief', sent: Sent = {}) =>
  send(service.client, method, path, {
    authorization: as(user),
    ...(body !== undefined && {
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
    ...sent,
  });
const ask = async (method: string, path: string, body?: unknown, user?: RoleUser) => {
  const { status, text } = await request(method, path, body, user);
  return { status, body: text === '' ? undefined : JSON.parse(text) };
};
const detailOf = async (method: string, path: string, body?: unknown) => {
  const { status, detail } = readProblem(await request(method, path, body));
  return [status, detail];
};
const hook = (path = '') => ({ type: 'webhook', address: `${url}/${path}`, kinds: ['damage.found'] });
const unknown = '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a64';

type Told = { kind: string; user?: string; at: number; incident?: string; detail: object };

describe('GET /notices', () => {
  let auid: string;
  let uuid: string;
  beforeAll(async () => {
    auid = 'an AU';
    const record = makeResponseRecord('http://www.example.org/tides', Buffer.from('tides'));
    const { statuses } = await service.client.importArchive(record, { auid });
    uuid = statuses[0]!.artifactUuid!;
    await request('DELETE', `/artifacts/${uuid}`, undefined, 'writer');
    await until(async () => (await list({ auid })).length === 2);
  });
  const list = async (query: NonNullable<Sent['query']>, user: RoleUser = 'reader') => {
    const { text } = await request('GET', '/notices', undefined, user, { query });
    return JSON.parse(text).notices as Told[];
  };

  it('lists the import and the deletion, newest first', async () => {
    expect(await list({ auid }, 'writer')).toEqual([
      {
        ...{ id: expect.any(String), at: expect.any(Number), kind: 'deletion.done', status: 'event' },
        ...{ namespace: 'default', auid, artifact: uuid, user: 'writer' },
        detail: { count: 1, items: [{ uuid }] },
      },
      {
        ...{ id: expect.any(String), at: expect.any(Number), kind: 'import.finished', status: 'event' },
        ...{ namespace: 'default', auid, user: 'admin' },
        detail: { count: 1, bytes: expect.any(Number), name: expect.any(String) },
      },
    ]);
  });

  it('hides names of users, files and stores, and reasons of users and failures, from readers', async () => {
    const detail = { count: 1, name: 'second', reason: 'gone' };
    const kinds = ['damage.found', 'deletion.done', 'import.failed', 'job.failed', 'store.away'];
    for (const kind of kinds)
      await database.pool.query(
        `insert into repository_notice (at_ms, kind, status, incident, auid, user_name, detail, is_planned)
         values (1, $1, 'firing', $1 || ' second', 'hidden', 'a user', $2, true)`,
        [kind, JSON.stringify(detail)],
      );
    const readNotices = async (user: RoleUser) =>
      Object.fromEntries((await list({ auid: 'hidden' }, user)).map((one) => [one.kind, one]));
    const seen = await readNotices('reader');
    expect((await readNotices('writer'))['store.away']).toMatchObject({ user: 'a user', detail });
    expect(JSON.stringify(seen)).not.toContain('a user');
    expect(kinds.map((kind) => [seen[kind]!.incident, seen[kind]!.detail])).toEqual([
      ['damage.found second', detail],
      ['deletion.done second', { count: 1, name: 'second' }],
      ['import.failed second', { count: 1 }],
      ['job.failed second', { count: 1, name: 'second' }],
      [undefined, { count: 1 }],
    ]);
  });

  it('filters by kind and time, and continues on the next page', async () => {
    expect(await list({ auid, kind: 'import.finished' })).toHaveLength(1);
    expect(await list({ auid: 'another AU' })).toEqual([]);
    const latest = Math.max(...(await list({ auid })).map(({ at }) => at));
    expect(await list({ auid, since: latest + 1 })).toEqual([]);
    const first = JSON.parse(
      (await request('GET', '/notices', undefined, 'reader', { query: { auid, limit: 1 } })).text,
    );
    const next = await list({ auid, limit: 1, continuationToken: first.continuationToken });
    expect([...first.notices, ...next]).toEqual(await list({ auid }));
  });

  it('is 400 with a token of another operation, and with a kind that does not exist', async () => {
    expect(await detailOf('GET', '/notices?continuationToken=1.x')).toEqual([
      400,
      'The continuation token is not from this operation.',
    ]);
    expect((await request('GET', '/notices?kind=weather')).status).toBe(400);
  });
});

describe('targets', () => {
  it('of mail are added, changed and removed', async () => {
    const address = 'librarian@example.org';
    const added = await ask('POST', '/notices/targets', {
      ...{ type: 'mail', address, kinds: ['damage.found', 'damage.found'], weekly: true },
    });
    expect(added).toEqual({
      status: 201,
      body: {
        target: {
          ...{ id: expect.any(String), type: 'mail', address, kinds: ['damage.found'], language: 'en' },
          ...{ weekly: true, hourlyCap: 20, enabled: true, createdBy: 'chief', created: expect.any(Number) },
        },
      },
    });
    const { id } = added.body.target;
    const change = { kinds: ['purge.ordered'], language: 'de', weekly: false, hourlyCap: 5, enabled: false };
    const changed = await ask('PATCH', `/notices/targets/${id}`, change);
    expect(changed).toEqual({ status: 200, body: { target: { ...added.body.target, ...change } } });
    const { body } = await ask('GET', '/notices/targets');
    expect(body).toEqual({
      ...{ node: 'example', consoleUrl: 'https://holdfast.example.org/console/' },
      ...{ missing: ['MAIL_SERVER', 'MAIL_FROM'], targets: [changed.body.target] },
    });
    expect(await ask('POST', `/notices/targets/${id}/test`)).toEqual({
      status: 200,
      body: { outcome: 'failed', error: 'Mail cannot be sent: set MAIL_SERVER and MAIL_FROM.' },
    });
    expect((await request('DELETE', `/notices/targets/${id}`)).status).toBe(204);
    expect(await detailOf('DELETE', `/notices/targets/${id}`)).toEqual([404, `There is no target ${id}.`]);
  });

  it('of webhooks get a secret, which is returned once', async () => {
    const { status, body } = await ask('POST', '/notices/targets', hook('secret'));
    expect([status, body.secret]).toEqual([201, expect.stringMatching(/^whsec_/)]);
    const path = `/notices/targets/${body.target.id}`;
    const rotated = await ask('PATCH', path, { rotate: true });
    expect(rotated.body.secret).not.toBe(body.secret);
    const given = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect((await ask('PATCH', path, { rotate: true, secret: given })).body.secret).toBe(given);
    expect((await request('GET', '/notices/targets')).text).not.toContain('whsec_');
    expect(await ask('POST', `${path}/test`)).toEqual({ status: 200, body: { outcome: 'sent' } });
    const { headers, body: sent } = received.at(-1)!;
    expect(String(headers['webhook-signature'])).toMatch(/^v1,\S+ v1,\S+$/);
    expect(JSON.parse(sent)).toMatchObject({ type: 'test', data: { node: 'example' } });
    await request('DELETE', path);
    const audited = async (operation: string) => (await request('GET', `/audit?operation=${operation}`)).text;
    await until(async () => (await audited('deleteNoticeTarget')).includes(body.target.id));
    expect(await audited('postNoticeTarget')).not.toContain('/secret');
  });

  const wanted = {
    mail: 'a single email address',
    webhook: 'an http or https URL without user and password',
  };
  it.each([
    ['mail', 'no address'],
    ['mail', 'a@x.org, b@x.org'],
    ['mail', 'a@example.org\r\nBcc: b'],
    ['webhook', 'ftp://x/'],
    ['webhook', 'https://u:p@x/'],
  ] as const)('of the type %s at %j are 400', async (type, address) => {
    const detail = `The body: member "address" must be ${wanted[type]}, not ${JSON.stringify(address)}.`;
    expect(await detailOf('POST', '/notices/targets', { type, address, kinds: [] })).toEqual([400, detail]);
  });

  it('are 400 with secrets that they cannot have', async () => {
    const add = (target: object) =>
      detailOf('POST', '/notices/targets', { ...target, secret: `whsec_${'A'.repeat(33)}`, kinds: [] });
    const fault = 'The body: member "secret" must be `whsec_` followed by the Base64 of 24 to 64 bytes.';
    expect(await add({ type: 'webhook', address: 'https://x/' })).toEqual([400, fault]);
    expect((await add({ type: 'mail', address: 'a@example.org' }))[1]).toMatch('must not have the member');
  });

  it('are 409 the second time, and after 50', async () => {
    expect((await ask('POST', '/notices/targets', hook())).status).toBe(201);
    const [status, detail] = await detailOf('POST', '/notices/targets', hook());
    expect([status, detail]).toEqual([
      409,
      `The address ${url}/ is already a target, or there are already 50 targets.`,
    ]);
    const answers = [];
    for (let i = 0; i < 50; i++)
      answers.push((await request('POST', '/notices/targets', hook(String(i)))).status);
    expect(answers).toEqual([...Array(49).fill(201), 409]);
    const { body } = await ask('GET', '/notices/targets');
    for (const { id } of body.targets) await request('DELETE', `/notices/targets/${id}`);
  });

  it('refuse contradictory changes', async () => {
    const target = { type: 'mail', address: 'b@example.org', kinds: [] };
    const added = await ask('POST', '/notices/targets', target);
    const path = `/notices/targets/${added.body.target.id}`;
    const change = (body: object) => detailOf('PATCH', path, body);
    expect(await change({ rotate: true })).toEqual([409, 'An email address has no secret.']);
    const needs = 'The body needs the member "rotate" with the member "secret".';
    expect(await change({ secret: `whsec_${'A'.repeat(32)}` })).toEqual([400, needs]);
    expect((await request('PATCH', path, {})).status).toBe(400);
    expect((await request('PATCH', path, { kinds: ['summary.weekly'] })).status).toBe(400);
    await request('DELETE', path);
    for (const id of [unknown, 'x'])
      expect(await detailOf('PATCH', `/notices/targets/${id}`, { weekly: true })).toEqual([
        404,
        `There is no target ${id}.`,
      ]);
    expect((await request('POST', `/notices/targets/${unknown}/test`)).status).toBe(404);
  });

  it('are 413 and 415 with bodies that are too large or not JSON', async () => {
    const large = JSON.stringify({ address: 'x'.repeat(2 ** 20) });
    for (const [method, path] of [
      ['POST', '/notices/targets'],
      ['PATCH', `/notices/targets/${unknown}`],
    ] as const) {
      expect((await request(method, path, large)).status).toBe(413);
      const text = { body: 'x', headers: { 'content-type': 'text/plain' } };
      expect((await request(method, path, undefined, 'chief', text)).status).toBe(415);
    }
  });

  it('are for user administrators only', async () => {
    for (const user of ['reader', 'writer', 'carrier'] as const)
      expect((await request('GET', '/notices/targets', undefined, user)).status).toBe(403);
  });

  it('and messages are not for tokens that are limited to namespaces', async () => {
    const wanted = { name: 'limited', roles: ['userAdminRole'], namespaces: ['default'], days: 1 };
    const { secret } = (await ask('POST', '/tokens', wanted)).body;
    const byToken = { authorization: `Bearer ${secret}` };
    for (const path of ['/notices', '/notices/targets', '/notices/deliveries'])
      expect((await request('GET', path, undefined, 'chief', byToken)).status).toBe(403);
  });
});

describe('deliveries', () => {
  it('are listed, and sent again', async () => {
    const { body } = await ask('POST', '/notices/targets', hook('again'));
    await database.pool.query(
      `insert into repository_notice_delivery (target_id, notices, subject, body, state, attempts, last_error)
       select $1::uuid, 1, 'number ' || number, '{}', 'failed', 10, 'The receiver answered 500.'
       from generate_series(1, 3) as number`,
      [body.target.id],
    );
    const page = async (query: string) => (await ask('GET', `/notices/deliveries?${query}`)).body;
    const all = await page('state=failed');
    expect(all.deliveries).toHaveLength(3);
    expect(all.deliveries[0]).toEqual({
      ...{ id: expect.any(String), target: body.target.id, type: 'webhook', address: `${url}/again` },
      ...{ subject: expect.any(String), notices: 1, state: 'failed', attempts: 10 },
      ...{ created: expect.any(Number), error: 'The receiver answered 500.' },
    });
    const first = await page('limit=2');
    const next = await page(`limit=2&continuationToken=${first.continuationToken}`);
    expect([...first.deliveries, ...next.deliveries]).toEqual(all.deliveries);
    const { id } = all.deliveries[0];
    const resent = await ask('POST', `/notices/deliveries/${id}/resend`);
    expect(resent).toMatchObject({ status: 200, body: { id, state: 'waiting', attempts: 0 } });
    for (const missing of [unknown, 'x'])
      expect(await detailOf('POST', `/notices/deliveries/${missing}/resend`)).toEqual([
        404,
        `There is no delivery ${missing}.`,
      ]);
  });
});
