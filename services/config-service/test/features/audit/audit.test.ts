// Tests GET /audit and GET /aus/{auid}/history, with requests to any replica and entries stored in PostgreSQL.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createConfigDatabase } from '../../config-database.ts';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { startTestService } from '../../service.ts';
import { type KnownAus, makeTestAuid, startWithKnownAus, titleAu } from '../aus/known-aus.ts';

let node: KnownAus;
const auid = makeTestAuid('2001');
beforeAll(async () => {
  const titles = ['2001', '2002'].map((year) => titleAu(year));
  node = await startWithKnownAus({
    titles,
    replicas: 2,
    environment: { USERS_FILE: await writeRoleUsersFile() },
  });
  const [, other] = node.services;
  await node.call('POST', '/aus/add').send([auid, 'none&x~y']).expect(200);
  await node.call('PUT', '/aus/deactivate', other).send([auid]).expect(200);
  await node
    .call('PATCH', `/austates/${encodeURIComponent(auid)}`)
    .send({ auCreationTime: 1 })
    .expect(200);
  await node.call('DELETE', `/aus/${encodeURIComponent(auid)}`).expect(200);
  const line = JSON.stringify({ auId: makeTestAuid('2002'), auConfig: titleAu('2002').configuration });
  await node.call('POST', '/aus/import').type('application/x-ndjson').send(`${line}\n`).expect(200);
  await node
    .call('PUT', '/config/file/expert', other)
    .attach('configFile', Buffer.from('a.b=1'), 'configFile')
    .expect(200);
  await kept({ operation: 'putSectionConfiguration' });
  await kept({ operation: 'importAus', auid: makeTestAuid('2002') });
  await kept({ operation: 'deleteAu' });
});
afterAll(() => node.stop());

const audit = (query: object = {}) => node.call('GET', '/audit').query(query);
const history = (of: string, query: object = {}) =>
  node.call('GET', `/aus/${encodeURIComponent(of)}/history`).query(query);

/** Waits until an entry appears, which is shortly after the request. */
async function kept(query: object): Promise<void> {
  while ((await audit(query)).body.entries.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('the audit log', () => {
  it('has what was done on any replica, and of a group what became of each AU', async () => {
    const added = (await audit({ operation: 'addAus' }).expect(200)).body.entries;
    expect(added).toMatchObject([
      { outcome: 'ok', status: 200, subject: { aus: 2 } },
      { outcome: 'error', auid: 'none&x~y' },
      { outcome: 'ok', auid },
    ]);
    expect(new Set(added.map(({ requestId }: { requestId: string }) => requestId)).size).toBe(1);
    const [file] = (await audit({ operation: 'putSectionConfiguration' })).body.entries;
    expect(file).toMatchObject({ user: 'admin', subject: { sectionName: 'expert' }, outcome: 'ok' });
  });

  it('gives CSV, and refuses what has no effect', async () => {
    const { text, headers } = await audit({ format: 'csv', auid }).expect(200);
    expect(headers['content-disposition']).toBe('attachment; filename="audit.csv"');
    expect(text.trim().split('\r\n')).toHaveLength(5);
    await audit({ artifact: '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61' }).expect(400);
    await audit({ format: 'xml' }).expect(400);
  });
});

describe('the history of an AU', () => {
  it('says who did what with it, newest first, and not from where', async () => {
    const { entries } = (await history(auid).expect(200)).body;
    expect(entries).toMatchObject(
      ['deleteAu', 'patchAuState', 'deactivateAus', 'addAus'].map((operation) => ({
        ...{ operation, user: 'admin', outcome: 'ok' },
      })),
    );
    expect(JSON.stringify(entries)).not.toContain('client');
    expect((await history(auid, { routine: true })).body.entries).toHaveLength(1);
    const { body } = await history(auid, { limit: 3 });
    const { continuationToken } = body;
    expect((await history(auid, { limit: 3, continuationToken })).body.entries).toEqual(entries.slice(3));
    expect((await history(makeTestAuid('2002'))).body.entries).toMatchObject([
      { operation: 'importAus', outcome: 'ok' },
    ]);
    expect((await history(makeTestAuid('1999')).expect(200)).body).toEqual({ entries: [] });
  });

  it('is for who may change AUs, and refuses a token that is none', async () => {
    const path = `/aus/${encodeURIComponent(auid)}/history`;
    const { url } = node.services[0]!;
    await request(url).get(path).set('authorization', as('auAdminRole')).expect(200);
    await request(url).get(path).set('authorization', as('contentAdminRole')).expect(403);
    await request(url).get(path).expect(401);
    await history(auid, { continuationToken: 'x' }).expect(400);
  });
});

it('there is neither where none is kept', async () => {
  const { url } = await createConfigDatabase();
  const service = await startTestService(url, { AUDIT_DAYS: '0' });
  await service.becomes(true);
  for (const path of ['/audit', `/aus/${encodeURIComponent(auid)}/history`])
    await request(service.url).get(path).set(service.asAdmin).expect(404);
  await service.stop();
});
