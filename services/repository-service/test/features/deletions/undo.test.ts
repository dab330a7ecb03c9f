// Undo of deletions: what is restored, when the undo is no longer possible, and races with compaction. A rebuild, and a
// replay after a failover, also restore the artifacts.
import { gzipSync } from 'node:zlib';
import { createLog } from '@holdfast/service-kit';
import { makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { orderPurgeOfDeleted } from '../../../src/index/keeping/purge.db.ts';
import { createCompactionJob } from '../../../src/jobs/compaction.ts';
import { runJob } from '../../../src/jobs/frame/job.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { findDeletedArtifacts } from '../../../src/jobs/purge/deleted.ts';
import { createVerifyJob } from '../../../src/jobs/verify/verify.ts';
import { onIndex } from '../../index/on-index.ts';
import {
  compact,
  findInconsistencies,
  type KeptStore,
  listSegmentObjects,
  makeCompactionDeps,
  openKeptStore,
  readEverything,
  runWholeJob,
  storeWith,
  thorough,
} from '../../jobs/compaction/kept-store.ts';
import { dumpIndex } from '../../jobs/rebuild/index-dump.ts';
import { runRebuild } from '../../jobs/rebuild/rebuilt.ts';
import { readProblem, send } from '../../send.ts';
import { startTestService } from '../../service.ts';
import { buildRevisit } from '../replay/made-records.ts';

let kept: KeptStore;
let auid: string;
let aus = 0;

beforeAll(async () => {
  kept = await openKeptStore(
    await startTestService({
      COMPACTION_PERIOD: 'off',
      FIXITY_PERIOD: 'off',
      JOURNAL_INTERVAL: '1h',
      DELETION_UNDO: '1h',
    }),
  );
});
beforeEach(() => {
  auid = `au ${aus++}`;
});

const date = '2020-02-20T20:20:20Z';
const url = (name: string) => `http://www.example.org/${auid}/${name}`;
const page = (name: string, body = `${auid} ${name}`) =>
  makeResponseRecord(url(name), Buffer.from(body), date);

async function stored(...records: Buffer[]): Promise<string[]> {
  const archive = Buffer.concat(records.map((record) => gzipSync(record)));
  const { statuses } = await kept.client.importArchive(archive, { auid, storeDuplicate: true });
  return statuses.map(({ artifactUuid }) => artifactUuid!);
}

const post = (path: string, body?: unknown) =>
  send(kept.client, 'POST', path, {
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json' },
  });
async function deleted(...uuids: string[]): Promise<number> {
  const { status, text } = await post('/deletions', { uuids, reason: 'by mistake' });
  if (status !== 201) throw new Error(text);
  return JSON.parse(text).number;
}
const undo = (number: number) => post(`/deletions/${number}/undo`);
const exists = async (uuid: string) => (await kept.client.get(`/artifacts/${uuid}`)).status === 200;
const payload = async (uuid: string) => (await kept.client.bytes(`/artifacts/${uuid}/payload`)).toString();
const endUndoPeriods = () => onIndex(kept.database)`update deletion_artifact set undo_until = now()`;

/** Returns all data that an undo must restore. */
async function everything() {
  const damage = await onIndex(kept.database)`select * from damage order by artifact_id`;
  const longKeys = await onIndex(kept.database)`select * from long_key order by stem, part, artifact_id`;
  const { schema: _schema, ...dump } = await dumpIndex(kept.database);
  return { ...dump, damage: damage.rows, longKeys: longKeys.rows };
}

async function expectSound(): Promise<void> {
  await shipJournal(makeCompactionDeps(kept));
  expect(await findInconsistencies(kept)).toEqual([]);
  const { job, findings } = createVerifyJob({
    db: kept.database.kysely,
    ...{ store: kept.store, parallel: 2, bytesPerSecond: undefined },
  });
  const log = createLog({ service: 'test', level: 'silent' });
  await runJob({ database: kept.database, nowMs: Date.now, log }, job, {
    signal: new AbortController().signal,
  });
  expect(findings.kept).toEqual([]);
  expect(await dumpIndex((await runRebuild(kept.store)).database)).toEqual(await dumpIndex(kept.database));
}

describe('an undo', () => {
  it('restores rows, companions, damage, counters and replay, also of long URLs and revisits', async () => {
    const long = 'x'.repeat(1_200);
    const revisit = buildRevisit(url('again'), date, 'HTTP/1.1 200 OK\r\n\r\n', {
      'WARC-Refers-To-Target-URI': url('one'),
      'WARC-Refers-To-Date': date,
    });
    const uuids = await stored(page('one'), page(long), page('two'), revisit);
    await send(kept.client, 'PUT', `/artifacts/${uuids[2]}`, { query: { committed: false } });
    const { rows } = await onIndex(kept.database)<{ segment: number; au: number }>`
      select segment_id as segment, au_id as au from artifact where id = ${uuids[2]}::uuid`;
    await onIndex(kept.database)`
      insert into kept_record select segment_id, 7, 9, 1, 2, id, null from artifact where id = ${uuids[0]}::uuid`;
    await onIndex(kept.database)`
      insert into damage (artifact_id, in_payload, segment_id, au_id, reason, found_ms)
      values (${uuids[2]}::uuid, false, ${rows[0]!.segment}, ${rows[0]!.au}, 'flipped', 1)`;
    const before = await everything();
    const number = await deleted(...uuids);
    expect(await everything()).not.toEqual(before);
    const answer = await undo(number);
    expect(JSON.parse(answer.text)).toMatchObject({ state: 'restored', undoneBy: 'admin', undoable: false });
    expect(await everything()).toEqual(before);
    await onIndex(kept.database)`delete from kept_record where record_offset = 7 and record_length = 9`;
    await onIndex(kept.database)`delete from damage`;
    expect(await payload(uuids[3]!)).toBe(`${auid} one`);
    const cdx = await kept.client.get(`/replay/cdxb/default?url=${encodeURIComponent(url('one'))}`);
    expect((await cdx.text()).trim().split('\n')).toHaveLength(1);
    expect(readProblem(await undo(number)).detail).toContain('its state is restored');
    expect((await undo(9007199254740991)).status).toBe(404);
    expect((await undo(0)).status).toBe(400);
    const { events } = await kept.client.json<{ events: { event: string }[] }>(
      `/artifacts/${uuids[0]}/events`,
    );
    expect(events.map(({ event }) => event)).toEqual(['captured', 'stored', 'deleted', 'restored']);
    await expectSound();
  });

  it('assigns the next version if a later import has taken the version, also after a rebuild', async () => {
    const [first] = (await stored(page('one'))) as [string];
    const number = await deleted(first);
    const [second] = (await stored(page('one', 'another'))) as [string];
    expect((await undo(number)).status).toBe(200);
    const versions = (await kept.client.artifacts(auid)).map(({ uuid, version }) => [uuid, version]);
    expect(versions).toEqual([
      [first, 2],
      [second, 1],
    ]);
    await deleted(first);
    const again = await deleted(second);
    expect((await undo(again)).status).toBe(200);
    await expectSound();
  });

  it('is refused in bulk mode, and for a request', async () => {
    const [uuid] = (await stored(page('one'))) as [string];
    const number = await deleted(uuid);
    const bulk = (op: string) =>
      send(kept.client, 'POST', `/aus/${encodeURIComponent(auid)}/bulk`, { form: { op } });
    await bulk('start');
    expect(readProblem(await undo(number)).detail).toContain('bulk mode');
    await bulk('finish');
    expect((await undo(number)).status).toBe(200);
  });
});

describe('compaction', () => {
  it('does not touch the records of a deletion until the undo period has ended', async () => {
    const [one] = (await stored(page('one'))) as [string];
    await stored(page('two'));
    const number = await deleted(one);
    await compact(kept);
    const { deletions } = await kept.client.json<{ deletions: object[] }>('/deletions?limit=1');
    expect(deletions).toMatchObject([{ number, undoable: true, undoUntil: expect.any(Number) }]);
    expect((await undo(number)).status).toBe(200);
    expect(await payload(one)).toBe(`${auid} one`);
    const last = await deleted(one);
    await endUndoPeriods();
    await compact(kept);
    expect(readProblem(await undo(last)).detail).toContain('compaction');
    expect(await exists(one)).toBe(false);
    await expectSound();
  });

  it('and an undo at the same time leave the artifact readable, or deleted', async () => {
    for (const when of ['in the middle', ...Array.from({ length: 3 }, () => 'at random')]) {
      auid = `au ${aus++}`;
      const [one] = (await stored(page('one'))) as [string];
      // Compaction writes a new segment only if it merges several segments with live records.
      for (const other of ['two', 'three']) await stored(page(other));
      const number = await deleted(one);
      await endUndoPeriods();
      const status =
        when === 'in the middle' ? await undoDuringCompaction(number) : await undoBesideCompaction(number);
      expect(await exists(one)).toBe(status === 200);
      if (status === 200) expect(await payload(one)).toBe(`${auid} one`);
      if (when === 'in the middle') expect(status).toBe(200);
    }
    await readEverything(kept);
    await expectSound();
  });

  async function undoDuringCompaction(number: number): Promise<number> {
    let undone: Promise<{ status: number }> | undefined;
    const old = new Set((await listSegmentObjects(kept.store)).map(({ key }) => key));
    const store = storeWith(kept.store, {
      read: async (key, ...args) => {
        if (!old.has(key)) undone ??= undo(number);
        await undone;
        return kept.store.read(key, ...args);
      },
    });
    await runWholeJob(kept, createCompactionJob({ ...makeCompactionDeps(kept), store }, thorough));
    return (await undone!).status;
  }

  async function undoBesideCompaction(number: number): Promise<number> {
    const delayMs = Math.random() * 30;
    const undone = new Promise((resolve) => setTimeout(resolve, delayMs)).then(() => undo(number));
    await compact(kept);
    return (await undone).status;
  }
});

const order = { by: 'x', reason: 'y' };

async function findDeleted(uuid: string) {
  const deps = { db: kept.database.kysely, store: kept.store, signal: new AbortController().signal };
  const [found] = await findDeletedArtifacts(deps, [uuid]);
  return found!;
}

it('a purge of a deleted artifact ends its undo', async () => {
  const [one] = (await stored(page('one'), page('two'))) as [string];
  const number = await deleted(one);
  const found = await findDeleted(one);
  await orderPurgeOfDeleted(kept.database.kysely, found.auId, [found], order);
  expect(readProblem(await undo(number)).detail).toContain('a purge');
  expect(await exists(one)).toBe(false);
});

it('an artifact that was restored after a purge looked for it is not purged as a deleted one', async () => {
  const [one] = (await stored(page('one'))) as [string];
  const number = await deleted(one);
  const found = await findDeleted(one);
  expect((await undo(number)).status).toBe(200);
  const ordered = orderPurgeOfDeleted(kept.database.kysely, found.auId, [found], order);
  await expect(ordered).rejects.toThrow(`the deletion of these artifacts was undone: ${one}`);
  const { rows } = await onIndex(kept.database)`select from purge where id = ${one}`;
  expect(rows).toEqual([]);
  expect(await exists(one)).toBe(true);
});
