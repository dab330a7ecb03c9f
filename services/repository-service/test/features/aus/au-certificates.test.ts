// Fixity certificates in GET /aus/{auid}/events and GET /aus/{auid}/condition.
import type { AuCondition, AuEvent, AuEvents, Check } from '@holdfast/api-types';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { listCertifiedChecks } from '../../../src/index/history/certified-checks.db.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { onIndex } from '../../index/on-index.ts';
import { type KeptStore, makeCompactionDeps, openKeptStore } from '../../jobs/compaction/kept-store.ts';
import { damage, locate } from '../../jobs/fixity/stored-artifacts.ts';
import { runRebuild } from '../../jobs/rebuild/rebuilt.ts';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { type Sent, send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';
import { until } from '../../until.ts';
import { plainHead, store } from '../artifacts/captures.ts';

const auid = 'certified';
/** Short poll interval, because every check waits for a poll. */
const POLL_EVERY_MS = 50;
let service: TestService;
let kept: KeptStore;
let namespace: string;
let namespaces = 0;

beforeAll(async () => {
  const settings = { COMPACTION_PERIOD: 'off', FIXITY_PERIOD: 'off', JOURNAL_INTERVAL: '1h' };
  service = await startTestService({ USERS_FILE: await writeRoleUsersFile(), ...settings }, POLL_EVERY_MS);
  kept = await openKeptStore(service);
});
beforeEach(() => {
  namespace = `certified-${namespaces++}`;
});

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' };
  const sent = { headers, body: JSON.stringify(body), authorization: as('chief') };
  return JSON.parse((await send(service.client, 'POST', path, sent)).text);
};
const put = (...bodies: string[]) =>
  store(
    service.client,
    bodies.map((body) => ({ url: `http://a.example/${body}`, head: plainHead, body })),
    { auid, namespace },
  );

/** Requests a check and waits for its end. Returns its ID. */
async function check(scope: object): Promise<string> {
  const { check: id }: Check = await post('/checks', { scope, reason: 'yearly' });
  await until(async () => {
    const { text } = await send(service.client, 'GET', `/checks/${id}`);
    return (JSON.parse(text) as Check).state === 'finished';
  });
  return id;
}

async function get<T>(of: string, sent: Sent = {}): Promise<T> {
  const query = { namespace, ...sent.query };
  const { status, text } = await send(service.client, 'GET', `/aus/${auid}/${of}`, { ...sent, query });
  if (status !== 200) throw new Error(text);
  return JSON.parse(text);
}
const listCertified = async (sent?: Sent): Promise<AuEvent[]> =>
  (await get<AuEvents>('events', sent)).events.filter(({ event }) => event === 'certified');
const listScopes = async (sent?: Sent) =>
  (await listCertified(sent)).map(({ certificate }) => certificate!.scope);

describe('the certificates of an AU', () => {
  it('are in its history and its condition, and name users only to some roles', async () => {
    const [uuid] = await put('one', 'two');
    expect(await get('condition')).not.toHaveProperty('lastCertificate');
    await check({ kind: 'au', namespace, auid });
    await damage(await locate(service, uuid!, { namespace }));
    const id = await check({ kind: 'au', namespace, auid });
    const certificate = {
      ...{ check: id, scope: 'au', verdict: 'faults', artifacts: 2, intact: 1, damaged: 1, missing: 0 },
      ...{ unreadable: 0, notChecked: 0, repaired: 0 },
    };
    const [last, before, ...more] = await listCertified();
    expect(last).toEqual({
      ...{ event: 'certified', at: expect.any(Number), by: 'chief', detail: 'yearly', certificate },
    });
    expect(before!.certificate).toMatchObject({ verdict: 'intact', intact: 2 });
    expect(more).toEqual([]);
    const { lastCertificate } = await get<AuCondition>('condition');
    expect(lastCertificate).toEqual({ ...certificate, at: last!.at, by: 'chief' });
    const byReader = { authorization: as('reader') };
    const seen = [await listCertified(byReader), await get('condition', byReader)];
    expect(seen).toMatchObject([[{ certificate }, {}], { lastCertificate: certificate }]);
    expect(JSON.stringify(seen)).not.toMatch(/chief|yearly/);
  });

  it('include the namespace and the node, but no part of the AU, and no check before its first import', async () => {
    await store(service.client, [{ head: plainHead, body: 'x' }], { auid: 'another', namespace });
    await check({ kind: 'node' });
    await check({ kind: 'namespace', namespace });
    const [uuid] = await put('one');
    expect(await listCertified()).toEqual([]);
    await check({ kind: 'urlPrefix', namespace, auid, urlPrefix: 'http://a.example/' });
    await check({ kind: 'list', namespace, uuids: [uuid] });
    await check({ kind: 'au', namespace, auid: 'another' });
    expect(await listCertified()).toEqual([]);
    await check({ kind: 'node' });
    await check({ kind: 'namespace', namespace });
    expect(await listScopes()).toEqual(['namespace', 'node']);
    await shipJournal(makeCompactionDeps(kept));
    expect(await listScopes()).toEqual(['namespace', 'node']);
    // A rebuild gives the segments and artifacts new dates, but restores the events.
    const again = await runRebuild(kept.store);
    const all = { after: undefined, limit: 9 };
    const theirs = await listCertifiedChecks(again.database.kysely, { namespace, auid, withNode: true }, all);
    expect(theirs.map(({ scope }) => scope.kind)).toEqual(['namespace', 'node']);
  });

  it('omit the node for tokens that are limited to namespaces', async () => {
    await put('one');
    await check({ kind: 'namespace', namespace });
    await check({ kind: 'node' });
    const token = { name: 'limited', roles: ['contentAdminRole'], namespaces: [namespace], days: 1 };
    const { secret } = await post('/tokens', token);
    const byToken = { authorization: `Bearer ${secret}` };
    expect(await listScopes()).toEqual(['node', 'namespace']);
    expect(await listScopes(byToken)).toEqual(['namespace']);
    expect(await get('condition', byToken)).toMatchObject({ lastCertificate: { scope: 'namespace' } });
  });

  it('are listed page by page together with the imports, also at the same time', async () => {
    await put('one');
    for (let i = 0; i < 3; i++) await check({ kind: 'au', namespace, auid });
    await put('two');
    // Wait, because an import is recorded after its response.
    await until(async () => (await get<AuEvents>('events')).events.length === 5);
    await onIndex(kept.database)`
      update fixity_run set ended_at = to_timestamp(
        (select max(started_ms) from import where namespace = ${namespace}) / 1000.0) where namespace = ${namespace}`;
    const { events: all } = await get<AuEvents>('events');
    const paged: AuEvent[] = [];
    for (let continuationToken: string | undefined = ''; continuationToken !== undefined; ) {
      const page: AuEvents = await get('events', { query: { limit: 1, continuationToken } });
      paged.push(...page.events);
      continuationToken = page.continuationToken;
    }
    expect(paged).toEqual(all);
  });

  it('are found through the index', async () => {
    const plan = await kept.database.kysely.transaction().execute(async (tx) => {
      await onIndex({ kysely: tx })`set local enable_seqscan = off`;
      const { rows } = await onIndex({ kysely: tx })<{ 'QUERY PLAN': string }>`
        explain select * from fixity_run
        where jsonb_hash_extended(scope, 0) = jsonb_hash_extended('{"kind": "node"}'::jsonb, 0)
          and scope = '{"kind": "node"}'::jsonb and state = 'finished' and (ended_at, id) < (now(), gen_random_uuid())
        order by ended_at desc, id desc limit 10`;
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/Index Scan Backward using fixity_run_finished/);
    expect(plan).not.toMatch(/Sort/);
  });
});
