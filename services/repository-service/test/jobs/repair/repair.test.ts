// Repair of damaged objects: intact records are copied to a new object, and lost records are reported. The fixity check
// then succeeds unless an artifact itself is damaged, and a rebuild creates the same rows.
import { randomBytes, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createLog } from '@holdfast/service-kit';
import { makeWarcinfoMember } from '@holdfast/warc';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { deleteArtifact } from '../../../src/index/aus/change-artifact.db.ts';
import { placeHold } from '../../../src/index/aus/holds.db.ts';
import { listFaultyObjects } from '../../../src/index/fixity/report.db.ts';
import { runJob } from '../../../src/jobs/frame/job.ts';
import {
  createRepairJob,
  type RepairReport,
  type RepairSettings,
} from '../../../src/jobs/repair/repair-job.ts';
import { createVerifyJob } from '../../../src/jobs/verify/verify.ts';
import { onIndex } from '../../index/on-index.ts';
import { compact, findInconsistencies, makeCompactionDeps } from '../compaction/kept-store.ts';
import {
  type ArtifactPart,
  companion,
  openPlace,
  type Place,
  ship,
  storeSegment,
} from '../companions/made-segment.ts';
import { type Keeper, makeKeeper } from '../fixity/walk.ts';
import { rewriteObject } from '../rebuild/change-object.ts';
import { dumpIndex } from '../rebuild/index-dump.ts';
import { runRebuild } from '../rebuild/rebuilt.ts';

const log = createLog({ service: 'test', level: 'silent' });
let place: Place;
let keeper: Keeper;

beforeEach(async () => {
  place = await openPlace();
  keeper = makeKeeper(place.database, place.store);
});

const page = (name: string, fields: Partial<ArtifactPart> = {}): ArtifactPart => ({
  url: `http://www.example.org/${name}`,
  payload: randomBytes(300),
  ...fields,
});
const metadata = (name: string) => companion('metadata', `http://www.example.org/${name}`);
const warcinfo = (software: string) =>
  makeWarcinfoMember({ recordId: `<urn:x:${software}>`, dateMs: 0, filename: 'x', fields: { software } });

async function repair(settings: Partial<RepairSettings> = {}): Promise<RepairReport> {
  const { job, report } = createRepairJob(
    { ...makeCompactionDeps(place), codec: keeper.codec },
    { graceMs: 0, giveUp: false, ...settings },
  );
  const run = { signal: new AbortController().signal, wait: true };
  const outcome = await runJob({ database: place.database, nowMs: Date.now, log }, job, run);
  expect(outcome.ran).toBe(true);
  return report;
}

const objects = async () => (await listFaultyObjects(keeper.db, 100)).map(({ reason }) => reason);
const damaged = async () => [...(await keeper.damaged()).keys()].sort();
const uuids = (...parts: ArtifactPart[]) => parts.map(({ uuid }) => uuid!).sort();

async function expectFound(parts: readonly ArtifactPart[], ofObjects: readonly unknown[]): Promise<void> {
  await keeper.walk();
  expect(await damaged()).toEqual(uuids(...parts));
  expect(await objects()).toEqual(ofObjects);
}

/** Returns the artifact's stored bytes at its location in the index. */
async function memberOf({ uuid }: ArtifactPart): Promise<Buffer> {
  const { rows } = await onIndex(place.database)<{ key: string; at: number; length: number }>`
    select key, record_offset as at, record_length as length
    from artifact join segment on segment.id = segment_id where artifact.id = ${uuid!}`;
  const { key, at, length } = rows[0]!;
  return (await buffer(await place.store.read(key))).subarray(at, at + length);
}

/**
 * Checks that the records of these artifacts are unchanged, that index and store are consistent, and that a rebuild
 * creates the same index.
 */
async function expectSound(...parts: ArtifactPart[]): Promise<void> {
  for (const part of parts) expect(await memberOf(part)).toEqual(part.member);
  await ship(place);
  const { database, store } = place;
  expect(await findInconsistencies(place)).toEqual([]);
  const { job, findings } = createVerifyJob({
    db: database.kysely,
    store,
    parallel: 2,
    bytesPerSecond: undefined,
  });
  await runJob({ database, nowMs: Date.now, log }, job, { signal: new AbortController().signal });
  expect(findings.kept).toEqual([]);
  const again = await runRebuild(store);
  expect(await dumpIndex(again.database)).toEqual(await dumpIndex(database));
}

/** Overwrites the first occurrence of these bytes in the object with zeros. */
const wiped = (part: Buffer) => (object: Buffer) => {
  const at = object.indexOf(part);
  expect(at).toBeGreaterThanOrEqual(0);
  return Buffer.from(object).fill(0, at, at + part.length);
};

describe('repair', () => {
  it.each<[string, (object: Buffer) => Buffer]>([
    ['the last 50 bytes are gone', (object) => object.subarray(0, -50)],
    ['the manifest is gone', (object) => object.subarray(0, object.lastIndexOf(Buffer.from([0x1f, 0x8b])))],
    ['the manifest is zeros', (object) => Buffer.from(object).fill(0, object.length - 60)],
    ['bytes were added', (object) => Buffer.concat([object, randomBytes(4_096)])],
    ['its last byte is gone', (object) => object.subarray(0, -1)],
  ])('writes an object anew whose records are whole: %s', async (_, change) => {
    const [one, two] = [page('one', { after: [metadata('one')] }), page('two')];
    const key = await storeSegment(place, 'au', [one, two, { kept: 'metadata', bytes: metadata('nobody') }]);
    await rewriteObject(place.store, key, change);
    await expectFound([], [expect.any(String)]);
    const report = await repair();
    expect(report).toMatchObject({ rewritten: [{ object: key, to: expect.any(String) }], givenUp: [] });
    expect(await place.store.stat(key)).toBeUndefined();
    expect(await objects()).toEqual([]);
    await expectFound([], []);
    await expectSound(one, two);
    expect(await repair()).toMatchObject({ rewritten: [], well: [], missing: [] });
  });

  it('does so with an object that compaction made, although the copy of its manifest is gone, too', async () => {
    const [one, two] = [page('one'), page('two')];
    await storeSegment(place, 'au', [one]);
    await storeSegment(place, 'au', [two]);
    await compact(place);
    const [{ key }] = (await onIndex(place.database)<{ key: string }>`select key from segment`).rows as [
      { key: string },
    ];
    const [copy] = await place.store.list({ prefix: 'manifests/' });
    await rewriteObject(place.store, key, (object) => object.subarray(0, -50));
    await place.store.delete(copy!.key);
    await expectFound([], [expect.stringContaining('bytes instead of')]);
    await repair();
    await expectFound([], []);
    await expectSound(one, two);
  });

  it('keeps the sound records of an object that ends too early, and names the artifact that is lost', async () => {
    const [one, two, three] = [page('one'), page('two'), page('three', { after: [metadata('three')] })];
    const key = await storeSegment(place, 'au', [one, two, three]);
    await rewriteObject(place.store, key, (object) =>
      object.subarray(0, object.indexOf(three.member!) + 100),
    );
    await expectFound([three], [expect.any(String)]);
    const { rewritten } = await repair();
    expect(rewritten).toEqual([{ object: key, to: expect.any(String) }]);
    await expectFound([three], []);
    await expectSound(one, two);
    // The first part of the record is unchanged.
    expect((await memberOf(three)).subarray(0, 100)).toEqual(three.member!.subarray(0, 100));
    await storeSegment(place, 'au', [
      { url: three.url, payload: three.payload, after: [metadata('three again')] },
    ]);
    await expectFound([], []);
    await deleteArtifact(place.database.kysely, two.uuid!);
    await expectFound([], []);
  });

  it('leaves an object as it is where only records of artifacts are damaged, and says what is well by now', async () => {
    const [one, two] = [page('one'), page('two')];
    const key = await storeSegment(place, 'au', [one, two]);
    const whole = await buffer(await place.store.read(key));
    await rewriteObject(place.store, key, wiped(one.member!));
    await expectFound([one], []);
    expect(await repair()).toMatchObject({ rewritten: [], well: [] });
    expect(await damaged()).toEqual(uuids(one));
    await rewriteObject(place.store, key, () => whole);
    expect(await repair()).toMatchObject({ rewritten: [], well: [key] });
    await expectFound([], []);
  });

  it('gives up a damaged record that belongs to no artifact, and names it', async () => {
    const [one, info, note] = [page('one'), warcinfo('crawler'), metadata('nobody')];
    const key = await storeSegment(place, 'au', [
      { kept: 'warcinfo', bytes: info },
      one,
      { kept: 'metadata', bytes: note },
    ]);
    await rewriteObject(place.store, key, wiped(info));
    await rewriteObject(place.store, key, wiped(note.subarray(0, 80)));
    await expectFound([], [expect.stringContaining('belongs to no artifact')]);
    const { givenUp } = await repair();
    expect(givenUp).toEqual([
      { object: key, offset: expect.any(Number), what: 'warcinfo' },
      { object: key, offset: expect.any(Number), what: 'metadata' },
    ]);
    await expectFound([], []);
    await expectSound(one);
  });

  it('gives up what was captured with an artifact only when it is told to', async () => {
    const apart = metadata('apart');
    const one = page('one', { before: [metadata('before')], after: [metadata('after')] });
    const two = page('two', { after: [metadata('whole')] });
    const key = await storeSegment(place, 'au', [one, two, { kept: 'metadata', bytes: apart, of: two }]);
    await rewriteObject(place.store, key, wiped(one.after![0]!));
    await rewriteObject(place.store, key, wiped(apart));
    await rewriteObject(place.store, key, (object) => object.subarray(0, -50));
    await expectFound([one, two], [expect.any(String)]);
    expect((await repair()).givenUp).toEqual([]);
    await expectFound([one, two], []);
    await expectSound(one, two);
    const { givenUp } = await repair({ giveUp: true });
    expect(givenUp.map(({ what }) => what).sort()).toEqual(['metadata', `records captured with ${one.uuid}`]);
    await expectFound([], []);
    await expectSound(one, two);
  });

  it('gives up nothing that was captured with an artifact under hold', async () => {
    const [held, free] = [page('held', { after: [metadata('a')] }), page('free', { after: [metadata('b')] })];
    const key = await storeSegment(place, 'au', [held, free]);
    await rewriteObject(place.store, key, wiped(held.after![0]!));
    await rewriteObject(place.store, key, wiped(free.after![0]!));
    const { rows } = await onIndex(place.database)<{ id: number }>`select id from au`;
    const hold = { hold: randomUUID(), artifact: held.uuid!, by: 'a test', reason: 'litigation' };
    await placeHold(place.database.kysely, rows[0]!.id, hold);
    await expectFound([held, free], []);
    const { givenUp } = await repair({ giveUp: true });
    expect(givenUp.map(({ what }) => what)).toEqual([`records captured with ${free.uuid}`]);
    await expectFound([held], []);
  });

  it('writes an object anew that is named, whatever lies between its records', async () => {
    const [one, gone, two] = [page('one'), page('gone'), page('two')];
    const key = await storeSegment(place, 'au', [one, gone, two]);
    await deleteArtifact(place.database.kysely, gone.uuid!);
    await rewriteObject(place.store, key, wiped(gone.member!));
    const report = await repair({ only: [key, 'ns/default/none'] });
    expect(report).toMatchObject({ rewritten: [{ object: key }], unknown: ['ns/default/none'] });
    await expectFound([], []);
    await expectSound(one, two);
  });

  it('says which objects are missing, and does so again until their artifacts are gone', async () => {
    const [one, two] = [page('one'), page('two')];
    const key = await storeSegment(place, 'au', [one]);
    await storeSegment(place, 'au', [two]);
    await place.store.delete(key);
    await expectFound([one], ['the object is missing']);
    expect(await repair()).toMatchObject({ missing: [key], rewritten: [] });
    await deleteArtifact(place.database.kysely, one.uuid!);
    expect(await repair()).toMatchObject({ missing: [], well: [key] });
    await expectFound([], []);
  });
});
