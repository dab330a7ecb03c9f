// GET /artifacts/{uuid}/events over a real socket: the history of an artifact. After a rebuild, the history comes from
// the state journal.
import { makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { toHomeSegmentHistoryId, toSegmentHistoryId } from '../../../src/domain/artifact-event.ts';
import { makeRecordUuid } from '../../../src/domain/segments.ts';
import { openArtifactHistory } from '../../../src/index/history/artifact-history.ts';
import { orderPurge } from '../../../src/index/keeping/purge.db.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { erasePurgedArtifacts } from '../../../src/jobs/purge/erase.ts';
import { onIndex } from '../../index/on-index.ts';
import {
  compact,
  type KeptStore,
  makeCompactionDeps,
  openKeptStore,
} from '../../jobs/compaction/kept-store.ts';
import { damage, locate } from '../../jobs/fixity/stored-artifacts.ts';
import { type Keeper, openKeeper } from '../../jobs/fixity/walk.ts';
import { runRebuild } from '../../jobs/rebuild/rebuilt.ts';
import { as, writeRoleUsersFile } from '../../role-users.ts';
import { send } from '../../send.ts';
import { startTestService, type TestService } from '../../service.ts';

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
  auid = `au ${aus++}`;
});

interface Event {
  event: string;
  at: number;
  by?: string;
  fileName?: string;
  source?: string;
  detail?: string;
  artifacts?: number;
}
interface EventPage {
  events: Event[];
  pageInfo: { totalCount: number; continuationToken?: string };
}

const member = (name: string) =>
  makeResponseRecord(
    `http://www.example.org/${auid}/${name}`,
    Buffer.from(`${auid} ${name}`),
    '2020-02-20T20:20:20Z',
  );

async function imported(...names: string[]): Promise<string[]> {
  const { statuses } = await service.client.importArchive(Buffer.concat(names.map(member)), { auid });
  return statuses.map(({ artifactUuid }) => artifactUuid!);
}

async function eventPage(uuid: string, query = {}): Promise<EventPage> {
  const { text } = await send(service.client, 'GET', `/artifacts/${uuid}/events`, { query });
  return JSON.parse(text);
}
const eventsOf = async (uuid: string) => (await eventPage(uuid)).events;
const kindsOf = async (uuid: string) => (await eventsOf(uuid)).map(({ event }) => event);
const ship = () => shipJournal(makeCompactionDeps(kept));

/** Changes the artifact as a user with this role. */
const commit = (uuid: string, committed: boolean) =>
  send(service.client, 'PUT', `/artifacts/${uuid}`, {
    authorization: as('writer'),
    form: { committed: String(committed) },
  });
const remove = (uuid: string) =>
  send(service.client, 'DELETE', `/artifacts/${uuid}`, { authorization: as('carrier') });

/** Creates two artifacts with events of every kind. */
async function livedThrough(): Promise<{ one: string; other: string }> {
  const [one, other] = (await imported('one', 'other')) as [string, string];
  await commit(one, false);
  await keeper.walk();
  await imported('more');
  await compact(kept);
  await damage(await locate(service, one));
  await keeper.walk();
  await imported('one');
  await send(service.client, 'POST', '/holds', {
    authorization: as('writer'),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ auid, reason: 'litigation' }),
  });
  await keeper.walk();
  return { one, other };
}

const LIFE = [
  'captured',
  'stored',
  'uncommitted',
  'checked',
  'moved',
  'damaged',
  'checked',
  'repaired',
  'held',
  'checked',
];

describe('the events of an artifact', () => {
  it('tell its whole life in order, whether the journal is in the store or not', async () => {
    const { one, other } = await livedThrough();
    const before = await eventsOf(one);
    expect(before.map(({ event }) => event)).toEqual(LIFE);
    expect(before[1]).toMatchObject({ by: 'admin', fileName: expect.any(String) });
    expect(before[2]).toMatchObject({ by: 'writer' });
    expect(before[3]).toMatchObject({ artifacts: 2 });
    expect(before[7]).toMatchObject({ source: 'upload', sourceKind: 'upload', by: 'admin' });
    expect(before[8]).toMatchObject({ by: 'writer', detail: 'litigation' });
    await ship();
    expect(await eventsOf(one)).toEqual(before);
    expect(await kindsOf(other)).not.toContain('repaired');
  });

  it('are the same after a rebuild from the object store', async () => {
    const { one, other } = await livedThrough();
    await ship();
    const again = await runRebuild(kept.store);
    for (const artifact of [one, other]) {
      const subject = { artifact, namespace: 'default', auid };
      const page = { after: undefined, limit: 100 };
      const [mine, theirs] = await Promise.all(
        [kept.database, again.database].map(async ({ kysely }) =>
          (await openArtifactHistory(kysely, subject)).list(page),
        ),
      );
      expect(theirs).toEqual(mine);
      expect(mine!.length).toBeGreaterThan(5);
    }
  });

  it('are paged, and nothing is missing or repeated', async () => {
    const { one } = await livedThrough();
    const all = await eventsOf(one);
    const paged: Event[] = [];
    for (let continuationToken: string | undefined; ; ) {
      const page = await eventPage(one, { limit: 1, continuationToken });
      expect(page.pageInfo.totalCount).toBe(all.length);
      paged.push(...page.events);
      continuationToken = page.pageInfo.continuationToken;
      if (continuationToken === undefined) break;
    }
    expect(paged).toEqual(all);
  });

  it('are known of a deleted one, to its deletion and no further', async () => {
    const [uuid, neighbour] = (await imported('one', 'other')) as [string, string];
    await remove(uuid);
    await keeper.walk();
    const expected = [
      { event: 'stored', at: expect.any(Number), by: 'admin', fileName: expect.any(String) },
      { event: 'deleted', at: expect.any(Number), by: 'carrier' },
    ];
    expect(await eventsOf(uuid)).toEqual(expected);
    await ship();
    expect(await eventsOf(uuid)).toEqual(expected);
    expect(await kindsOf(neighbour)).toEqual(['captured', 'stored', 'checked']);
    const elsewhere = { query: { namespace: 'elsewhere' } };
    expect((await send(service.client, 'GET', `/artifacts/${uuid}/events`, elsewhere)).status).toBe(404);
  });

  it('are known of a purged one, with the erasure of its bytes', async () => {
    const [uuid] = (await imported('one', 'other')) as [string];
    const { rows } = await onIndex(kept.database)<{ id: number }>`select id from au where auid = ${auid}`;
    await orderPurge(kept.database.kysely, rows[0]!.id, [uuid], { by: 'the court', reason: 'an order' });
    const { signal } = new AbortController();
    const deps = {
      ...makeCompactionDeps(kept),
      db: kept.database.kysely,
      signal,
      throttle: async () => undefined,
    };
    await erasePurgedArtifacts(deps);
    expect(await kindsOf(uuid)).toEqual(['stored', 'purged', 'erased']);
  });

  it('name the user who created it, also where several users create at a time', async () => {
    const create = async (user: 'writer' | 'carrier' | 'chief', name: string) => {
      const answer = await send(service.client, 'POST', '/artifacts', {
        authorization: as(user),
        parts: [
          ['artifactProps', JSON.stringify({ auid, uri: `http://www.example.org/${auid}/${name}` })],
          ['payload', new Blob([name])],
        ],
      });
      return JSON.parse(answer.text).uuid as string;
    };
    const users = ['writer', 'chief', 'writer', 'chief'] as const;
    const uuids = await Promise.all(users.map((user, i) => create(user, `${i}`)));
    for (const [i, uuid] of uuids.entries())
      expect((await eventsOf(uuid)).slice(1)).toEqual([
        { event: 'stored', at: expect.any(Number), by: users[i] },
      ]);
  });

  it('are 404 for what never was, also in a segment that is there', async () => {
    const [uuid] = (await imported('one')) as [string];
    const unknown = `${uuid.slice(0, 15)}fff${uuid.slice(18)}`;
    for (const one of [unknown, 'none'])
      expect((await send(service.client, 'GET', `/artifacts/${one}/events`)).status).toBe(404);
  });
});

describe('the journal', () => {
  it('has one line for an import and one for a check, whatever the number of artifacts', async () => {
    const count = async () => {
      const { rows } = await onIndex(kept.database)<{ lines: number }>`
        select count(*)::integer as lines from journal join au on au.id = au_id where auid = ${auid}`;
      return rows[0]!.lines;
    };
    await imported(...Array.from({ length: 300 }, (_, i) => `${i}`));
    expect(await count()).toBe(1);
    await keeper.walk();
    expect(await count()).toBe(2);
  });
});

describe('the mark of a segment', () => {
  it('is found from the uuid of each of its artifacts', () => {
    const segment = '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61';
    for (const offset of [0, 31, 32, 5_000, 10 ** 9, 10 ** 11])
      expect(toHomeSegmentHistoryId(makeRecordUuid(segment, offset))).toBe(
        toSegmentHistoryId(`ns/default/x/${segment}.warc.gz`),
      );
  });
});
