// GET and POST /holds, PATCH and DELETE /holds/{hold} over a real socket: no operation deletes content that is under a
// hold.
import { makeReferenceUuid, makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { purgeCommand } from '../../../src/cli/purge-command.ts';
import { runKeep } from '../../../src/cli/run-keep.ts';
import { parseServiceSettings } from '../../../src/env.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { onIndex } from '../../index/on-index.ts';
import {
  compact,
  type KeptStore,
  makeCompactionDeps,
  openKeptStore,
} from '../../jobs/compaction/kept-store.ts';
import { runRebuild } from '../../jobs/rebuild/rebuilt.ts';
import { as, type RoleUser, roleUsers, writeRoleUsersFile } from '../../role-users.ts';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';

let service: TestService;
let kept: KeptStore;
let auid: string;
let aus = 0;

beforeAll(async () => {
  service = await startTestService({
    USERS_FILE: await writeRoleUsersFile(),
    COMPACTION_PERIOD: 'off',
    FIXITY_PERIOD: 'off',
    JOURNAL_INTERVAL: '1h',
  });
  kept = await openKeptStore(service);
});
beforeEach(() => {
  auid = `au ${aus++}`;
});

interface Hold {
  hold: string;
  uuid?: string;
  auid: string;
  by: string;
  reason: string;
  since: number;
  until?: number;
  active: boolean;
}

interface HoldPage {
  holds: Hold[];
  pageInfo: { totalCount: number; continuationToken?: string };
}

async function stored(...names: string[]): Promise<string[]> {
  const records = names.map((name) =>
    makeResponseRecord(`http://www.example.org/${auid}/${name}`, Buffer.from(name)),
  );
  const { statuses } = await service.client.importArchive(Buffer.concat(records), { auid });
  return statuses.map(({ artifactUuid }) => artifactUuid!);
}

const request = (method: string, path: string, sent: Sent = {}, user: RoleUser = 'writer') =>
  send(service.client, method, path, { authorization: as(user), ...sent });
const post = (body: unknown, user?: RoleUser, query = {}) => {
  const headers = { 'content-type': 'application/json' };
  return request('POST', '/holds', { body: JSON.stringify(body), headers, query }, user);
};
const placed = async (body: unknown): Promise<Hold> => {
  const { status, text } = await post(body);
  if (status !== 201) throw new Error(text);
  return JSON.parse(text);
};
const listed = async (query: NonNullable<Sent['query']>): Promise<HoldPage> =>
  JSON.parse((await request('GET', '/holds', { query })).text);
const deletion = (uuid: string, user?: RoleUser) => request('DELETE', `/artifacts/${uuid}`, {}, user);
const change = (hold: string, body: unknown, user?: RoleUser) => {
  const headers = { 'content-type': 'application/json' };
  return request('PATCH', `/holds/${hold}`, { body: JSON.stringify(body), headers }, user);
};
const lift = (hold: string, query = {}) => request('DELETE', `/holds/${hold}`, { query });

async function purge(uuid: string): Promise<{ code: number; text: string }> {
  const text: string[] = [];
  const code = await runKeep({
    words: ['purge', '--uuid', uuid, '--reason', 'a test'],
    commands: [purgeCommand],
    output: { write: (said: string) => Boolean(text.push(said)) },
    errorOutput: { write: (said: string) => Boolean(text.push(said)), isTTY: false },
    signal: new AbortController().signal,
    withFoundations: (work) =>
      work({
        ...makeCompactionDeps(kept),
        settings: parseServiceSettings({
          DATABASE_URL: service.databaseUrl,
          OBJECT_STORE: `fs:${service.storeFolder}`,
          ADMIN_PASSWORD: 'xxxxxxxx',
        }),
        migrate: async () => undefined,
      }),
  });
  return { code, text: text.join('') };
}

describe('an artifact under hold', () => {
  it('is deleted by no role, and the answer says who holds it, why and until when', async () => {
    const [uuid, other] = (await stored('a', 'b')) as [string, string];
    const end = Date.UTC(2100, 0, 1);
    const hold = await placed({ uuid, reason: 'litigation 4/2026', until: end });
    expect(hold).toMatchObject({
      uuid,
      auid,
      by: 'writer',
      reason: 'litigation 4/2026',
      until: end,
      active: true,
    });
    for (const user of roleUsers) {
      const answer = await deletion(uuid, user);
      expect([user, answer.status]).toEqual([
        user,
        ['writer', 'carrier', 'chief'].includes(user) ? 409 : 403,
      ]);
      if (answer.status === 409)
        expect(readProblem(answer).detail).toBe(
          `Nothing was deleted: Artifact ${uuid} is under hold until 2100-01-01T00:00:00.000Z. ` +
            `Hold ${hold.hold}, placed by writer: litigation 4/2026.`,
        );
    }
    expect((await request('GET', `/artifacts/${uuid}`)).status).toBe(200);
    expect((await deletion(other)).status).toBe(200);
    expect((await lift(hold.hold, { reason: 'settled' })).status).toBe(200);
    expect((await deletion(uuid)).status).toBe(200);
  });

  it('stays through a purge and a compaction', async () => {
    const [uuid, other] = (await stored('a', 'b')) as [string, string];
    await placed({ uuid, reason: 'litigation 4/2026' });
    const refused = await purge(uuid);
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain('is under hold until it is lifted');
    expect(refused.text).toContain('placed by writer: litigation 4/2026');
    expect(await purge(other)).toMatchObject({ code: 0 });
    await compact(kept);
    expect((await request('GET', `/artifacts/${uuid}/payload`)).text).toBe('a');
    expect((await request('GET', `/artifacts/${other}`)).status).toBe(404);
  });

  it('is free again when the hold has ended', async () => {
    const [uuid] = (await stored('a')) as [string];
    const hold = await placed({ uuid, reason: 'short', until: Date.now() + 3_600_000 });
    expect((await deletion(uuid)).status).toBe(409);
    await onIndex(kept.database)`update hold set until = now() where id = ${hold.hold}::uuid`;
    await until(async () => !(await listed({ uuid })).holds[0]!.active);
    expect((await listed({ auid })).holds).toMatchObject([{ hold: hold.hold, active: false }]);
    expect((await deletion(uuid)).status).toBe(200);
  });
});

describe('an AU under hold', () => {
  it('keeps every artifact, later ones too, and also what was deleted before from a purge', async () => {
    const [uuid, gone] = (await stored('a', 'b')) as [string, string];
    await deletion(gone);
    const { hold } = await placed({ auid, reason: 'legal deposit' });
    const [later] = (await stored('c')) as [string];
    for (const one of [uuid, later]) {
      const { detail } = readProblem(await deletion(one));
      expect(detail).toContain(`The AU of artifact ${one} is under hold until it is lifted`);
    }
    const refused = await purge(gone);
    expect(refused.code).not.toBe(0);
    expect(refused.text).toContain('placed by writer: legal deposit');
    expect((await listed({ uuid })).holds).toMatchObject([{ hold, auid }]);
    await lift(hold);
    expect(await purge(gone)).toMatchObject({ code: 0 });
    expect((await deletion(uuid)).status).toBe(200);
  });

  it('refuses statements of any other program, too', async () => {
    await stored('a');
    await placed({ auid, reason: 'legal deposit' });
    await expect(
      onIndex(kept.database)`delete from artifact where au_id in (select id from au where auid = ${auid})`,
    ).rejects.toThrow('an artifact under hold cannot be deleted');
  });
});

describe('holds', () => {
  it('survive a rebuild from the object store, unless they were lifted', async () => {
    const [uuid, other] = (await stored('a', 'b')) as [string, string];
    const end = Date.UTC(2100, 0, 1);
    const ofArtifact = await placed({ uuid, reason: 'one', until: end });
    const ofAu = await placed({ auid, reason: 'two' });
    const lifted = await placed({ uuid: other, reason: 'three' });
    await change(lifted.hold, { reason: 'four' });
    await lift(lifted.hold);
    await change(ofArtifact.hold, { reason: 'one, appeal', until: null }, 'chief');
    const { database } = await kept;
    await shipJournal({ ...makeCompactionDeps(kept), database });
    const again = await runRebuild(kept.store);
    const { rows } = await onIndex(again.database)`
      select hold.id, artifact_id, placed_by, reason, until from hold join au on au.id = au_id
      where auid = ${auid} order by hold.id`;
    expect(rows).toEqual([
      { id: ofArtifact.hold, artifact_id: uuid, placed_by: 'writer', reason: 'one, appeal', until: null },
      { id: ofAu.hold, artifact_id: null, placed_by: 'writer', reason: 'two', until: null },
    ]);
  });

  it('are changed by content administrators, and protect meanwhile', async () => {
    const [uuid] = (await stored('a')) as [string];
    const hold = await placed({ uuid, reason: 'one' });
    const end = Date.UTC(2100, 0, 1);
    const changed = await change(hold.hold, { until: end }, 'chief');
    expect(JSON.parse(changed.text)).toEqual({ ...hold, until: end });
    const { text } = await change(hold.hold, { reason: 'two' });
    expect(JSON.parse(text)).toEqual({ ...hold, reason: 'two', until: end });
    expect(readProblem(await deletion(uuid)).detail).toContain('until 2100-01-01T00:00:00.000Z');
    expect((await listed({ uuid })).holds).toEqual([{ ...hold, reason: 'two', until: end }]);
    const { events } = JSON.parse((await request('GET', `/artifacts/${uuid}/events`)).text);
    expect(events.slice(-2)).toMatchObject([
      { event: 'holdChanged', by: 'chief', detail: 'one', until: end },
      { event: 'holdChanged', by: 'writer', detail: 'two', until: end },
    ]);
    for (const body of [{}, { until: 1 }, { until: 9e15 }, { reason: '' }, { uuid }])
      expect((await change(hold.hold, body)).status).toBe(400);
    expect((await change(hold.hold, { reason: 'x' }, 'carrier')).status).toBe(403);
    expect((await change(hold.hold, { reason: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(413);
    for (const none of [makeReferenceUuid('no hold'), 'x'])
      expect((await change(none, { reason: 'x' })).status).toBe(404);
  });

  it('are listed in pages, by AU, artifact and namespace', async () => {
    const [uuid, other] = (await stored('a', 'b')) as [string, string];
    const holds = [await placed({ uuid, reason: 'one' }), await placed({ auid, reason: 'two' })];
    expect((await listed({ auid })).holds).toEqual(holds);
    expect((await listed({ uuid: other })).holds).toEqual([holds[1]]);
    expect((await listed({ auid, namespace: 'elsewhere' })).holds).toEqual([]);
    const first = await listed({ auid, limit: 1 });
    expect(first).toMatchObject({ holds: [holds[0]], pageInfo: { totalCount: 2 } });
    const { continuationToken } = first.pageInfo;
    expect((await listed({ auid, limit: 1, continuationToken })).holds).toEqual([holds[1]]);
  });

  it('are placed and lifted by content administrators alone', async () => {
    const [uuid] = (await stored('a')) as [string];
    const statuses = async (act: (user: RoleUser) => Promise<{ status: number }>) =>
      Object.fromEntries(await Promise.all(roleUsers.map(async (user) => [user, (await act(user)).status])));
    const admins = { reader: 403, writer: 201, carrier: 403, chief: 201, nobody: 403 };
    expect(await statuses((user) => post({ uuid, reason: 'x' }, user))).toEqual(admins);
    const none = `/holds/${makeReferenceUuid('no hold')}`;
    expect(await statuses((user) => request('DELETE', none, {}, user))).toEqual({
      ...admins,
      writer: 404,
      chief: 404,
    });
    expect(await statuses((user) => request('GET', '/holds', {}, user))).toEqual({
      reader: 403,
      writer: 200,
      carrier: 200,
      chief: 200,
      nobody: 403,
    });
    expect((await send(service.client, 'GET', '/holds', { authorization: '' })).status).toBe(401);
  });

  it.each([
    ['nothing to hold', () => ({ reason: 'x' }), 400],
    ['two things to hold', () => ({ uuid: makeReferenceUuid('x'), auid, reason: 'x' }), 400],
    ['no reason', () => ({ auid }), 400],
    ['an empty reason', () => ({ auid, reason: '' }), 400],
    ['an end in the past', () => ({ auid, reason: 'x', until: 1 }), 400],
    ['an end that is no date', () => ({ auid, reason: 'x', until: 9e15 }), 400],
    ['an unknown field', () => ({ auid, reason: 'x', who: 'me' }), 400],
    ['a uuid that is none', () => ({ uuid: 'x', reason: 'x' }), 400],
    ['an unknown artifact', () => ({ uuid: makeReferenceUuid('x'), reason: 'x' }), 404],
    ['an unknown AU', () => ({ auid, reason: 'x' }), 404],
  ])('with %s are refused', async (_what, body, status) => {
    const answer = await post(body());
    expect(readProblem(answer).status).toBe(status);
    expect((await listed({ auid })).holds).toEqual([]);
  });

  it('of another namespace are not placed by mistake', async () => {
    const [uuid] = (await stored('a')) as [string];
    expect((await post({ uuid, reason: 'x' }, 'writer', { namespace: 'elsewhere' })).status).toBe(404);
    expect((await lift('x')).status).toBe(404);
  });

  it('is refused with 413 when it is larger than a form may be', async () => {
    expect((await post({ auid, reason: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(413);
  });
});
