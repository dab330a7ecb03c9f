// GET /aus/{auid}/report, /aus/{auid}/condition and /aus/{auid}/events over a real socket.
import type { AuCondition, AuEvent, AuEvents, AuReport, AuReportLine } from '@holdfast/api-types';
import { makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createAuReporter } from '../../../src/features/aus/au-report.ts';
import { readAuReport } from '../../../src/index/aus/au-report.db.ts';
import { listAuEvents } from '../../../src/index/history/au-events.db.ts';
import { orderPurge } from '../../../src/index/keeping/purge.db.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { onIndex } from '../../index/on-index.ts';
import { type KeptStore, makeCompactionDeps, openKeptStore } from '../../jobs/compaction/kept-store.ts';
import { damage, locate } from '../../jobs/fixity/stored-artifacts.ts';
import { type Keeper, openKeeper } from '../../jobs/fixity/walk.ts';
import { runRebuild } from '../../jobs/rebuild/rebuilt.ts';
import { as, type RoleUser, writeRoleUsersFile } from '../../role-users.ts';
import { readProblem, type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';
import { plainHead, store } from '../artifacts/captures.ts';

let service: TestService;
let kept: KeptStore;
let keeper: Keeper;
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
  keeper = await openKeeper(service);
});
beforeEach(() => {
  auid = `au page ${aus++}`;
});

const path = (of: string) => `/aus/${encodeURIComponent(auid)}/${of}`;
const get = (of: string, query: Sent['query'] = {}, user?: RoleUser) =>
  send(service.client, 'GET', path(of), { query, ...(user && { authorization: as(user) }) });
async function read<T>(of: string, query: Sent['query'] = {}, user?: RoleUser): Promise<T> {
  const { status, text } = await get(of, query, user);
  if (status !== 200) throw new Error(text);
  return JSON.parse(text);
}

const capture = (url: string, type: string, body: string, status = '200 OK') => ({
  url,
  head: `HTTP/1.1 ${status}\r\nContent-Type: ${type}`,
  body,
});

describe('the report of an AU', () => {
  const sum = (lines: readonly AuReportLine[], of: 'artifacts' | 'bytes') =>
    lines.reduce((total, line) => total + line[of], 0);

  it('adds up to the content of the AU in each group', async () => {
    const captures = [
      capture('http://a.example/', 'text/html', 'one'),
      capture('http://A.example:8080/x?y', 'text/html; charset=utf-8', 'four'),
      capture('https://u:p@b.example?q', 'image/png', 'x'.repeat(100)),
      capture('http://a.example/gone', 'text/html', 'gone', '404 Not Found'),
      { url: 'http://a.example/plain', body: 'resource', contentType: 'text/plain' },
    ];
    const uuids = await store(service.client, captures, { auid });
    await send(service.client, 'PUT', `/artifacts/${uuids[3]}`, { form: { committed: 'false' } });
    const report = await read<AuReport>('report');
    expect(report).toMatchObject({ auid, namespace: 'default', artifacts: 4, bytes: 3 + 4 + 100 + 8 });
    expect(report.hosts).toEqual([
      { name: 'a.example', artifacts: 2, bytes: 11 },
      { name: 'b.example', artifacts: 1, bytes: 100 },
      { name: 'a.example:8080', artifacts: 1, bytes: 4 },
    ]);
    expect(report.years).toEqual([{ name: '2020', artifacts: 4, bytes: 115 }]);
    expect(report.statuses).toEqual([
      { name: '200', artifacts: 3, bytes: 107 },
      { artifacts: 1, bytes: 8 },
    ]);
    for (const lines of [report.hosts, report.types, report.statuses, report.years]) {
      expect(sum(lines, 'artifacts')).toBe(report.artifacts);
      expect(sum(lines, 'bytes')).toBe(report.bytes);
    }
    const size = JSON.parse((await get('size')).text);
    expect(report.bytes).toBe(size.totalAllVersions);
  });

  it('contains no formulas as CSV, and equals the JSON', async () => {
    await store(
      service.client,
      [capture('http://=cmd.example,"x"/', 'text/html', 'one'), capture('http://a.example/', '=1+1', 'two')],
      { auid },
    );
    const [json, csv] = [await read<AuReport>('report'), await get('report', { format: 'csv' })];
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="au-report.csv"');
    const lines = csv.text.split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['group,name,artifacts,bytes', `all,,2,${json.bytes}`]);
    expect(lines).toContain(`hosts,"'=cmd.example,""x""",1,3`);
    expect(lines.filter((line) => /(?:^|,)[=+@-]/.test(line))).toEqual([]);
    const count = [json.hosts, json.types, json.statuses, json.years].flat().length;
    expect(lines).toHaveLength(count + 3);
  });

  it('combines the names after the first thousand', async () => {
    const captures = Array.from({ length: 1_003 }, (_, i) =>
      capture(`http://h${String(i).padStart(4, '0')}.example/`, 'text/html', 'x'),
    );
    await store(service.client, captures, { auid });
    const { hosts, artifacts } = await read<AuReport>('report');
    expect(hosts).toHaveLength(1_001);
    expect(hosts.at(-1)).toEqual({ others: 3, artifacts: 3, bytes: 3 });
    expect(sum(hosts, 'artifacts')).toBe(artifacts);
    expect((await get('report', { format: 'csv' })).text).toContain('hosts,(3 others),3,3');
  });

  it('is aborted after its time limit', async () => {
    await store(service.client, [{ head: plainHead, body: 'x' }], { auid });
    const { rows } = await onIndex(kept.database)<{ id: number }>`select id from au where auid = ${auid}`;
    const client = await kept.database.pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table artifact in access exclusive mode');
      const late = readAuReport(kept.database.kysely, rows[0]!.id, { longestMs: 50 });
      await expect(late).rejects.toMatchObject({ code: '57014' });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

it('a report for which nobody waits any more is not computed', async () => {
  const listingDb = kept.database.share(4);
  const report = createAuReporter({ db: kept.database.kysely, listingDb, nowMs: Date.now });
  const names = ['1', '2', '3'].map((name) => `${auid} ${name}`);
  for (const name of names) await store(service.client, [{ head: plainHead, body: name }], { auid: name });
  const leaving = new AbortController();
  const client = await kept.database.pool.connect();
  await client.query('begin');
  await client.query('lock table artifact in access exclusive mode');
  const [one, two, three] = names.map((name, i) =>
    report({
      ...{ namespace: 'default', auid: name, user: 'a user' },
      signal: i < 2 ? new AbortController().signal : leaving.signal,
    }),
  );
  leaving.abort(new Error('left'));
  await expect(three).rejects.toThrow('left');
  await client.query('rollback');
  client.release();
  expect([(await one!).auid, (await two!).auid]).toEqual(names.slice(0, 2));
});

describe('the condition of an AU', () => {
  it('reports checks, damage, holds and the last import, and users only to some roles', async () => {
    const [uuid] = await store(service.client, [{ head: plainHead, body: 'x'.repeat(500), level: 0 }], {
      auid,
    });
    // Wait, because an import is recorded after its response.
    await until(async () => (await read<AuCondition>('condition')).lastImport?.outcome === 'complete');
    expect(await read<AuCondition>('condition')).toEqual({
      ...{ namespace: 'default', auid, artifacts: 1, uncommitted: 0, damaged: 0, holds: 0, copies: 1 },
      objects: { segments: 1, faulty: 0, unchecked: 1 },
      stores: [],
      lastImport: {
        ...{ at: expect.any(Number), outcome: 'complete', by: 'admin', fileName: expect.any(String) },
      },
    });
    await keeper.walk();
    const checked = await read<AuCondition>('condition', {}, 'reader');
    expect(checked).toMatchObject({ objects: { unchecked: 0 }, lastImport: { outcome: 'complete' } });
    expect(checked.oldestCheck).toBe(checked.latestCheck);
    expect(JSON.stringify(checked)).not.toMatch(/admin|stores|fileName/);
    await damage(await locate(service, uuid!));
    await keeper.walk();
    await send(service.client, 'POST', '/holds', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uuid, reason: 'litigation' }),
    });
    expect(await read<AuCondition>('condition')).toMatchObject({ damaged: 1, holds: 1, copies: 0 });
  });
});

describe('the events of an AU', () => {
  const kinds = (events: readonly AuEvent[]) => events.map(({ event }) => event);

  /** Creates an AU with an event of each kind. */
  async function lived(): Promise<void> {
    const record = (name: string) =>
      makeResponseRecord(
        `http://www.example.org/${auid}/${name}`,
        Buffer.from(`${auid} ${name}`),
        '2020-02-20T20:20:20Z',
      );
    const names = ['one', 'two', 'three', 'four'];
    const { statuses } = await service.client.importArchive(Buffer.concat(names.map(record)), { auid });
    const [one, two, three, four] = statuses.map(({ artifactUuid }) => artifactUuid!);
    const post = (body: object) =>
      send(service.client, 'POST', '/holds', {
        authorization: as('writer'),
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const hold = JSON.parse((await post({ auid, reason: 'litigation' })).text);
    await send(service.client, 'DELETE', `/holds/${hold.hold}`, { authorization: as('writer') });
    await post({ uuid: four, reason: 'one of them' });
    for (const uuid of [one!, two!]) await damage(await locate(service, uuid));
    await keeper.walk();
    await service.client.importArchive(Buffer.concat([record('one'), record('two')]), { auid });
    const byCarrier = { authorization: as('carrier') };
    const { headers } = await send(service.client, 'DELETE', `/artifacts/${three}`, byCarrier);
    const deletion = headers.get('x-holdfast-deletion');
    await send(service.client, 'POST', `/deletions/${deletion}/undo`, byCarrier);
    const { rows } = await onIndex(kept.database)<{ id: number }>`select id from au where auid = ${auid}`;
    await orderPurge(kept.database.kysely, rows[0]!.id, [two!], { by: 'the court', reason: 'an order' });
  }
  const LIFE = 'purged restored deleted repaired imported damaged held released held imported'.split(' ');

  it('are listed newest first, combined by change, whether the journal is in the store or not', async () => {
    await lived();
    const { events: before } = await read<AuEvents>('events');
    expect(kinds(before)).toEqual(LIFE);
    expect(before[0]).toMatchObject({ by: 'the court', detail: 'an order', artifacts: 1 });
    for (const one of before.slice(1, 3))
      expect(one).toMatchObject({ by: 'carrier', artifacts: 1, uuid: expect.any(String) });
    expect(before[3]).toMatchObject({ source: 'upload', sourceKind: 'upload', artifacts: 2 });
    expect(before[3]).not.toHaveProperty('uuid');
    expect(before[5]).toMatchObject({ artifacts: 2, detail: expect.any(String) });
    expect(before[9]).toMatchObject({ by: 'admin', outcome: 'complete', counts: { OK: 4 } });
    await shipJournal(makeCompactionDeps(kept));
    expect((await read<AuEvents>('events')).events).toEqual(before);
    const again = await runRebuild(kept.store);
    const page = { after: undefined, limit: 100, nowMs: Date.now() };
    const theirs = await listAuEvents(
      again.database.kysely,
      { namespace: 'default', auid, withNode: true },
      page,
    );
    // A rebuild does not restore the history of imports, which is only in PostgreSQL.
    expect(theirs.map(({ event }) => event)).toEqual(LIFE.filter((event) => event !== 'imported'));
  });

  it('continue after the last event of the page, and none is missing or repeated', async () => {
    await lived();
    await shipJournal(makeCompactionDeps(kept));
    const { events: all } = await read<AuEvents>('events');
    const paged: AuEvent[] = [];
    for (let continuationToken: string | undefined = ''; continuationToken !== undefined; ) {
      const page: AuEvents = await read('events', { limit: 1, continuationToken });
      expect(page.events).toHaveLength(1);
      paged.push(...page.events);
      continuationToken = page.continuationToken;
    }
    expect(paged).toEqual(all);
    const bad = await get('events', { continuationToken: 'none' });
    expect(readProblem(bad).status).toBe(400);
  });

  it('name users, files and reasons only to those who may see them', async () => {
    await lived();
    const { events } = await read<AuEvents>('events', {}, 'reader');
    expect(kinds(events)).toEqual(LIFE);
    expect(JSON.stringify(events)).not.toMatch(/admin|carrier|writer|court|litigation|order|fileName/);
    expect(events[5]).toHaveProperty('detail');
  });

  it('are found through the index', async () => {
    const plan = await kept.database.kysely.transaction().execute(async (tx) => {
      await onIndex({ kysely: tx })`set local enable_seqscan = off`;
      const { rows } = await onIndex({ kysely: tx })<{ 'QUERY PLAN': string }>`
        explain select at_ms, line_id, kind, count(*) from event
        where hashtextextended(detail ->> 'auid', 0) = hashtextextended('x', 0)
          and kind in (6, 7, 8, 9, 10, 11, 12, 14)
        group by at_ms, line_id, kind order by at_ms desc, line_id desc, kind desc limit 10`;
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/event_of_au/);
  });
});

describe('an AU that does not exist', () => {
  it.each(['report', 'condition', 'events'])('has no %s', async (of) => {
    expect(readProblem(await get(of)).status).toBe(404);
    await store(service.client, [{ head: plainHead, body: 'x' }], { auid, namespace: 'other' });
    expect(readProblem(await get(of)).status).toBe(404);
    expect((await get(of, { namespace: 'other' })).status).toBe(200);
    expect(readProblem(await get(of, { namespace: '!' })).status).toBe(400);
  });

  it('has no report in another format', async () => {
    expect(readProblem(await get('report', { format: 'xml' })).status).toBe(400);
  });
});
