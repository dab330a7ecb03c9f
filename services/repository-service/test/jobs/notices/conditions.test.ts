// Conditions of the node: which ones are detected, and their notices in the index.
import { join } from 'node:path';
import { ObjectStoreUnavailableError, openObjectStore } from '@holdfast/object-store';
import { createLog } from '@holdfast/service-kit';
import { addCleanup, createTemporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { listNodeConditions, type NodeFigures } from '../../../src/jobs/notices/node-conditions.ts';
import { updateConditions } from '../../../src/jobs/watch-conditions.ts';
import { openIndexDatabase } from '../../index-database.ts';
import { storeWith } from '../compaction/kept-store.ts';

const fine: NodeFigures = {
  stores: [{ name: 'first', state: 'complete', queued: 0 }],
  jobs: [{ id: 'fixity', state: 'finished' }],
  full: undefined,
  daysLeft: 30,
  backup: { ageSeconds: 1_000_000, periodMs: undefined },
  journalLagSeconds: 600,
};
const keysOf = (figures: Partial<NodeFigures>) =>
  listNodeConditions({ ...fine, ...figures }).map(({ key }) => key);

describe('the conditions of a node', () => {
  it('are an empty list while everything works', () => {
    expect(keysOf({})).toEqual([]);
  });

  it('include unreachable stores, and stores that do not catch up', () => {
    const filling = { name: 'third', state: 'filling', queued: 7 } as const;
    expect(
      keysOf({ stores: [{ name: 'second', state: 'away', queued: 9, stalled: true }, filling] }),
    ).toEqual(['store.away second']);
    expect(listNodeConditions({ ...fine, stores: [{ ...filling, stalled: true }] })).toEqual([
      { kind: 'store.behind', key: 'store.behind third', detail: { name: 'third', count: 7 } },
    ]);
  });

  it('include failed jobs, full disks, and little space', () => {
    expect(
      listNodeConditions({ ...fine, jobs: [{ id: 'sweep', state: 'failed', failure: 'no store' }] }),
    ).toEqual([
      { kind: 'job.failed', key: 'job.failed sweep', detail: { name: 'sweep', reason: 'no store' } },
    ]);
    expect(keysOf({ full: 'disk full: the object store', daysLeft: 29 })).toEqual([
      'disk.full',
      'space.short',
    ]);
  });

  it('include a backup that is twice as old as its period, and a delayed journal', () => {
    expect(keysOf({ backup: { ageSeconds: 7_201, periodMs: 3_600_000 } })).toEqual(['backup.overdue']);
    expect(keysOf({ backup: { ageSeconds: 7_200, periodMs: 3_600_000 } })).toEqual([]);
    expect(keysOf({ journalLagSeconds: 601 })).toEqual(['journal.behind']);
  });
});

it('a job that fails and then succeeds, and a store that is away for a while, have two notices each', async () => {
  const database = await openIndexDatabase();
  const store = await openObjectStore({ kind: 'fs', folder: join(await createTemporaryFolder(), 'store') });
  addCleanup(() => store.close());
  const deps = {
    ...{ database, store, room: { full: undefined }, backupPeriodMs: undefined, nowMs: Date.now },
    knownJobs: [{ id: 'sweep', name: 'sweep', periodMs: 0 }] as const,
    log: createLog({ service: 'test', level: 'silent' }),
  };
  await database.pool.query("insert into job (name, failure) values ('sweep', 'no store')");
  expect([await updateConditions(deps), await updateConditions(deps)]).toEqual([1, 0]);
  await database.pool.query('update job set failure = null, finished_at = now()');
  expect(await updateConditions(deps)).toBe(1);
  const { rows } = await database.pool.query(
    'select kind, status, incident, detail from repository_notice order by at_ms, id',
  );
  const about = {
    kind: 'job.failed',
    incident: 'job.failed sweep',
    detail: { name: 'sweep', reason: 'no store' },
  };
  expect(rows).toEqual(
    expect.arrayContaining([
      { ...about, status: 'firing' },
      { ...about, status: 'resolved' },
    ]),
  );
  expect(rows).toHaveLength(2);
  const away = storeWith(store, {
    check: async () => {
      throw new ObjectStoreUnavailableError('the disk is gone');
    },
  });
  // The only store of a node is not in the catalogue of stores.
  expect([await updateConditions({ ...deps, store: away }), await updateConditions(deps)]).toEqual([1, 1]);
  const { rows: ofStore } = await database.pool.query(
    "select status, detail from repository_notice where kind = 'store.away' order by status",
  );
  const detail = { name: 'fs', reason: 'object store: the disk is gone' };
  expect(ofStore).toEqual([
    { status: 'firing', detail },
    { status: 'resolved', detail },
  ]);
});
