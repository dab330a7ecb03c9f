// GET /damage, POST /damage/{uuid}/repair, GET /purges and GET /artifacts/{uuid}/events over a real socket: users see
// damage and lost content, and can start repairs.
import { rm } from 'node:fs/promises';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { orderPurge } from '../../../src/index/keeping/purge.db.ts';
import { compact, openKeptStore } from '../../jobs/compaction/kept-store.ts';
import {
  damage,
  locate,
  makePage,
  makeRevisit,
  makeUrl,
  packRecords,
  pageDate,
  type Stored,
  storeAll,
} from '../../jobs/fixity/stored-artifacts.ts';
import { type Keeper, openKeeper } from '../../jobs/fixity/walk.ts';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';
import { makeWarcRecord } from '../replay/made-records.ts';

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

const get = <T>(path: string) => service.client.json<T>(path);
interface DamagePage {
  artifacts: { uuid: string; damages: { part: string; reason: string }[] }[];
  objects?: { key: string }[];
  pageInfo: { totalCount: number; continuationToken?: string };
}
interface Repaired {
  outcome: string;
  copy?: string;
  remedies: string[];
}
interface AuditLog {
  entries: { subject?: { result?: string } }[];
}
interface Events {
  events: { event: string; by?: string; detail?: string; fileName?: string }[];
}

const repair = async (uuid: string, sent: Sent = {}) =>
  send(service.client, 'POST', `/damage/${uuid}/repair`, sent);
const repaired = async (uuid: string): Promise<Repaired> => JSON.parse((await repair(uuid)).text);
const payloadOf = (uuid: string) => service.client.bytes(`/artifacts/${uuid}/payload`);
const eventsOf = async (uuid: string, authorization?: string) => {
  const sent = authorization === undefined ? {} : { authorization };
  const { text } = await send(service.client, 'GET', `/artifacts/${uuid}/events`, sent);
  return (JSON.parse(text) as Events).events;
};

describe('the damaged', () => {
  it('are listed in pages, with what is wrong with them', async () => {
    const artifacts = await storeAll(
      service,
      auid,
      ['a', 'b', 'c'].map((name) => makePage(auid, name)),
    );
    for (const artifact of artifacts) await damage(artifact);
    await keeper.walk();
    const first = await get<DamagePage>('/damage?limit=2');
    const token = encodeURIComponent(first.pageInfo.continuationToken!);
    const second = await get<DamagePage>(`/damage?limit=2&continuationToken=${token}`);
    expect([...first.artifacts, ...second.artifacts].map(({ uuid }) => uuid).sort()).toEqual(
      artifacts.map(({ uuid }) => uuid).sort(),
    );
    expect([first.pageInfo.totalCount, second.pageInfo.totalCount]).toEqual([3, 3]);
    expect(first.artifacts[0]!.damages).toEqual([
      { part: 'record', reason: expect.any(String), found: expect.any(Number), key: expect.any(String) },
    ]);
    expect([Array.isArray(first.objects), second.objects]).toEqual([true, undefined]);
    const { uuid } = artifacts[1]!;
    const one = await get<DamagePage>(`/damage?uuid=${uuid}`);
    expect(one).toMatchObject({ artifacts: [{ uuid }], pageInfo: { totalCount: 1 } });
    expect(one.objects).toBeUndefined();
    const other = await get<DamagePage>('/damage?uuid=0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61');
    expect(other).toMatchObject({ artifacts: [], pageInfo: { totalCount: 0 } });
    for (const wrong of ['x', `urn:uuid:${uuid}`])
      expect((await send(service.client, 'GET', '/damage', { query: { uuid: wrong } })).status).toBe(400);
    expect((await send(service.client, 'GET', '/damage', { query: { limit: 0 } })).status).toBe(400);
    await service.client.importArchive(packRecords(['a', 'b', 'c'].map((name) => makePage(auid, name))), {
      auid,
    });
    expect((await get<DamagePage>('/damage')).artifacts).toEqual([]);
  });

  it('are mended with a whole copy of another AU, where they were', async () => {
    const record = makePage(auid, 'a', { sizeBytes: 50_000 });
    const [one] = (await storeAll(service, auid, [record])) as [Stored];
    const [copy] = (await storeAll(service, `${auid} copy`, [record])) as [Stored];
    const before = await payloadOf(one.uuid);
    await damage(one);
    await keeper.walk();
    expect((await service.client.get(`/artifacts/${one.uuid}/payload`)).status).toBe(502);
    expect(await repaired(one.uuid)).toEqual({
      outcome: 'repaired',
      copy: copy.uuid,
      damages: [],
      remedies: [],
    });
    expect(Buffer.compare(await payloadOf(one.uuid), before)).toBe(0);
    expect(await repaired(one.uuid)).toEqual({ outcome: 'well', damages: [], remedies: [] });
    const events = (await eventsOf(one.uuid)).map(({ event }) => event);
    expect(events).toEqual(['captured', 'stored', 'damaged', 'checked', 'repaired']);
    expect(await service.client.artifacts(auid, { includeUncommitted: true })).toHaveLength(1);
  });

  it('are mended with what was captured with them, where a copy has that', async () => {
    const record = makePage(auid, 'a');
    const request = makeWarcRecord(
      'request',
      makeUrl(auid, 'a'),
      pageDate,
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
    );
    const [one] = (await storedWith(service, auid, [request, record])) as [Stored];
    await storedWith(service, `${auid} copy`, [request, record]);
    const records = async () =>
      (await get<{ records: { type: string }[] }>(`/artifacts/${one.uuid}/records`)).records.map(
        ({ type }) => type,
      );
    const before = await records();
    expect(before).toContain('request');
    await rm(one.path);
    await keeper.walk();
    expect(await repaired(one.uuid)).toMatchObject({ outcome: 'repaired' });
    expect(await records()).toEqual(before);
    const events = (await eventsOf(one.uuid)).map(({ event }) => event);
    expect(events).toEqual(['captured', 'stored', 'damaged', 'checked', 'repaired']);
  });

  it('are mended where a revisit shares what is damaged', async () => {
    const record = makePage(auid, 'a', { sizeBytes: 50_000 });
    const [one] = (await storeAll(service, auid, [record])) as [Stored];
    await storeAll(service, `${auid} copy`, [record]);
    const [sharer] = (await storeAll(service, auid, [makeRevisit(auid, 'b', 'a')])) as [Stored];
    await damage(one);
    await keeper.walk();
    expect(await repaired(sharer.uuid)).toMatchObject({ outcome: 'repaired' });
    expect(Buffer.compare(await payloadOf(sharer.uuid), await payloadOf(one.uuid))).toBe(0);
  });

  it('are not mended with a copy that is damaged too, and it is said what would', async () => {
    const record = makePage(auid, 'a');
    const [one] = (await storeAll(service, auid, [record])) as [Stored];
    const [copy] = (await storeAll(service, `${auid} copy`, [record])) as [Stored];
    await damage(one);
    await keeper.walk();
    // Damages the copy only after the check, so the service does not know of this damage.
    await damage(copy);
    expect(await repaired(one.uuid)).toMatchObject({ outcome: 'damaged', remedies: ['importAgain'] });
    await rm(one.path);
    expect(await repaired(one.uuid)).toMatchObject({ remedies: ['importAgain', 'restoreObject'] });
    await service.client.importArchive(packRecords([record]), { auid });
    expect(await repaired(one.uuid)).toMatchObject({ outcome: 'well' });
    await service.client.importArchive(packRecords([record]), { auid: `${auid} copy` });
    // The audit log contains an entry with the result of each repair.
    const resultsOf = async () => {
      const { entries } = await get<AuditLog>(`/audit?artifact=${one.uuid}&operation=repairArtifact`);
      return entries.map(({ subject }) => subject?.result);
    };
    await until(async () => (await resultsOf()).length === 3);
    expect(await resultsOf()).toEqual(['well', 'damaged', 'damaged']);
  });

  it('are repaired only by those who may, and where there are any', async () => {
    const [one] = (await storeAll(service, auid, [makePage(auid, 'a')])) as [Stored];
    expect((await repair(one.uuid, { authorization: as('reader') })).status).toBe(403);
    expect((await repair(one.uuid, { query: { namespace: 'other' } })).status).toBe(404);
    expect((await repair('none')).status).toBe(404);
  });
});

describe('the events of an artifact', () => {
  it('tell who imported it to those who may know', async () => {
    const [one] = (await storeAll(service, auid, [makePage(auid, 'a')])) as [Stored];
    expect((await eventsOf(one.uuid))[1]).toMatchObject({ event: 'stored', by: 'admin' });
    const [, atReader] = await eventsOf(one.uuid, as('reader'));
    expect(atReader).toEqual({ event: 'stored', at: expect.any(Number) });
    await keeper.walk();
    expect((await eventsOf(one.uuid)).map(({ event }) => event)).toEqual(['captured', 'stored', 'checked']);
    expect((await send(service.client, 'GET', '/artifacts/none/events')).status).toBe(404);
  });

  it('tell that it was moved', async () => {
    const kept = await openKeptStore(service);
    const [one] = (await storeAll(service, auid, [makePage(auid, 'a')])) as [Stored];
    await storeAll(service, auid, [makePage(auid, 'b')]);
    await compact(kept);
    expect((await eventsOf(one.uuid)).map(({ event }) => event)).toContain('moved');
  });

  it('tell of a purge, when, and to some by whom and why', async () => {
    const [one, two] = (await storeAll(service, auid, [makePage(auid, 'a'), makePage(auid, 'b')])) as [
      Stored,
      Stored,
    ];
    const { rows } = await keeper.database.pool.query('select au_id from artifact where id = $1', [one.uuid]);
    const ids = [one.uuid, two.uuid];
    await orderPurge(keeper.database.kysely, rows[0].au_id, ids, { by: 'the court', reason: 'an order' });
    const at = expect.any(Number);
    expect(await eventsOf(one.uuid)).toEqual([
      { event: 'stored', at, by: 'admin', fileName: expect.any(String) },
      { event: 'purged', at, by: 'the court', detail: 'an order' },
    ]);
    expect(await eventsOf(one.uuid, as('reader'))).toEqual([
      { event: 'stored', at },
      { event: 'purged', at },
    ]);
    interface Purges {
      purges: { uuid: string; by: string; reason: string; contentDigest: string; erased?: number }[];
      pageInfo: { totalCount: number; continuationToken?: string };
    }
    const first = await get<Purges>('/purges?limit=1');
    const token = encodeURIComponent(first.pageInfo.continuationToken!);
    const second = await get<Purges>(`/purges?limit=1&continuationToken=${token}`);
    expect([...first.purges, ...second.purges].map(({ uuid }) => uuid).sort()).toEqual(ids.sort());
    expect(first.purges[0]).toMatchObject({
      by: 'the court',
      reason: 'an order',
      contentDigest: expect.stringMatching(/^SHA-256:[0-9a-f]{64}$/),
    });
    expect((await send(service.client, 'GET', '/purges', { query: { limit: 0 } })).status).toBe(400);
  });
});

/** Imports the records of one capture. Returns the location of the capture in the store. */
async function storedWith(service: TestService, auid: string, records: readonly Buffer[]): Promise<Stored[]> {
  const { statuses } = await service.client.importArchive(packRecords(records), {
    auid,
    storeDuplicate: true,
  });
  return Promise.all(statuses.map(({ artifactUuid }) => locate(service, artifactUuid!)));
}
