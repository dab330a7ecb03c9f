// Fixity check of a real store: healthy objects, every kind of damage, missing objects, and objects that belong to no
// AU.
import { readFile, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFixityReport } from '../../../src/cli/fixity-report.ts';
import { readOldestCheckMs } from '../../../src/index/fixity/report.db.ts';
import { createRecheckJob } from '../../../src/jobs/fixity/recheck.ts';
import { putJournalObject } from '../../../src/jobs/journal/objects.ts';
import { makeNoise } from '../../features/artifacts/captures.ts';
import { makeWarcRecord } from '../../features/replay/made-records.ts';
import { startTestService, type TestService } from '../../service.ts';
import { compact } from '../compaction/kept-store.ts';
import { rewriteObject, truncateBytes, zeroLastBytes } from '../rebuild/change-object.ts';
import { flip, makePage, makeRevisit, makeUrl, pageDate, type Stored, storeAll } from './stored-artifacts.ts';
import { type Keeper, openKeeper } from './walk.ts';

let service: TestService;
let keeper: Keeper;

beforeAll(async () => {
  service = await startTestService({ SEGMENT_RECORDS: '10', FIXITY_PERIOD: 'off' });
  keeper = await openKeeper(service);
});

let aus = 0;
let auid: string;

beforeEach(() => {
  auid = `au ${aus++}`;
});

const pages = (count: number) =>
  storeAll(
    service,
    auid,
    Array.from({ length: count }, (_, i) => makePage(auid, String(i))),
  );

const uuids = (artifacts: readonly Stored[]) => artifacts.map(({ uuid }) => uuid).sort();

/** Expects that a fixity check reports damage in exactly these artifacts of the AU. */
async function expectDamaged(artifacts: readonly Stored[]): Promise<void> {
  await keeper.walk();
  await expectReported(artifacts);
}

async function expectReported(artifacts: readonly Stored[]): Promise<void> {
  const report = await writeFixityReport(keeper.db, { auid });
  const { damaged } = report.json as { damaged: { uuid: string }[] };
  expect(damaged.map(({ uuid }) => uuid).sort()).toEqual(uuids(artifacts));
  expect(report.clean).toBe(artifacts.length === 0);
}

describe('fixity', () => {
  it('finds nothing in a store that is well, and says when it looked', async () => {
    const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n';
    const original = makeWarcRecord('response', makeUrl(auid, 'chunked'), pageDate, Buffer.from(chunked));
    const large = makePage(auid, 'large', { sizeBytes: 3_000_000 });
    const empty = makePage(auid, 'empty', { sizeBytes: 0 });
    await storeAll(service, auid, [original, makeRevisit(auid, 'again', 'chunked'), large, empty]);
    await pages(25);
    await expectDamaged([]);
    const report = await writeFixityReport(keeper.db, { auid });
    const [au] = (report.json as { aus: { checked: string; segments: number; artifacts: number }[] }).aus;
    expect(au).toMatchObject({
      artifacts: 29,
      unchecked: 0,
      damaged: 0,
      checked: expect.stringMatching(/^20/),
    });
    expect(report.lines.join('\n')).toContain('Nothing is damaged.');
  });

  it('tells when what it has not read for longest was read, and is not misled by what has just come', async () => {
    await pages(1);
    await keeper.walk();
    const oldestMs = await readOldestCheckMs(keeper.db);
    expect(oldestMs).toBeLessThanOrEqual(Date.now());
    await pages(1);
    expect(await readOldestCheckMs(keeper.db)).toBe(oldestMs);
  });

  it.each<[string, (record: Stored) => number, number]>([
    ['a bit of the payload', ({ offset, length }) => offset + length - 700, 1],
    ['a bit of the WARC header', ({ offset }) => offset + 40, 4],
    ['a bit of the time in the gzip header, which nobody reads', ({ offset }) => offset + 5, 128],
    ['a bit of the operating system in the gzip header', ({ offset }) => offset + 9, 2],
    ['the first byte', ({ offset }) => offset, 1],
    ['the checksum', ({ offset, length }) => offset + length - 8, 16],
    ['the length at the end', ({ offset, length }) => offset + length - 1, 64],
  ])('names the one artifact whose record has %s changed', async (_, at, bit) => {
    const artifacts = await pages(5);
    const [, , , victim] = artifacts as [Stored, Stored, Stored, Stored];
    await flip(victim.path, at(victim), bit);
    await expectDamaged([victim]);
    const answer = await service.client.get(`/artifacts/${victim.uuid}/payload`);
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('cannot be served');
    await flip(victim.path, at(victim), bit);
    await keeper.walk();
    // The reader's own verification may record its result after this check, so the check is repeated.
    while ((await keeper.damaged()).has(victim.uuid)) await keeper.walk();
    await expectReported([]);
    await service.client.bytes(`/artifacts/${victim.uuid}/payload`);
  });

  it('names those whose object is missing', async () => {
    const artifacts = await pages(25);
    const { path } = artifacts[0]!;
    await rename(path, `${path}.away`);
    const lost = artifacts.filter((artifact) => artifact.path === path);
    await expectDamaged(lost);
    expect((await keeper.damaged()).get(artifacts[0]!.uuid)).toBe('its object is missing from the store');
    await rename(`${path}.away`, path);
    expect(await keeper.walk(createRecheckJob(keeper, undefined))).toEqual({ healed: lost.length });
    await expectDamaged([]);
  });

  it('takes a store without any of many objects for another store', async () => {
    for (let i = 0; i < 20; i++) await storeAll(service, auid, [makePage(auid, `single ${i}`)]);
    const objects = join(service.storeFolder, 'objects');
    await rename(join(objects, 'ns'), join(objects, 'away'));
    await expect(keeper.walk()).rejects.toThrow('is this the object store of this index?');
    await rename(join(objects, 'away'), join(objects, 'ns'));
    await expectDamaged([]);
    expect(await keeper.damaged()).toEqual(new Map());
  });

  it('names those that a truncated object has lost, and no other', async () => {
    const artifacts = await pages(10);
    const [cut] = artifacts.slice(6) as [Stored];
    const whole = await readFile(cut.path);
    await truncate(cut.path, cut.offset + 100);
    await expectDamaged(artifacts.slice(6));
    await writeFile(cut.path, whole);
    await expectDamaged([]);
  });

  it('names all in an object that holds something else', async () => {
    const artifacts = await pages(3);
    const { path } = artifacts[0]!;
    const whole = await readFile(path);
    await writeFile(path, makeNoise(whole.length, 'else'));
    await expectDamaged(artifacts);
    await writeFile(path, gzipSync(makePage(auid, 'other')));
    await expectDamaged(artifacts);
    await rm(path);
    await writeFile(path, whole);
    await expectDamaged([]);
  });

  it('names revisits with the original whose payload they share, and not the original of a damaged revisit', async () => {
    const records = [
      makePage(auid, 'original'),
      makeRevisit(auid, 'one', 'original'),
      makeRevisit(auid, 'two', 'original'),
    ];
    const [original, one, two] = (await storeAll(service, auid, records)) as [Stored, Stored, Stored];
    await flip(original.path, original.offset + 900);
    await expectDamaged([original, one, two]);
    await flip(original.path, original.offset + 900);
    await flip(one.path, one.offset + 60);
    await expectDamaged([one]);
    expect((await service.client.get(`/artifacts/${one.uuid}/payload`)).status).toBe(502);
    await flip(one.path, one.offset + 60);
    await expectDamaged([]);
  });

  it('forgets the damage of what is deleted', async () => {
    const [victim] = (await pages(2)) as [Stored];
    await flip(victim.path, victim.offset + 300);
    await expectDamaged([victim]);
    await fetch(`${service.client.url}/artifacts/${victim.uuid}`, {
      method: 'DELETE',
      headers: { authorization: service.client.authorization },
    });
    await expectDamaged([]);
    const { rows } = await keeper.database.pool.query('select * from damage');
    expect(rows).toEqual([]);
  });

  it('tells of manifests and objects that are not as they were, of strays, and of a damaged journal', async () => {
    const [first] = (await pages(3)) as [Stored];
    const { length } = await readFile(first.path);
    await flip(first.path, length - 20);
    const objects = join(service.storeFolder, 'objects');
    const stray = join(objects, 'ns', 'default', 'stray.warc.gz');
    await writeFile(stray, 'x');
    await utimes(stray, 1_600_000_000, 1_600_000_000);
    await writeFile(join(objects, 'ns', 'default', 'young.warc.gz'), 'x');
    await keeper.store.put('journal/20200101/x.ndjson.gz', Buffer.from('no gzip'));
    await putJournalObject(keeper.store, 'journal/20200101/y.ndjson.gz', '{}\n');
    await rewriteObject(keeper.store, 'journal/20200101/y.ndjson.gz', truncateBytes);
    await expectDamaged([]);
    const { objects: odd } = (await writeFixityReport(keeper.db, {})).json as {
      objects: { key: string; reason: string }[];
    };
    const reasons = new Map(odd.map(({ key, reason }) => [key, reason]));
    expect(reasons.get('ns/default/stray.warc.gz')).toBe('the index does not reference it');
    expect(reasons.get('journal/20200101/x.ndjson.gz')).toContain('the state journal is damaged');
    // The check restored this object from its copy.
    expect(reasons.has('journal/20200101/y.ndjson.gz')).toBe(false);
    expect(await buffer(await keeper.store.read('journal/20200101/y.ndjson.gz'))).toEqual(
      await buffer(await keeper.store.read('journal-copy/20200101/y.ndjson.gz')),
    );
    expect([...reasons.values()]).toContain('its manifest is damaged');
    expect(reasons.size).toBe(3);
  });

  it('makes the copy of a manifest again that is damaged, or missing', async () => {
    await pages(3);
    await pages(3);
    await compact(keeper);
    const key = (await keeper.store.list({ prefix: 'manifests/' })).at(-1)!.key;
    const whole = await buffer(await keeper.store.read(key));
    const damages = [() => rewriteObject(keeper.store, key, zeroLastBytes), () => keeper.store.delete(key)];
    for (const damageObject of damages) {
      await damageObject();
      expect((await keeper.walk())['copies of manifests made again']).toBe(1);
      expect(await buffer(await keeper.store.read(key))).toEqual(whole);
      expect((await keeper.walk())['copies of manifests made again']).toBeUndefined();
    }
  });
});
