// The sweep removes objects left behind by crashes, and no object that is still in use, even if the servers' clocks are
// wrong.
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ObjectStore, openObjectStore, parseObjectStore } from '@holdfast/object-store';
import type { Database } from '@holdfast/pg-kit';
import { addCleanup, createTemporaryFolder } from '@holdfast/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { toManifestCopyKey, toSegmentKey } from '../../../src/domain/manifest-copy-keys.ts';
import { deleteArtifact, setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { recordSegment, SegmentSweptError } from '../../../src/index/writing/record-segment.db.ts';
import { makeSegmentKey, openImportTarget } from '../../../src/ingest/storing/segment.ts';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { createSweepJob, type SweepReport, type SweepSettings } from '../../../src/jobs/sweep/sweep.ts';
import { onIndex } from '../../index/on-index.ts';
import { makeEntry, openIndexDatabase } from '../../index-database.ts';
import {
  compact,
  findInconsistencies,
  listSegmentObjects,
  makeCompactionDeps,
  runWholeJob,
  storeWith,
} from '../compaction/kept-store.ts';

const dayMs = 86_400_000;
const place = { namespace: 'default', auid: 'au' };
let kept: { database: Database<IndexSchema>; store: ObjectStore };
let storeFolder: string;
let spoolFolder: string;

beforeEach(async () => {
  const folder = await createTemporaryFolder();
  [storeFolder, spoolFolder] = [join(folder, 'store'), join(folder, 'spool')];
  const store = await openObjectStore(parseObjectStore(`fs:${storeFolder}`, {}));
  addCleanup(() => store.close());
  kept = { database: await openIndexDatabase(), store };
});

/** Stores an artifact of arbitrary bytes as an import does. Returns its UUID. */
async function stored(name: string, committed = true): Promise<string> {
  const { auId, namespaceId, auidHash } = await openImportTarget(kept.database.kysely, place);
  const key = makeSegmentKey({ ...place, auidHash }, uuidv7());
  const bytes = Buffer.from(`record of ${name}`);
  await kept.store.put(key, bytes);
  const segment = { key, sizeBytes: bytes.length, manifestOffset: bytes.length };
  const one = makeEntry(`http://www.example.org/${name}`, name, {
    committed,
    stored: { offset: 0, length: bytes.length },
  });
  await recordSegment(kept.database.kysely, {
    auId,
    namespaceId,
    storeMs: Date.now(),
    segment,
    entries: [one],
  });
  return one.id;
}

/**
 * Stores an object as a crashed import leaves it. The time in its name is `agoMs` ago, but its modification time is
 * now.
 */
async function leftBehind(agoMs: number): Promise<string> {
  const id = uuidv7();
  const time = (Date.now() - agoMs).toString(16).padStart(12, '0');
  const { auidHash } = await openImportTarget(kept.database.kysely, place);
  const key = makeSegmentKey({ ...place, auidHash }, `${time.slice(0, 8)}-${time.slice(8)}${id.slice(13)}`);
  await kept.store.put(key, Buffer.from('left behind'));
  return key;
}

async function listKeys(prefix: string): Promise<string[]> {
  return (await kept.store.list({ prefix, after: '', limit: 1_000 })).map(({ key }) => key);
}

async function sweep(
  settings: Partial<SweepSettings> = {},
  over: Partial<typeof kept> = {},
): Promise<SweepReport & { counts: Record<string, number> }> {
  const all = { ageMs: 0, uncommittedMs: 0, spoolFolder, dryRun: false, ...settings };
  const { job, report } = createSweepJob({ ...makeCompactionDeps({ ...kept, ...over }) }, all);
  const counts = await runWholeJob({ ...kept, ...over }, job);
  return { ...report, counts };
}

const nothing = { objects: [], unfinished: [], spool: [], uncommitted: [], lost: [], foreign: [] };

describe('a sweep', () => {
  it('removes objects that nobody recorded, and no others', async () => {
    for (const name of ['a', 'b', 'c']) await stored(name);
    await compact(kept, { graceMs: dayMs });
    await stored('d');
    const before = await listSegmentObjects(kept.store);
    const key = await leftBehind(0);
    expect(await sweep({ dryRun: true })).toMatchObject({ ...nothing, objects: [key] });
    expect(await kept.store.stat(key)).toBeDefined();
    expect(await sweep()).toMatchObject({ ...nothing, objects: [key], counts: { 'objects left behind': 1 } });
    expect(await listSegmentObjects(kept.store)).toEqual(before);
    expect(await findInconsistencies(kept)).toEqual([]);
    expect(await sweep()).toMatchObject({ ...nothing, counts: {} });
  });

  it('leaves alone what is young, by its name or by its time in the store, and what is not named as ours', async () => {
    const keys = [await leftBehind(dayMs / 2), await leftBehind(2 * dayMs)];
    await kept.store.put('ns/default/somebody.elses', Buffer.from('x'));
    await kept.store.put('other/object', Buffer.from('x'));
    const { counts, ...report } = await sweep({ ageMs: dayMs });
    expect(report).toEqual({ ...nothing, foreign: ['ns/default/somebody.elses'] });
    expect(counts['too young to tell']).toBe(2);
    const path = join(storeFolder, 'objects', keys[1]!);
    await utimes(path, new Date(0), new Date(0));
    expect(await sweep({ ageMs: dayMs })).toMatchObject({ objects: [keys[1]] });
  });

  it('removes old manifest copies whose segment no longer exists', async () => {
    for (const name of ['a', 'b']) await stored(name);
    await compact(kept, { graceMs: 0 });
    await sweep();
    const needed = await listKeys('manifests/');
    expect(needed).toHaveLength(1);
    const [old, young] = [await leftBehind(2 * dayMs), await leftBehind(2 * dayMs)].map(toManifestCopyKey);
    for (const key of [old!, young!]) {
      await kept.store.put(key, Buffer.from('names of artifacts'));
      await kept.store.delete(toSegmentKey(key));
    }
    await utimes(join(storeFolder, 'objects', old!), new Date(0), new Date(0));
    expect(await sweep({ ageMs: dayMs, dryRun: true })).toMatchObject({ ...nothing, objects: [old] });
    expect(await listKeys('manifests/')).toHaveLength(3);
    expect(await sweep({ ageMs: dayMs })).toMatchObject({ ...nothing, objects: [old] });
    expect((await listKeys('manifests/')).sort()).toEqual([...needed, young!].sort());
    expect(await findInconsistencies(kept)).toEqual([]);
  });

  it('makes an import fail that was about to record the object, however late it comes', async () => {
    await stored('a');
    const key = await leftBehind(0);
    await sweep();
    const { auId, namespaceId } = await openImportTarget(kept.database.kysely, place);
    const segment = { key, sizeBytes: 11, manifestOffset: 5 };
    const late = {
      auId,
      namespaceId,
      storeMs: 1,
      segment,
      entries: [makeEntry('http://late.example/', 'late')],
    };
    await expect(recordSegment(kept.database.kysely, late)).rejects.toThrow(SegmentSweptError);
    expect(await findInconsistencies(kept)).toEqual([]);
  });

  it('lets an import win that is a moment earlier', async () => {
    await stored('a');
    const key = await leftBehind(0);
    const { auId, namespaceId } = await openImportTarget(kept.database.kysely, place);
    const segment = { key, sizeBytes: 11, manifestOffset: 5 };
    const batch = {
      auId,
      namespaceId,
      storeMs: 1,
      segment,
      entries: [makeEntry('http://late.example/', 'late')],
    };
    // Records the segment after the sweep has listed the objects and before it removes any.
    const database = await holdingClaims(() => recordSegment(kept.database.kysely, batch));
    expect(await sweep({}, { database })).toMatchObject(nothing);
    expect(await kept.store.stat(key)).toBeDefined();
  });

  /** Returns the database, changed so that `before` runs before the sweep claims its first object for removal. */
  async function holdingClaims(before: () => Promise<unknown>): Promise<Database<IndexSchema>> {
    let done: Promise<unknown> | undefined;
    const kysely = new Proxy(kept.database.kysely, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name === 'transaction') {
          return () => ({
            execute: async (work: Parameters<ReturnType<typeof target.transaction>['execute']>[0]) => {
              done ??= before();
              await done;
              return target.transaction().execute(work);
            },
          });
        }
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { ...kept.database, kysely };
  }

  it('removes unfinished writes and spool files that nobody touched for so long', async () => {
    const writer = kept.store.create('ns/x');
    await writer.write(Buffer.alloc(1_000_000));
    await mkdir(spoolFolder, { recursive: true });
    const [old, young] = [uuidv7(), uuidv7()];
    for (const name of [old, young, 'not ours']) await writeFile(join(spoolFolder, name), 'x');
    for (const name of [old, 'not ours']) await utimes(join(spoolFolder, name), new Date(0), new Date(0));
    expect(await sweep({ ageMs: dayMs, dryRun: true })).toMatchObject({ ...nothing, spool: [old] });
    expect(await sweep({ ageMs: dayMs })).toMatchObject({ ...nothing, spool: [old] });
    expect((await readdir(spoolFolder)).sort()).toEqual([young, 'not ours'].sort());
    await new Promise((resolve) => setTimeout(resolve, 10));
    const { unfinished } = await sweep();
    expect(unfinished).toHaveLength(1);
    expect(await kept.store.unfinished()).toEqual([]);
    await expect(writer.close()).rejects.toThrow();
    await writer.abort();
  });

  it('deletes what was never committed only when it is told to', async () => {
    const [uncommitted, committed, young] = [
      await stored('a', false),
      await stored('b'),
      await stored('c', false),
    ];
    await onIndex(kept.database)`update artifact set store_ms = 0 where id <> ${young}`;
    expect(await sweep()).toMatchObject(nothing);
    const settings = { uncommittedMs: dayMs };
    expect(await sweep({ ...settings, dryRun: true })).toMatchObject({ uncommitted: [uncommitted] });
    expect(await sweep(settings)).toMatchObject({ uncommitted: [uncommitted] });
    const { rows } = await onIndex(kept.database)<{ id: string }>`select id from artifact order by id`;
    expect(rows.map(({ id }) => id)).toEqual([committed, young].sort());
  });

  it('keeps an artifact that was committed and then uncommitted, before and after its changes are shipped', async () => {
    const database = kept.database.kysely;
    const [uncommitted, recommitted] = [await stored('a'), await stored('b', false)];
    await setCommitted(database, uncommitted, false);
    await setCommitted(database, recommitted, true);
    await setCommitted(database, recommitted, false);
    await onIndex(kept.database)`update artifact set store_ms = 0`;
    expect(await sweep({ uncommittedMs: dayMs })).toMatchObject(nothing);
    await shipJournal(makeCompactionDeps(kept));
    expect(await sweep({ uncommittedMs: dayMs })).toMatchObject(nothing);
    for (const id of [uncommitted, recommitted])
      expect(await deleteArtifact(database, id, { ifNeverCommitted: true })).toBe('missing');
  });
});

describe('an index that is not that of the store', () => {
  it('sweeps nothing: neither a new one nor one that is rebuilt', async () => {
    await stored('a');
    await shipJournal(makeCompactionDeps(kept));
    const database = await openIndexDatabase();
    await expect(sweep({}, { database })).rejects.toThrow('older than the object store');
    await onIndex(database)`insert into job (name) values ('rebuild')`;
    await expect(sweep({}, { database })).rejects.toThrow('being rebuilt');
    expect(await findInconsistencies(kept)).toEqual([]);
  });

  it('keeps what the journal says was recorded, even if the index has come to lose it', async () => {
    await stored('a');
    const object = (await listSegmentObjects(kept.store))[0]!;
    await shipJournal(makeCompactionDeps(kept));
    await onIndex(kept.database)`delete from segment`;
    expect(await sweep()).toMatchObject({ ...nothing, lost: [object.key] });
    expect(await kept.store.stat(object.key)).toBeDefined();
  });

  it('is told apart by the journal of any day', async () => {
    await stored('a');
    await shipJournal(makeCompactionDeps(kept));
    const legacyKey = (day: string, id: number) =>
      `journal/${day}/${String(id).padStart(16, '0')}-${uuidv7()}.ndjson.gz`;
    await kept.store.put(legacyKey('19991231', 1), gzipSync(''));
    expect(await sweep()).toMatchObject(nothing);
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '');
    await kept.store.put(legacyKey(today, 900), gzipSync(''));
    await expect(sweep()).rejects.toThrow('older than the object store');
  });

  it('removes nothing when the journal cannot be read', async () => {
    const key = await leftBehind(0);
    await kept.store.put(`journal/19991231/${'0'.repeat(16)}-x.ndjson.gz`, Buffer.from('no gzip'));
    await expect(sweep()).rejects.toThrow('cannot be read');
    expect(await kept.store.stat(key)).toBeDefined();
    const store = storeWith(kept.store, { delete: () => Promise.reject(new Error('must not')) });
    await expect(sweep({}, { store })).rejects.toThrow('cannot be read');
  });
});
