// Tests the planner, which decides which messages each target gets, with a real PostgreSQL.
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { claimDeliveries, listDeliveries } from '../src/index/deliveries.db.ts';
import { updateIncidents } from '../src/index/incidents.db.ts';
import { listNotices, recordNotices } from '../src/index/notices.db.ts';
import { changeTarget } from '../src/index/targets.db.ts';
import type { NewNotice, StoredNotice } from '../src/notices/notice.ts';
import { findLastMonday, groupNotices } from '../src/planning/group-notices.ts';
import { deleteOldRows, planDeliveries } from '../src/planning/plan-deliveries.ts';
import { addTarget, createNoticeDatabase, openEmptyNotices, type TestNotices } from './notice-database.ts';

const damage = (at: number): StoredNotice => ({
  ...{ id: `${at}`, at, kind: 'damage.found', status: 'event', detail: { count: 1 } },
});
const away = (at: number, status: 'firing' | 'resolved'): StoredNotice => ({
  ...{ id: `${at}`, at, kind: 'store.away', status, detail: { name: 'second' } },
});
const wanting = { kinds: ['damage.found', 'store.away'], weekly: false, hourlyCap: 20 } as const;

describe('messages of a target', () => {
  it('contain one kind, and never both the start and the end of a condition', () => {
    const { groups } = groupNotices(
      wanting,
      [damage(1), away(2, 'firing'), damage(3), away(4, 'resolved'), away(5, 'firing')],
      0,
    );
    expect(groups.map((group) => group.map(({ at }) => at))).toEqual([[1, 3], [2, 5], [4]]);
  });

  it('omit kinds and summaries to which the target is not subscribed', () => {
    const summary = { ...damage(2), kind: 'summary.weekly' } as const;
    const notices = [{ ...damage(1), kind: 'hold.placed' } as const, summary];
    expect(groupNotices(wanting, notices, 0).groups).toEqual([]);
    expect(groupNotices({ ...wanting, weekly: true }, notices, 0).groups).toEqual([[summary]]);
  });

  it('are limited per hour, and further notices are counted', () => {
    const notices = [damage(1), away(2, 'firing'), away(3, 'resolved')];
    const { groups, overflow } = groupNotices({ ...wanting, hourlyCap: 5 }, notices, 4);
    expect(groups).toEqual([[damage(1)]]);
    expect(overflow.map(({ at }) => at)).toEqual([2, 3]);
    expect(groupNotices(wanting, notices, 30).groups).toEqual([]);
  });

  it('summarize weeks that begin on Monday at 6:00 UTC', () => {
    const monday = Date.parse('2026-11-23T06:00:00Z');
    expect(findLastMonday(monday)).toBe(monday);
    expect(findLastMonday(monday - 1)).toBe(monday - 7 * 86_400_000);
    expect(findLastMonday(Date.parse('2026-11-29T23:59:59Z'))).toBe(monday);
  });
});

describe('the planner', () => {
  let url: string;
  let notices: TestNotices;
  beforeAll(async () => {
    url = await createNoticeDatabase();
  });
  beforeEach(async () => {
    notices = await openEmptyNotices(url);
  });
  const record = (...list: NewNotice[]) => recordNotices(notices.database.db, 'repository', list);
  const subjects = async () => {
    const page = { before: undefined, limit: 100 };
    const found = await listDeliveries(notices.database.db, 'repository', { state: undefined }, page);
    return found.map(({ subject }) => subject).sort();
  };
  const found = (more: Partial<NewNotice> = {}): NewNotice => ({
    ...{ kind: 'damage.found', status: 'event', detail: { count: 1 } },
    ...more,
  });

  it('waits for more notices, and then makes one message', async () => {
    await addTarget(notices, { type: 'mail', address: 'librarian@example.org' });
    const at = Date.now();
    await record(found({ at }), found({ at: at + 1, detail: { count: 2 } }));
    const planner = { ...notices.planner, groupMs: 300_000 };
    await planDeliveries({ ...planner, nowMs: () => at + 299_999 });
    expect(await subjects()).toEqual([]);
    expect(await planDeliveries({ ...planner, nowMs: () => at + 300_000 })).toBe(2);
    expect(await subjects()).toEqual(['[Holdfast example] 3 artifacts are damaged']);
    expect(await planDeliveries({ ...planner, nowMs: () => at + 900_000 })).toBe(0);
  });

  it('finds the names of the AUs of due notices', async () => {
    await addTarget(notices, { type: 'webhook', address: 'https://chat.example.org/' });
    const at = Date.now();
    await record(...['a', 'b', 'a'].map((auid, i) => found({ at: at + i, auid, namespace: 'default' })));
    const asked: (readonly string[])[] = [];
    const findAuNames = async (auids: readonly string[]) => {
      asked.push(auids);
      return new Map([['a', 'Name of a']]);
    };
    const planner = { ...notices.planner, groupMs: 1_000, findAuNames };
    await planDeliveries({ ...planner, nowMs: () => at + 999 });
    expect(asked).toEqual([]);
    expect(await planDeliveries({ ...planner, nowMs: () => at + 1_000 })).toBe(3);
    expect(asked).toEqual([['a', 'b']]);
    const [message] = await claimDeliveries(notices.database.db, 'repository', 1);
    expect(JSON.parse(message!.body).data.items).toEqual([
      { namespace: 'default', auid: 'a', auName: 'Name of a' },
      { namespace: 'default', auid: 'b' },
      { namespace: 'default', auid: 'a', auName: 'Name of a' },
    ]);
  });

  it('uses the language of each target, and skips disabled targets', async () => {
    await addTarget(notices, { type: 'mail', address: 'de@example.org', language: 'de' });
    await addTarget(notices, { type: 'mail', address: 'fr@example.org', language: 'fr' });
    const off = await addTarget(notices, { type: 'mail', address: 'off@example.org' });
    await changeTarget(notices.database.db, 'repository', off.id, { enabled: false });
    await record(found());
    await planDeliveries(notices.planner);
    expect(await subjects()).toEqual([
      '[Holdfast example] 1 Artefakt ist beschädigt',
      '[Holdfast example] 1 artefact est endommagé',
    ]);
  });

  it('has an address only once, also when it is added twice at the same time', async () => {
    const address = `${'x'.repeat(2_000)}@example.org`;
    const add = () => addTarget(notices, { type: 'mail', address });
    const added = await Promise.allSettled([add(), add(), add()]);
    expect(added.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it('counts notices beyond the hourly limit in one message', async () => {
    await addTarget(notices, { type: 'mail', address: 'librarian@example.org', hourlyCap: 1 });
    for (let i = 0; i < 3; i++) {
      await record(found());
      await planDeliveries(notices.planner);
    }
    expect(await subjects()).toEqual([
      '[Holdfast example] 1 artifact is damaged',
      '[Holdfast example] 2 more notices',
    ]);
  });

  it('reports the start and the end of a condition once each', async () => {
    await addTarget(notices, { type: 'mail', address: 'librarian@example.org' });
    const incident = { kind: 'store.away', key: 'store.away second', detail: { name: 'second' } } as const;
    const update = (...present: (typeof incident)[]) =>
      updateIncidents(notices.database, ['store.away'], present);
    expect([await update(incident), await update(incident)]).toEqual([1, 0]);
    await planDeliveries(notices.planner);
    expect([await update(), await update()]).toEqual([1, 0]);
    await planDeliveries(notices.planner);
    expect(await subjects()).toEqual([
      '[Holdfast example] Resolved: The store second cannot be reached',
      '[Holdfast example] The store second cannot be reached',
    ]);
  });

  it('reminds of a condition that lasts for a day', async () => {
    await updateIncidents(
      notices.database,
      ['disk.full'],
      [{ kind: 'disk.full', key: 'disk.full', detail: {} }],
    );
    await notices.opened.pool.query(
      "update repository_notice_incident set opened_at = now() - interval '25 hours'",
    );
    await planDeliveries(notices.planner);
    await planDeliveries(notices.planner);
    const list = await listNotices(notices.database.db, 'repository', {}, { before: undefined, limit: 10 });
    expect(list.map(({ status, detail }) => [status, detail.since !== undefined])).toEqual([
      ['firing', true],
      ['firing', false],
    ]);
  });

  it('summarizes the last week once for targets that want it', async () => {
    const monday = Date.parse('2026-11-23T06:00:00Z');
    const nowMs = () => monday + 1_000;
    await addTarget(notices, { type: 'mail', address: 'librarian@example.org', weekly: true });
    await notices.opened.pool.query(
      "update repository_notice_target set created_at = '2026-11-20T00:00:00Z'",
    );
    await record(
      found({ at: monday - 1 }),
      found({ at: monday - 2 }),
      found({ at: monday - 8 * 86_400_000 }),
    );
    await planDeliveries({ ...notices.planner, nowMs });
    await planDeliveries({ ...notices.planner, nowMs });
    const { rows } = await notices.opened.pool.query(
      "select body from repository_notice_delivery where subject like '%Weekly summary'",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].body).toContain('\n  Damage: 2\n');
  });

  it('deletes old notices, and old deliveries, also of disabled targets', async () => {
    await addTarget(notices, { type: 'mail', address: 'librarian@example.org' });
    await record(found({ at: Date.now() - 401 * 86_400_000 }), found(), found({ kind: 'damage.repaired' }));
    await planDeliveries(notices.planner);
    await notices.opened.pool.query(
      `update repository_notice_delivery set created_at = now() - interval '31 days',
        state = case when subject like '%repaired' then 'waiting' else 'sent' end`,
    );
    await deleteOldRows(notices.planner);
    const list = await listNotices(notices.database.db, 'repository', {}, { before: undefined, limit: 10 });
    expect(list).toHaveLength(2);
    expect(await subjects()).toEqual([]);
  });
});
