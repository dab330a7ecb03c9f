// Compaction while other processes read and write, and interrupted compaction. Readers can always read everything,
// nothing is lost, and no unused object remains.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { NoSuchObjectError } from '@holdfast/object-store';
import { makeResponseRecord } from '@holdfast/testkit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createRelocatingReader } from '../../../src/content/relocating-reader.ts';
import { toApiError } from '../../../src/features/errors.ts';
import { findArtifact } from '../../../src/index/artifact.db.ts';
import { setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import { markDamage } from '../../../src/index/damage.db.ts';
import { orderPurge } from '../../../src/index/keeping/purge.db.ts';
import { createCompactionJob } from '../../../src/jobs/compaction.ts';
import { makeNoise } from '../../features/artifacts/captures.ts';
import { buildRevisit } from '../../features/replay/made-records.ts';
import { onIndex } from '../../index/on-index.ts';
import { send } from '../../send.ts';
import { startTestService } from '../../service.ts';
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
} from './kept-store.ts';

let kept: KeptStore;
let auid: string;
let aus = 0;

beforeAll(async () => {
  kept = await openKeptStore(await startTestService({ COMPACTION_PERIOD: 'off', FIXITY_PERIOD: 'off' }));
});
beforeEach(async () => {
  auid = `au ${aus++}`;
  // Merges the segments of the previous test, so that the next merge affects only the current test's AU.
  await compact(kept);
});

const date = '2020-02-20T20:20:20Z';
const url = (name: string | number) => `http://www.example.org/${auid}/${name}`;
const page = (name: string | number) =>
  makeResponseRecord(url(name), makeNoise(2_000, `${auid} ${name}`), date);

async function imported(into: string, record: Buffer): Promise<string> {
  const { statuses } = await kept.client.importArchive(gzipSync(record), {
    auid: into,
    storeDuplicate: true,
  });
  if (statuses[0]?.status !== 'OK') throw new Error(JSON.stringify(statuses));
  return statuses[0].artifactUuid!;
}

/** Stores pages, each in a separate segment. */
async function pages(count: number): Promise<string[]> {
  const uuids: string[] = [];
  for (let i = 0; i < count; i++) uuids.push(await imported(auid, page(i)));
  return uuids;
}

const remove = async (uuid: string) =>
  expect((await send(kept.client, 'DELETE', `/artifacts/${uuid}`)).status).toBe(200);
const artifact = (uuid: string) => findArtifact(kept.database.pool, { namespace: 'default', uuid });

/** Runs a compaction. Calls `meanwhile` once, when a new segment has been written but is not used yet. */
async function compactWhile(meanwhile: () => Promise<unknown>): Promise<Record<string, number>> {
  let done: Promise<unknown> | undefined;
  const old = new Set((await listSegmentObjects(kept.store)).map(({ key }) => key));
  const store = storeWith(kept.store, {
    read: async (key, ...args) => {
      if (!old.has(key)) done ??= meanwhile();
      await done;
      return kept.store.read(key, ...args);
    },
  });
  return runWholeJob(kept, createCompactionJob({ ...makeCompactionDeps(kept), store }, thorough));
}

describe('readers', () => {
  it('who have looked a place up find it, however much later they read', async () => {
    const [uuid, other] = (await pages(3)) as [string, string];
    const [before, gone] = [(await artifact(uuid))!, (await artifact(other))!];
    await remove(other);
    await compact(kept);
    const { key, offset, length } = before.record;
    await expect(kept.store.read(key, { offset, length })).rejects.toThrow(NoSuchObjectError);
    const follow = createRelocatingReader(kept.database.pool, kept.store, before);
    const part = await follow.readBytes(key, { offset: offset + 10, length: 20 });
    const { record } = (await artifact(uuid))!;
    expect(record.key).not.toBe(key);
    expect(part).toEqual(await kept.store.readBytes(record.key, { offset: record.offset + 10, length: 20 }));
    const following = createRelocatingReader(kept.database.pool, kept.store, gone);
    const refused = await following.read(gone.record.key, gone.record).catch((error: unknown) => error);
    expect(toApiError(refused)).toMatchObject({ status: 404 });
    const elsewhere = createRelocatingReader(kept.database.pool, kept.store, before);
    await expect(elsewhere.read('ns/nowhere')).rejects.toThrow(NoSuchObjectError);
  });

  it('find the old object until its time has come', async () => {
    const [uuid] = (await pages(2)) as [string];
    const { key } = (await artifact(uuid))!.record;
    await compact(kept, { graceMs: 3_600_000 });
    expect(await kept.store.stat(key)).toBeDefined();
    expect(await findInconsistencies(kept)).toEqual([]);
    await onIndex(kept.database)`update retired_object set remove_at = now() where key = ${key}`;
    await compact(kept);
    expect(await kept.store.stat(key)).toBeUndefined();
  });
});

describe('a merge that is overtaken', () => {
  it('by changes keeps them', async () => {
    const [a, b, c] = (await pages(3)) as [string, string, string];
    const counts = await compactWhile(async () => {
      await remove(a);
      await setCommitted(kept.database.kysely, b, false);
      await imported(auid, page('new'));
    });
    expect(counts['segments merged']).toBe(3);
    expect(await artifact(a)).toBeUndefined();
    expect((await artifact(b))!.committed).toBe(false);
    expect((await artifact(c))!.record.key).toBe((await artifact(b))!.record.key);
    const { rows } = await onIndex(kept.database)<{ dead: number }>`
      select dead_bytes as dead from segment where key = ${(await artifact(c))!.record.key}`;
    expect(rows[0]!.dead).toBeGreaterThan(1_000);
    expect(await findInconsistencies(kept)).toEqual([]);
  });

  it('by a repair leaves the artifact to the record that came again', async () => {
    const [repaired, other] = (await pages(2)) as [string, string];
    const { auId, record } = (await artifact(repaired))!;
    const before = (await artifact(other))!.record.key;
    await compactWhile(async () => {
      const { rows } = await onIndex(kept.database)<{ id: number }>`
        select segment_id as id from artifact where id = ${repaired}`;
      const place = { segmentId: rows[0]!.id, offset: record.offset };
      const damage = {
        artifactId: repaired,
        auId,
        inPayload: false,
        inCompanions: false,
        ...place,
        reason: 'test',
      };
      await markDamage(kept.database.kysely, [damage], Date.now());
      expect(await imported(auid, page(0))).toBe(repaired);
    });
    const merged = (await artifact(other))!.record.key;
    expect(merged).not.toBe(before);
    expect([record.key, merged]).not.toContain((await artifact(repaired))!.record.key);
    expect(await findInconsistencies(kept)).toEqual([]);
  });

  it('by revisits of what is copied takes them along', async () => {
    const [original] = (await pages(2)) as [string];
    const record = buildRevisit(url('again'), '2021-01-01T00:00:00Z', '', {
      'WARC-Refers-To-Target-URI': url(0),
      'WARC-Refers-To-Date': date,
    });
    let revisit = '';
    await compactWhile(async () => {
      revisit = await imported(`${auid} elsewhere`, record);
      await remove(original);
    });
    const { sharedPayload } = (await artifact(revisit))!;
    expect(await kept.store.stat(sharedPayload!.key)).toBeDefined();
    const payload = await kept.client.bytes(`/artifacts/${revisit}/payload`);
    expect(sha256(payload)).toBe(sha256(makeNoise(2_000, `${auid} 0`)));
    expect(await findInconsistencies(kept)).toEqual([]);
  });

  it('by a purge changes nothing, and the purge is done', async () => {
    const [purged, other] = (await pages(2)) as [string, string];
    const { auId } = (await artifact(purged))!;
    const counts = await compactWhile(async () => {
      await orderPurge(kept.database.kysely, auId, [purged], { by: 'test', reason: 'test' });
    });
    expect(counts.overtaken).toBe(1);
    expect(await findInconsistencies(kept)).toEqual([]);
    const { rows } = await onIndex(
      kept.database,
    )`select from purge where id = ${purged} and erased_at is not null`;
    expect(rows).toHaveLength(1);
    expect(await artifact(other)).toBeDefined();
  });
});

describe('a merge that is cut off', () => {
  it('before its object counts leaves it to the next walk to remove', async () => {
    await pages(5);
    const before = await readEverything(kept, auid);
    const objects = await listSegmentObjects(kept.store);
    const stopping = new AbortController();
    const cut = compactWhile(async () => {
      stopping.abort();
      throw new Error('cut off');
    });
    await expect(cut).rejects.toThrow('cut off');
    expect((await listSegmentObjects(kept.store)).length).toBe(objects.length + 1);
    expect(await findInconsistencies(kept)).toEqual([]);
    await compact(kept);
    expect(await findInconsistencies(kept)).toEqual([]);
    expect((await listSegmentObjects(kept.store)).length).toBe(objects.length - 4);
    expect(await readEverything(kept, auid)).toEqual(before);
  });

  it('and goes on when another has taken its place fails, and removes what it wrote', async () => {
    await pages(3);
    const objects = await listSegmentObjects(kept.store);
    const counts = await compactWhile(async () => {
      // Simulates another process that starts a compaction. Its first step deletes the removals that were prepared but
      // not scheduled.
      await onIndex(kept.database)`delete from retired_object where remove_at is null`;
    });
    expect(counts).toEqual({ overtaken: 1 });
    expect(await listSegmentObjects(kept.store)).toEqual(objects);
    expect(await findInconsistencies(kept)).toEqual([]);
    expect(await compact(kept)).toMatchObject({ 'segments merged': 3 });
  });
});

describe('damaged records', () => {
  it('stay where they are; the rest is merged', async () => {
    const uuids = await pages(4);
    const { key, offset } = (await artifact(uuids[1]!))!.record;
    const store = storeWith(kept.store, {
      readBytes: async (...args) => {
        const bytes = await kept.store.readBytes(...args);
        if (args[0] === key && args[1].offset === offset) bytes[100]! ^= 1;
        return bytes;
      },
    });
    const counts = await runWholeJob(
      kept,
      createCompactionJob({ ...makeCompactionDeps(kept), store }, thorough),
    );
    expect(counts).toMatchObject({ unreadable: 1, 'segments merged': 3 });
    expect((await artifact(uuids[1]!))!.record.key).toBe(key);
    expect((await artifact(uuids[0]!))!.record.key).toBe((await artifact(uuids[3]!))!.record.key);
    expect(await findInconsistencies(kept)).toEqual([]);
  });
});

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
