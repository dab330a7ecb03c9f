// Companion records (request, metadata, warcinfo) stay consistent under every operation that changes a store. Remaining
// records keep their bytes, each artifact's warcinfo is the last one before it, and a rebuild creates the same rows.
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createLog } from '@holdfast/service-kit';
import { makeWarcinfoMember } from '@holdfast/warc';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { findArtifact } from '../../../src/index/artifact.db.ts';
import { deleteArtifact } from '../../../src/index/aus/change-artifact.db.ts';
import { listFaultyObjects } from '../../../src/index/fixity/report.db.ts';
import { orderPurge } from '../../../src/index/keeping/purge.db.ts';
import { createRecheckJob } from '../../../src/jobs/fixity/recheck.ts';
import { runJob } from '../../../src/jobs/frame/job.ts';
import { createVerifyJob } from '../../../src/jobs/verify/verify.ts';
import { onIndex } from '../../index/on-index.ts';
import { compact, findInconsistencies, listSegmentObjects } from '../compaction/kept-store.ts';
import { makeKeeper } from '../fixity/walk.ts';
import { rewriteObject } from '../rebuild/change-object.ts';
import { dumpIndex } from '../rebuild/index-dump.ts';
import { runRebuild } from '../rebuild/rebuilt.ts';
import { type ArtifactPart, companion, openPlace, type Place, ship, storeSegment } from './made-segment.ts';

const log = createLog({ service: 'test', level: 'silent' });
let place: Place;

beforeEach(async () => {
  place = await openPlace();
});

const page = (name: string, adjacent: Partial<ArtifactPart> = {}): ArtifactPart => ({
  url: `http://www.example.org/${name}`,
  payload: randomBytes(100),
  ...adjacent,
});
const request = (name: string) => companion('request', `http://www.example.org/${name}`);
const metadata = (name: string) => companion('metadata', `http://www.example.org/${name}`);
const warcinfo = (software: string) =>
  makeWarcinfoMember({ recordId: `<urn:x:${software}>`, dateMs: 0, filename: 'x', fields: { software } });

interface ArtifactRow {
  id: string;
  key: string;
  record_offset: number;
  record_length: number;
  companions_before: number;
  companions_after: number;
}

/** Returns the stored records and the warcinfo of each artifact, by artifact UUID. */
async function artifactsRead() {
  const { rows } = await onIndex(place.database)<ArtifactRow>`
    select artifact.id, key, record_offset, record_length, companions_before, companions_after
    from artifact join segment on segment.id = segment_id`;
  const { rows: infos } = await onIndex(place.database)<ArtifactRow>`
    select key, record_offset, record_length from kept_record join segment on segment.id = segment_id where type = 1`;
  const read = new Map<string, { stored: Buffer; warcinfo: Buffer | undefined }>();
  for (const row of rows) {
    const object = await buffer(await place.store.read(row.key));
    const info = infos
      .filter(({ key, record_offset }) => key === row.key && record_offset < row.record_offset)
      .sort((a, b) => b.record_offset - a.record_offset)[0];
    const start = row.record_offset - row.companions_before;
    const end = row.record_offset + row.record_length + row.companions_after;
    read.set(row.id, {
      stored: object.subarray(start, end),
      warcinfo: info && object.subarray(info.record_offset, info.record_offset + info.record_length),
    });
  }
  return read;
}

const storedOf = ({ before = [], member, after = [] }: ArtifactPart) =>
  Buffer.concat([...before, member!, ...after]);

async function countIn(bytes: Buffer): Promise<number> {
  let count = 0;
  for (const { key } of await listSegmentObjects(place.store)) {
    const object = await buffer(await place.store.read(key));
    for (let at = object.indexOf(bytes); at >= 0; at = object.indexOf(bytes, at + 1)) count++;
  }
  return count;
}

async function verified(): Promise<unknown[]> {
  const { database, store } = place;
  const { job, findings } = createVerifyJob({
    db: database.kysely,
    store,
    parallel: 2,
    bytesPerSecond: undefined,
  });
  await runJob({ database, nowMs: Date.now, log }, job, { signal: new AbortController().signal });
  return findings.kept;
}

/** Checks that index and store are consistent, and that a rebuild creates the same index. */
async function expectSound(): Promise<void> {
  await ship(place);
  expect(await findInconsistencies(place)).toEqual([]);
  expect(await verified()).toEqual([]);
  const again = await runRebuild(place.store);
  expect(await dumpIndex(again.database)).toEqual(await dumpIndex(place.database));
}

const marks = async () =>
  (await onIndex(place.database)`select from kept_record where damaged_ms is not null`).rows.length;

const remove = ({ uuid }: ArtifactPart) => deleteArtifact(place.database.kysely, uuid!);

/** Flips a bit. A second call restores the bit. */
async function flipIn(bytes: Buffer): Promise<void> {
  for (const { key } of await listSegmentObjects(place.store)) {
    const at = (await buffer(await place.store.read(key))).indexOf(bytes.subarray(0, -24));
    if (at < 0) continue;
    await rewriteObject(place.store, key, (object) => {
      object[at + bytes.length - 20] = object[at + bytes.length - 20]! ^ 1;
      return object;
    });
  }
}

describe('fixity', () => {
  it('finds damage of companions, tells it from damage of artifacts, and it is mended when they come again', async () => {
    const keeper = makeKeeper(place.database, place.store);
    const whole = page('whole', { before: [request('whole')], after: [metadata('whole')] });
    const apart = page('apart');
    const damaged = page('harmed', { before: [request('harmed')] });
    const late = metadata('apart, late');
    const orphan = metadata('nobody');
    await storeSegment(place, 'au', [
      ...[{ kept: 'warcinfo', bytes: warcinfo('x') } as const, whole, damaged, apart],
      ...[
        { kept: 'metadata', bytes: late, of: apart } as const,
        { kept: 'metadata', bytes: orphan } as const,
      ],
    ]);
    await keeper.walk();
    const faults = async () =>
      (await listFaultyObjects(place.database.kysely, 10)).map(({ reason }) => reason);
    expect([await keeper.damaged(), await faults()]).toEqual([new Map(), []]);
    for (const bytes of [whole.after![0]!, late, damaged.member!]) await flipIn(bytes);
    await keeper.walk();
    const uuids = async () => [...(await keeper.damaged()).keys()].sort();
    expect(await uuids()).toEqual([whole, apart, damaged].map(({ uuid }) => uuid!).sort());
    expect(await faults()).toEqual([]);
    expect((await keeper.damaged()).get(whole.uuid!)).toContain('captured with it');
    const refused = await Promise.all(
      [whole, apart, damaged].map(({ uuid }) =>
        findArtifact(place.database.pool, { namespace: 'default', uuid: uuid! }),
      ),
    );
    expect(refused.map((found) => found!.damage !== undefined)).toEqual([false, false, true]);
    // A record without companion records does not repair the artifact. A record with companion records repairs it.
    await storeSegment(place, 'au', [{ url: whole.url, payload: whole.payload }]);
    expect(await uuids()).toContain(whole.uuid);
    await storeSegment(place, 'au', [{ ...whole, before: [request('whole again')] }]);
    expect(await uuids()).not.toContain(whole.uuid);
    await flipIn(late);
    await keeper.walk(createRecheckJob(keeper, undefined));
    expect(await uuids()).toEqual([damaged.uuid]);
    await flipIn(orphan);
    await keeper.walk();
    expect(await faults()).toEqual([expect.stringContaining('belongs to no artifact')]);
    expect(await marks()).toBe(1);
    await flipIn(orphan);
    await keeper.walk();
    expect([await marks(), await faults()]).toEqual([0, []]);
    expect(await findInconsistencies(place)).toEqual([]);
  });

  it('marks what belongs to no artifact, and the mark goes with it until it is found well', async () => {
    const keeper = makeKeeper(place.database, place.store);
    const [secret, orphan] = [page('secret'), metadata('nobody')];
    await storeSegment(place, 'au', [secret, page('other'), { kept: 'metadata', bytes: orphan }]);
    await flipIn(orphan);
    await keeper.walk();
    const fault = [{ reason: expect.stringContaining('belongs to no artifact') }];
    const known = async () => [await marks(), await listFaultyObjects(place.database.kysely, 10)];
    expect(await known()).toMatchObject([1, fault]);
    const { rows } = await onIndex(place.database)<{ id: number }>`select id from au`;
    const order = { by: 'somebody', reason: 'a court' };
    await orderPurge(place.database.kysely, rows[0]!.id, [secret.uuid!], order);
    await compact(place, { deadShare: 1 });
    expect(await countIn(secret.member!)).toBe(0);
    expect(await known()).toMatchObject([1, fault]);
    await flipIn(orphan);
    await keeper.walk(createRecheckJob(keeper, undefined));
    expect(await known()).toEqual([0, []]);
    await flipIn(orphan);
    await keeper.walk();
    await flipIn(orphan);
    await storeSegment(place, 'au', [page('more')]);
    await compact(place);
    expect(await known()).toEqual([0, []]);
    await expectSound();
  });
});

describe('companions', () => {
  it('move with their artifact, each under its own warcinfo, and nothing is copied that nobody needs', async () => {
    const [a, b, c] = [warcinfo('a'), warcinfo('b'), warcinfo('c')];
    const first = page('1', { before: [request('1')], after: [metadata('1'), metadata('1+')] });
    const second = page('2');
    const third = page('3', { after: [request('3')] });
    const fourth = page('4', { before: [request('4'), metadata('4')] });
    const bare = page('bare', { after: [request('bare')] });
    const posted = { method: 'POST', body: '__wb_post_data=YQ==' };
    const far = { kept: 'request', bytes: request('2'), of: second, request: posted } as const;
    const alone = warcinfo('alone');
    const [orphan, gone] = [metadata('nobody'), request('3 too')];
    await storeSegment(place, 'au', [
      ...[{ kept: 'warcinfo', bytes: a } as const, first, second],
      ...[{ kept: 'metadata', bytes: orphan } as const, { kept: 'warcinfo', bytes: b } as const, third],
    ]);
    await storeSegment(place, 'au', [
      ...[{ kept: 'warcinfo', bytes: a } as const, fourth, far],
      ...[{ kept: 'warcinfo', bytes: c } as const, { kept: 'request', bytes: gone, of: third } as const],
      { kept: 'warcinfo', bytes: alone },
    ]);
    await storeSegment(place, 'au', [bare]);
    await expectSound();
    await remove(third);
    await expectSound();
    await compact(place);
    const read = await artifactsRead();
    const under = (part: ArtifactPart, info: Buffer | undefined) => {
      expect(read.get(part.uuid!)).toEqual({ stored: storedOf(part), warcinfo: info });
    };
    for (const part of [first, second, fourth]) under(part, a);
    under(bare, undefined);
    expect(await Promise.all([a, b, c, alone].map(countIn))).toEqual([1, 0, 0, 1]);
    expect(await Promise.all([orphan, far.bytes, gone].map(countIn))).toEqual([1, 1, 0]);
    expect(await listSegmentObjects(place.store)).toHaveLength(1);
    await expectSound();
    const [{ dead_bytes }] = (
      await onIndex(place.database)<{ dead_bytes: number }>`select dead_bytes from segment`
    ).rows as [{ dead_bytes: number }];
    expect(dead_bytes).toBe(0);
    expect(await compact(place)).toEqual({});
    const { rows } = await onIndex(
      place.database,
    )`select method, urlkey from artifact where id = ${second.uuid!}`;
    expect(rows).toEqual([{ method: 'POST', urlkey: expect.stringContaining('__wb_method=post') }]);
  });

  it('go with their artifact when it is purged, wherever they lie, also while a revisit holds what lies beside', async () => {
    const secret = page('secret', { before: [request('secret')] });
    const adjacent = page('beside', { before: [request('beside')] });
    const late = request('secret, late');
    await storeSegment(place, 'purged', [secret, adjacent]);
    await storeSegment(place, 'purged', [page('other'), { kept: 'request', bytes: late, of: secret }]);
    const { rows } = await onIndex(place.database)<{ id: number }>`select id from au where auid = 'purged'`;
    const order = { by: 'somebody', reason: 'a court' };
    await orderPurge(place.database.kysely, rows[0]!.id, [secret.uuid!], order);
    await ship(place);
    const { database } = await runRebuild(place.store);
    const open = await onIndex(
      database,
    )`select from purge where erased_at is null and segment_id is not null`;
    expect(open.rows).toHaveLength(1);
    await compact(place, { deadShare: 1 });
    const left = [secret.member!, secret.before![0]!, late, adjacent.before![0]!];
    expect(await Promise.all(left.map(countIn))).toEqual([0, 0, 0, 1]);
    await expectSound();
  });

  it('that the first import of a capture did not bring are kept when its repetition overtakes it', async () => {
    const cut = page('cut', { before: [request('cut')] });
    await storeSegment(place, 'au', [cut]);
    const whole = { ...cut, after: [metadata('cut')] };
    await storeSegment(place, 'au', [whole]);
    const kept = async () =>
      (await onIndex(place.database)<{ of: string }>`select artifact_id as of from kept_record`).rows;
    expect(await kept()).toEqual([{ of: cut.uuid }]);
    await expectSound();
    // No companion record is added to an artifact that has a complete set.
    await storeSegment(place, 'au', [cut]);
    expect(await kept()).toHaveLength(1);
    await compact(place);
    expect(await Promise.all([...cut.before!, ...whole.after].map(countIn))).toEqual([1, 1]);
    await expectSound();
  });

  it('stay when their artifact goes and a revisit shares its payload', async () => {
    const original = page('original', { before: [request('original')], after: [metadata('original')] });
    await storeSegment(place, 'shared', [original, page('shared, too')]);
    // A revisit in the index: its payload is in another artifact's record.
    await onIndex(place.database)`
      update artifact set payload_id = original.id, payload_segment_id = original.segment_id,
        payload_offset = original.record_offset, payload_length = original.record_length,
        payload_crc = original.record_crc
      from artifact original
      where original.id = ${original.uuid!} and artifact.url = 'http://www.example.org/shared, too'`;
    await remove(original);
    await compact(place);
    const parts = [original.member!, ...original.before!, ...original.after!];
    expect(await Promise.all(parts.map(countIn))).toEqual([1, 0, 0]);
    expect(await findInconsistencies(place)).toEqual([]);
  });
});
