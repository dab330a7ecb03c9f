// GET /artifacts/{uuid}/overview over a real socket: condition, checks, copies and holds of an artifact, and the
// captures before and after it.
import type { ArtifactOverview } from '@holdfast/api-types';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { damage, makePage, makeRevisit, type Stored, storeAll } from '../../jobs/fixity/stored-artifacts.ts';
import { type Keeper, openKeeper } from '../../jobs/fixity/walk.ts';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';

let service: TestService;
let keeper: Keeper;
let auid: string;
let aus = 0;

beforeAll(async () => {
  service = await startTestService({
    USERS_FILE: await writeRoleUsersFile(),
    FIXITY_PERIOD: 'off',
    COMPACTION_PERIOD: 'off',
  });
  keeper = await openKeeper(service);
});
beforeEach(() => {
  auid = `au ${aus++}`;
});

const overviewOf = (uuid: string) => service.client.json<ArtifactOverview>(`/artifacts/${uuid}/overview`);

interface EndedCheck {
  readonly check: string;
  readonly verdict: string;
  readonly started: number;
}

/** Requests a check and waits until it has ended. */
async function requestCheck(scope: object): Promise<EndedCheck> {
  const sent = await send(service.client, 'POST', '/checks', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ scope }),
  });
  const { check } = JSON.parse(sent.text) as EndedCheck;
  let found: EndedCheck | undefined;
  await until(async () => {
    found = await service.client.json<EndedCheck>(`/checks/${check}`);
    return found.verdict !== undefined;
  });
  return found!;
}

const dates = ['2020-01-01T00:00:00Z', '2021-01-01T00:00:00Z', '2022-01-01T00:00:00Z'];

async function captured(...names: string[]): Promise<string[]> {
  const found = await storeAll(
    service,
    auid,
    dates.map((date, at) => makePage(auid, names[at] ?? 'page', { date, content: `${at}` })),
  );
  return found.map(({ uuid }) => uuid);
}

describe('the overview of an artifact', () => {
  it('has the properties, the status and the type of the capture', async () => {
    const [uuid] = (await captured()) as [string];
    const headers = { accept: 'application/json' };
    const properties = await (await service.client.get(`/artifacts/${uuid}`, {}, headers)).json();
    expect(await overviewOf(uuid)).toMatchObject({
      artifact: properties,
      httpStatus: 200,
      mediaType: expect.stringMatching(/^\w+\/\w+$/),
      held: false,
    });
  });

  it('names the captures of the same URL before and after it', async () => {
    const [first, second, third] = (await captured()) as [string, string, string];
    const at = (uuid: string, date: string) => ({ uuid, collectionDate: Date.parse(date) });
    const of = async (uuid: string) => {
      const { previous, next, captures } = await overviewOf(uuid);
      return { previous, next, captures };
    };
    expect(await of(first)).toEqual({ next: at(second, dates[1]!), captures: 3 });
    expect(await of(second)).toEqual({
      previous: at(first, dates[0]!),
      next: at(third, dates[2]!),
      captures: 3,
    });
    expect(await of(third)).toEqual({ previous: at(second, dates[1]!), captures: 3 });
  });

  it('omits captures of other URLs and uncommitted captures', async () => {
    const [one, other, third] = (await captured('one', 'other', 'one')) as [string, string, string];
    expect(await overviewOf(one)).toMatchObject({ next: { uuid: third }, captures: 2 });
    await send(service.client, 'PUT', `/artifacts/${third}`, { form: { committed: 'false' } });
    const alone = await overviewOf(one);
    expect(alone).toMatchObject({ captures: 1 });
    expect(alone.next).toBeUndefined();
    expect(await overviewOf(third)).toMatchObject({ previous: { uuid: one }, captures: 1 });
    expect(await overviewOf(other)).toMatchObject({ captures: 1 });
  });

  it('distinguishes captures of the same second', async () => {
    const twins = await storeAll(service, auid, [
      makePage(auid, 'twin', { content: 'a' }),
      makePage(auid, 'twin', { content: 'b' }),
    ]);
    const [first, last] = twins.map(({ uuid }) => uuid).sort() as [string, string];
    const [of, after] = [await overviewOf(first), await overviewOf(last)];
    expect([of.previous, of.next?.uuid]).toEqual([undefined, last]);
    expect([after.previous?.uuid, after.next]).toEqual([first, undefined]);
  });

  it('reports when the artifact was checked, and that it is damaged', async () => {
    const [uuid] = (await captured()) as [string];
    const unchecked = await overviewOf(uuid);
    expect(unchecked).toMatchObject({ condition: 'unchecked', copies: { total: 1, intact: 1 } });
    expect(unchecked.checked).toBeUndefined();
    const beforeMs = Date.now();
    await keeper.walk();
    const { condition, checked } = await overviewOf(uuid);
    expect(condition).toBe('intact');
    expect(checked).toBeGreaterThanOrEqual(beforeMs);
    auid = `au ${aus++}`;
    const [broken] = await storeAll(service, auid, [makePage(auid, 'broken')]);
    await damage(broken!);
    await keeper.walk();
    expect(await overviewOf(broken!.uuid)).toMatchObject({
      condition: 'damaged',
      checked: expect.any(Number),
      copies: { total: 1, intact: 0 },
    });
  });

  it.each(['au', 'urlPrefix', 'list', 'namespace', 'node'])(
    'reports a requested check of scope %s',
    async (kind) => {
      await keeper.walk();
      const [uuid, other] = (await captured('a', 'b')) as [string, string, string];
      await requestCheck({ kind: 'list', uuids: [other] });
      const { condition, artifact } = await overviewOf(uuid);
      expect(condition).toBe('unchecked');
      const { started } = await requestCheck({
        kind,
        ...((kind === 'au' || kind === 'urlPrefix') && { auid }),
        ...(kind === 'urlPrefix' && { urlPrefix: artifact.uri }),
        ...(kind === 'list' && { uuids: [uuid] }),
      });
      expect(await overviewOf(uuid)).toMatchObject({ condition: 'intact', checked: started });
      await keeper.walk();
      expect((await overviewOf(uuid)).checked).toBeGreaterThan(started);
    },
  );

  it('ignores requested checks before the artifact was stored, and checks that could not read it', async () => {
    await captured();
    await requestCheck({ kind: 'au', auid });
    const [later] = (await storeAll(service, auid, [makePage(auid, 'later')])) as [Stored];
    expect(await overviewOf(later.uuid)).toMatchObject({ condition: 'unchecked' });
    const { check } = await requestCheck({ kind: 'au', auid });
    expect(await overviewOf(later.uuid)).toMatchObject({ condition: 'intact' });
    const { pool } = keeper.database;
    await pool.query('update fixity_run set unreadable = 1 where id = $1', [check]);
    await pool.query(
      `insert into fixity_run_exception (run_id, artifact_id, namespace, auid, url, outcome, reason)
       values ($1, $2, 'default', $3, $4, 'unreadable', 'the store could not be read')`,
      [check, later.uuid, auid, later.url],
    );
    expect(await overviewOf(later.uuid)).toMatchObject({ condition: 'unchecked' });
  });

  it('of a revisit includes the check of its payload', async () => {
    const [original] = (await storeAll(service, auid, [makePage(auid, 'original')])) as [Stored];
    const [copy] = (await storeAll(service, auid, [makeRevisit(auid, 'copy', 'original')])) as [Stored];
    await keeper.walk();
    expect(await overviewOf(copy.uuid)).toMatchObject({ condition: 'intact' });
    await keeper.database.pool.query(
      'update segment set checked_ms = null where id = (select segment_id from artifact where id = $1)',
      [original.uuid],
    );
    expect(await overviewOf(copy.uuid)).toMatchObject({ condition: 'unchecked' });
  });

  it('says that the artifact or its AU is under hold', async () => {
    const [held, free] = (await captured('held', 'free')) as [string, string];
    await send(service.client, 'POST', '/holds', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uuid: held, reason: 'litigation' }),
    });
    expect(await overviewOf(held)).toMatchObject({ held: true });
    expect(await overviewOf(free)).toMatchObject({ held: false });
    await send(service.client, 'POST', '/holds', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ auid, reason: 'litigation' }),
    });
    expect(await overviewOf(free)).toMatchObject({ held: true });
  });

  it('is 404 for an artifact that the namespace lacks', async () => {
    const [uuid] = (await captured()) as [string];
    const of = (path: string, query = {}) =>
      send(service.client, 'GET', `/artifacts/${path}/overview`, { query, authorization: as('reader') });
    expect((await of('0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61')).status).toBe(404);
    expect((await of(uuid, { namespace: 'other' })).status).toBe(404);
    expect((await of(uuid)).status).toBe(200);
  });
});
