// GET /audit, and the event history of an artifact that is derived from the audit log. Uses a real socket and a real
// PostgreSQL.
import { repositoryContract } from '@holdfast/api-types/repository';
import { makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';

interface Entry {
  at: number;
  operation: string;
  user?: string;
  artifact?: string;
  status?: number;
  outcome: string;
  subject?: Record<string, unknown>;
}
interface Page {
  entries: Entry[];
  continuationToken?: string;
}

let service: TestService;
let uuid: string;
beforeAll(async () => {
  service = await startTestService({ USERS_FILE: await writeRoleUsersFile() });
  const props = JSON.stringify({ auid: 'au&1', uri: 'http://www.example.org/' });
  const parts: Sent['parts'] = [
    ['artifactProps', props],
    ['payload', new Blob(['payload'])],
  ];
  const created = await ask('POST', '/artifacts', { parts, authorization: as('writer') });
  uuid = JSON.parse(created.text).uuid;
  await ask('PUT', `/artifacts/${uuid}`, { form: { committed: 'true' }, authorization: as('writer') });
  await ask('DELETE', `/artifacts/${uuid}`, { authorization: as('reader') });
  await ask('DELETE', `/artifacts/${uuid}`, {
    authorization: as('carrier'),
    headers: { 'X-Request-Id': 'the-end' },
  });
  await until(async () => (await found({ requestId: 'the-end' })).entries.length === 1);
});

const ask = (method: string, path: string, sent: Sent = {}) => send(service.client, method, path, sent);
const audit = (query: Sent['query'] = {}, sent: Sent = {}) => ask('GET', '/audit', { query, ...sent });
const found = async (query: Sent['query'] = {}): Promise<Page> => JSON.parse((await audit(query)).text);
const operations = async (query: Sent['query']) =>
  (await found(query)).entries.map(({ operation, outcome }) => `${operation} ${outcome}`);

describe('the audit log', () => {
  it('says who did what with an artifact, newest first', async () => {
    const { entries } = await found({ artifact: uuid });
    expect(entries).toMatchObject([
      { operation: 'deleteArtifact', user: 'carrier', status: 200, outcome: 'ok', auid: 'au&1' },
      { operation: 'deleteArtifact', user: 'reader', status: 403, outcome: 'error' },
      { operation: 'updateArtifact', user: 'writer', subject: { committed: true }, routine: true },
      { operation: 'createArtifact', user: 'writer', status: 201, routine: true },
    ]);
    expect(entries[0]).toEqual({
      id: expect.stringMatching(/^\d+\.\d+$/),
      ...{ at: expect.any(Number), event: 'write', operation: 'deleteArtifact', method: 'DELETE' },
      ...{ user: 'carrier', client: expect.stringMatching(/127\.0\.0\.1|::1/), status: 200, outcome: 'ok' },
      ...{ requestId: 'the-end', auid: 'au&1', artifact: uuid },
      subject: { namespace: 'default', uri: 'http://www.example.org/', deletion: expect.any(Number) },
    });
  });

  it('names the imported file', async () => {
    const archive = new File([Buffer.from(makeWarc(1, 10, 'audited').bytes)], 'tides.warc');
    const parts: Sent['parts'] = [
      ['auid', 'au&2'],
      ['archive', archive],
    ];
    await ask('POST', '/archives', { parts, authorization: as('writer') });
    const find = async () => (await found({ operation: 'addArtifacts' })).entries;
    await until(async () => (await find()).length === 1);
    expect(await find()).toMatchObject([
      { auid: 'au&2', subject: { namespace: 'default', fileName: 'tides.warc' } },
    ]);
  });

  it('is filtered by all that is asked at once', async () => {
    const [first] = (await found({ requestId: 'the-end' })).entries;
    expect(await operations({ user: 'writer', operation: 'createArtifact' })).toEqual(['createArtifact ok']);
    expect(await operations({ auid: 'au&1', routine: false })).toEqual(['deleteArtifact ok']);
    expect(await operations({ outcome: 'error', event: 'write' })).toEqual(['deleteArtifact error']);
    expect(await operations({ since: first!.at, artifact: uuid })).toContain('deleteArtifact ok');
    expect(await operations({ until: first!.at, artifact: uuid })).not.toContain('deleteArtifact ok');
    expect(await operations({ client: '192.0.2.1' })).toEqual([]);
  });

  it('comes in pages, and whole as CSV and as lines', async () => {
    const seen: Entry[] = [];
    for (let continuationToken: string | undefined, pages = 0; pages < 9; pages += 1) {
      const page: Page = await found({ artifact: uuid, limit: 3, continuationToken });
      seen.push(...page.entries);
      ({ continuationToken } = page);
      if (continuationToken === undefined) break;
    }
    expect(seen).toEqual((await found({ artifact: uuid })).entries);
    const lines = await audit({ artifact: uuid, format: 'lines' });
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(
      lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(seen);
    const csv = await audit({ artifact: uuid, format: 'csv', limit: 1 });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    const [names, line, end] = csv.text.split('\r\n');
    expect(names).toMatch(/^at,event,operation,/);
    expect(line).toContain(',deleteArtifact,DELETE,carrier,');
    expect(line).toContain('"{""namespace"":""default""');
    expect(end).toBe('');
    expect((await audit({ user: 'none', format: 'csv' })).text).toBe(`${names}\r\n`);
    expect((await audit({ user: 'none', format: 'lines' })).text).toBe('');
  });

  it.each<[string, Sent['query'], RegExp]>([
    ['a time that is none', { since: 'yesterday' }, /since/],
    ['an end before the beginning', { since: 5, until: 5 }, /must be later than "since"/],
    ['an event that there is not', { event: 'read' }, /event/],
    ['an outcome that there is not', { outcome: 'good' }, /outcome/],
    ['an artifact that is none', { artifact: 'x' }, /artifact/],
    ['a limit of none', { limit: 0 }, /limit/],
    ['a token of another listing', { continuationToken: 'x' }, /not from this operation/],
    ['a token where there are no pages', { format: 'csv', continuationToken: '1.1' }, /format=json/],
    ['a parameter that has no effect', { users: 'alice' }, /users/],
  ])('refuses %s', async (_what, query, says) => {
    expect(readProblem(await audit(query))).toMatchObject({
      status: 400,
      detail: expect.stringMatching(says),
    });
  });

  it('is for administrators of users alone', async () => {
    for (const user of ['reader', 'writer', 'carrier'] as const)
      expect((await audit({}, { authorization: as(user) })).status).toBe(403);
    expect((await audit({}, { authorization: as('chief') })).status).toBe(200);
    expect((await audit({}, { authorization: '' })).status).toBe(401);
  });

  it('has nothing where none is kept', async () => {
    const { client } = await startTestService({ AUDIT_DAYS: '0' });
    expect(readProblem(await send(client, 'GET', '/audit'))).toMatchObject({
      status: 404,
      detail: expect.stringContaining('AUDIT_DAYS'),
    });
    expect(repositoryContract.paths).toHaveProperty('/audit');
  });
});

describe('the events of an artifact that was deleted', () => {
  const readEvents = async (user: 'reader' | 'writer', query = {}) =>
    ask('GET', `/artifacts/${uuid}/events`, { query, authorization: as(user) });

  it('are known, and say who did it to those who may know', async () => {
    expect(JSON.parse((await readEvents('writer')).text).events).toMatchObject([
      { event: 'stored', by: 'writer' },
      { event: 'committed', by: 'writer' },
      { event: 'deleted', by: 'carrier' },
    ]);
    const { events } = JSON.parse((await readEvents('reader')).text);
    expect(events.map(({ event }: { event: string }) => event)).toEqual(['stored', 'committed', 'deleted']);
    expect(JSON.stringify(events)).not.toContain('by');
  });

  it('are none of another namespace', async () => {
    expect((await readEvents('writer', { namespace: 'other' })).status).toBe(404);
  });
});
