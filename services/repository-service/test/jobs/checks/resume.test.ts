// Requested fixity checks under adverse conditions: interruption, cancellation, an unavailable store, and artifacts
// that change during the check.
import { type ObjectStore, ObjectStoreUnavailableError } from '@holdfast/object-store';
import { addCleanup } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CheckScope } from '../../../src/domain/fixity-check.ts';
import { findRun, listRuns, readOpenRunFigures } from '../../../src/index/checks/runs.db.ts';
import { createFixityJob } from '../../../src/jobs/fixity/fixity-job.ts';
import { onIndex } from '../../index/on-index.ts';
import { startTestService, type TestService } from '../../service.ts';
import { compact, storeWith } from '../compaction/kept-store.ts';
import { damage, makePage, type Stored, storeAll } from '../fixity/stored-artifacts.ts';
import { type Keeper, openKeeper } from '../fixity/walk.ts';
import { dumpIndex } from '../rebuild/index-dump.ts';
import { runRebuild } from '../rebuild/rebuilt.ts';
import { addCheck, blockChecks, type Checking, readResult, runChecks } from './checking.ts';

let service: TestService;
let keeper: Keeper;
let auid: string;
let scope: CheckScope;
let aus = 0;

beforeAll(async () => {
  service = await startTestService({
    FIXITY_PERIOD: 'off',
    COMPACTION_PERIOD: 'off',
    JOURNAL_INTERVAL: '50ms',
  });
  keeper = await openKeeper(service);
  addCleanup(await blockChecks(keeper.database));
});
beforeEach(() => {
  auid = `interrupted ${aus++}`;
  scope = { kind: 'au', namespace: 'default', auid };
});

const pages = (...names: string[]): Promise<Stored[]> =>
  storeAll(
    service,
    auid,
    names.map((name) => makePage(auid, name)),
  );

/** Returns a store that calls `before` before each read. */
function watched(before: () => Promise<void>): Checking {
  const { store } = keeper;
  const read: ObjectStore['read'] = async (...wanted) => {
    await before();
    return store.read(...wanted);
  };
  const readBytes: ObjectStore['readBytes'] = async (...wanted) => {
    await before();
    return store.readBytes(...wanted);
  };
  return { ...keeper, store: storeWith(store, { read, readBytes, fillAtOnce: () => false }) };
}

const remove = ({ uuid }: Stored) =>
  fetch(`${service.client.url}/artifacts/${uuid}`, {
    method: 'DELETE',
    headers: { authorization: service.client.authorization },
  });

describe('a requested check', () => {
  it('counts as delayed until it starts', async () => {
    await pages('0');
    const id = await addCheck(keeper, scope);
    await onIndex(keeper.database)`
      update fixity_run set requested_at = now() - interval '2 days' where id = ${id}::uuid`;
    const twoDays = expect.closeTo(172_800, -2);
    expect(await readOpenRunFigures(keeper.db)).toEqual({ open: 1, delaySeconds: twoDays });
    await onIndex(keeper.database)`update fixity_run set state = 'running' where id = ${id}::uuid`;
    expect(await readOpenRunFigures(keeper.db)).toEqual({ open: 1, delaySeconds: 0 });
    await onIndex(keeper.database)`delete from fixity_run where id = ${id}::uuid`;
  });

  it('continues where it was interrupted, and counts each artifact once', async () => {
    const last = (await pages('0', '1', '2', '3', '4', '5')).at(-1)!;
    await damage(last);
    const id = await addCheck(keeper, scope);
    const stopping = new AbortController();
    const interrupted = watched(async () => {
      const { counts } = (await findRun(keeper.db, id))!;
      if (counts.intact > 0) stopping.abort(new Error('the process is killed'));
    });
    await expect(runChecks(interrupted, { stepArtifacts: 2, signal: stopping.signal })).rejects.toThrow(
      'is killed',
    );
    expect(await findRun(keeper.db, id)).toMatchObject({ state: 'running', counts: { intact: 2 } });
    await runChecks(keeper, { stepArtifacts: 2 });
    expect(await readResult(keeper, id)).toMatchObject({
      state: 'finished',
      requested: 6,
      sum: 6,
      counts: { intact: 5, damaged: 1, notChecked: 0 },
      exceptions: [{ uuid: last.uuid, outcome: 'damaged' }],
    });
  });

  it('adds up even if artifacts are imported, deleted and moved meanwhile', async () => {
    const artifacts = await pages('0', '1', '2', '3', '4', '5');
    const id = await addCheck(keeper, scope);
    let isFirst = true;
    const busy = watched(async () => {
      if (!isFirst) return;
      isFirst = false;
      const { status } = await remove(artifacts[4]!);
      expect(status).toBe(200);
      await pages('new');
      await compact(keeper);
    });
    await runChecks(busy, { stepArtifacts: 3 });
    expect(await readResult(keeper, id)).toMatchObject({
      state: 'finished',
      requested: 6,
      sum: 6,
      counts: { intact: 5, notChecked: 1, damaged: 0, missing: 0 },
    });
  });

  it('counts artifacts as not checked if a cancelled check did not reach them', async () => {
    await pages('0', '1', '2', '3');
    const id = await addCheck(keeper, scope);
    let reads = 0;
    const cancelled = watched(async () => {
      reads += 1;
      if (reads === 2) await cancel(id);
    });
    await runChecks(cancelled, { stepArtifacts: 1 });
    const result = await readResult(keeper, id);
    expect(result).toMatchObject({ state: 'cancelled', requested: 4, sum: 4, document: undefined });
    expect(result.counts).toMatchObject({ intact: 1, notChecked: 3 });
  });

  it('waits while the store is unavailable, and later fails with its counts', async () => {
    await pages('0', '1', '2', '3');
    const id = await addCheck(keeper, scope);
    const unavailable = async () => {
      throw new ObjectStoreUnavailableError('the disk is gone');
    };
    let reads = 0;
    const { store } = watched(async () => {
      reads += 1;
      if (reads > 1) await unavailable();
    });
    const away = { ...keeper, store: storeWith(store, { check: unavailable }) };
    await runChecks(away, { stepArtifacts: 2 });
    expect(await readResult(keeper, id)).toMatchObject({ state: 'running', counts: { intact: 2 } });
    await runChecks(away, { stepArtifacts: 2, maxAwayMs: 0 });
    expect(await readResult(keeper, id)).toMatchObject({
      state: 'failed',
      failure: 'No store can be read.',
      sum: 4,
      counts: { intact: 2, notChecked: 2 },
    });
    const { rows } = await keeper.database.pool.query(
      "select kind, detail from repository_notice where detail ->> 'check' = $1",
      [id],
    );
    expect(rows).toEqual([
      { kind: 'check.finished', detail: { check: id, reason: 'No store can be read.' } },
    ]);
  });

  it('runs a check of an AU before a check of the node', async () => {
    await pages('0');
    const node = await addCheck(keeper, { kind: 'node' });
    const au = await addCheck(keeper, scope);
    await runChecks(keeper);
    const [first, second] = [await readResult(keeper, au), await readResult(keeper, node)];
    expect(first.endedMs!).toBeLessThanOrEqual(second.endedMs!);
    expect(second).toMatchObject({ state: 'finished', sum: second.requested });
  });

  it('is the same after a rebuild, with the same certificate', async () => {
    const [first] = await pages('0', '1');
    await damage(first!);
    const id = await addCheck(keeper, scope);
    await runChecks(keeper);
    const before = await readResult(keeper, id);
    expect(before.document).toContain('"verdict": "faults"');
    const { database } = await runRebuild(keeper.store);
    const after = await readResult({ database }, id);
    expect(after).toEqual({ ...before, position: undefined });
    expect((await dumpIndex(database)).schema).toEqual((await dumpIndex(keeper.database)).schema);
  });

  it('is removed from the index if there are too many, and its certificate remains', async () => {
    await pages('0');
    const id = await addCheck(keeper, scope);
    await runChecks(keeper, { checksKept: 1 });
    const all = await listRuns(keeper.db, {}, { after: undefined, limit: 10 });
    expect(all.map((one) => one.id)).toEqual([id]);
    const objects = await keeper.store.list({ prefix: 'certificates/', after: '', limit: 100 });
    expect(objects.length).toBeGreaterThan(1);
    // Sets the clock two hours ahead. The certificates are then old enough to be reported as stray objects, unless the
    // check recognizes them as certificates.
    const nowMs = () => Date.now() + 7_200_000;
    const counts = await keeper.walk(createFixityJob({ ...keeper, nowMs }, undefined));
    expect(counts).not.toHaveProperty(['stray objects']);
  });
});

async function cancel(id: string): Promise<void> {
  const { client } = service;
  const { status } = await fetch(`${client.url}/checks/${id}`, {
    method: 'DELETE',
    headers: { authorization: client.authorization },
  });
  expect(status).toBe(200);
}
