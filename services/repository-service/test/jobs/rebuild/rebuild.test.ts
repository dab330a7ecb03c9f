// Rebuild from a store with every kind of content: the rebuilt index must equal the original index.
// damaged-store.judge.ts tests damaged stores and S3.
import { buffer } from 'node:stream/consumers';
import type { TestRepositoryClient } from '@holdfast/testkit';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openIndexDatabase } from '../../index-database.ts';
import { rewriteObject, truncateBytes, zeroLastBytes } from './change-object.ts';
import { dumpIndex, type IndexDump } from './index-dump.ts';
import { copyStore, createUsedStore, runRebuild, type Used } from './rebuilt.ts';
import { importRounds, useStore } from './used-store.ts';

jest.setTimeout(120_000);

const everything = async (client: TestRepositoryClient) => {
  await useStore(client);
  await useStore(client, 'other');
};

/**
 * Two stores that all tests share: one with every kind of content, and one with many versions in a single AU. Tests
 * change copies of these stores.
 */
let used: Used;
let imported: Used;
beforeAll(async () => {
  used = await createUsedStore(everything);
  imported = await createUsedStore((client) => importRounds(client, 'a'));
});

describe('a rebuild from the object store', () => {
  it('makes the same index: every row, every counter, every segment', async () => {
    const { database, outcome, report, counts } = await runRebuild(used.store);
    expect(await dumpIndex(database)).toEqual(used.before);
    expect(used.before.artifacts.length).toBeGreaterThan(80);
    expect(outcome).toMatchObject({ ran: true, progress: { items: used.before.artifacts.length } });
    expect(counts).toEqual({ objects: used.before.segments.length });
    expect(Object.values(report).flat()).toEqual([]);
  });

  it('goes on where it was interrupted, wherever that was', async () => {
    const database = await openIndexDatabase();
    for (let finished = false, round = 1; !finished; round++) {
      const stopping = new AbortController();
      const timer = setTimeout(() => stopping.abort(), round * round * 40);
      finished = await runRebuild(used.store, { database, signal: stopping.signal }).then(
        () => true,
        (error) => {
          if (!stopping.signal.aborted) throw error;
          return false;
        },
      );
      clearTimeout(timer);
    }
    expect(await dumpIndex(database)).toEqual(used.before);
  });

  it('goes on with the journal behind the highest id there was', async () => {
    const { database } = await runRebuild(used.store);
    const { rows } = await database.pool.query(
      "select nextval(pg_get_serial_sequence('journal', 'id')) as id",
    );
    const names = (await used.store.list({ prefix: 'journal/' })).map(({ key }) => key);
    const firstOfLast = Number(/\/(\d{16})-/.exec(names.at(-1)!)![1]);
    expect(Number(rows[0].id)).toBeGreaterThan(firstOfLast);
  });

  it('takes entries once that a crash has put into the store twice', async () => {
    const { before, store } = await copyStore(imported);
    for (const { key } of await store.list({ prefix: 'journal/' })) {
      await store.put(key.replace(/[^/]+$/, '9$&'), await buffer(await store.read(key)));
    }
    const { database } = await runRebuild(store);
    expect(await dumpIndex(database)).toEqual(before);
  });

  it('leaves an index alone that is not empty', async () => {
    const { database } = await runRebuild(used.store);
    await expect(runRebuild(used.store, { database })).rejects.toThrow('The index is not empty');
  });
});

/**
 * Omits the columns about companion records. Without a manifest, it is unknown whether a companion record directly
 * after its artifact arrived with the artifact or separately.
 */
const withoutCompanions = ({ artifacts }: IndexDump) =>
  artifacts.map(({ artifact, ...others }) => {
    const { companions_after: _after, companions_crc: _crc, ...rest } = artifact as Record<string, unknown>;
    return { ...others, artifact: rest };
  });

function bytesBeside({ artifacts, kept }: IndexDump): number {
  const rows = artifacts.map(({ artifact }) => artifact as Record<string, number>);
  return [
    ...rows.map((row) => row.companions_before! + row.companions_after!),
    ...kept.map((row) => (row.kept as { record_length: number }).record_length),
  ].reduce((sum, bytes) => sum + bytes, 0);
}

describe('a rebuild without manifests', () => {
  it('reads the records themselves, and makes the same index', async () => {
    const { before, store } = await copyStore(used);
    const segments = before.segments.map(({ key }) => String(key));
    // The manifest is the last gzip member of a segment. Truncates it in every second segment, and overwrites its end
    // in all other segments.
    for (const [i, key] of segments.entries())
      await rewriteObject(store, key, i % 2 === 0 ? truncateBytes : zeroLastBytes);
    const { database, counts } = await runRebuild(store);
    const after = await dumpIndex(database);
    expect(counts).toEqual({ objects: segments.length, 'objects without a manifest': segments.length });
    expect(withoutCompanions(after)).toEqual(withoutCompanions(before));
    expect(bytesBeside(after)).toBe(bytesBeside(before));
    const countersOf = ({ aus }: typeof after) => aus.map(({ warc_bytes: _, ...counters }) => counters);
    expect(countersOf(after)).toEqual(countersOf(before));
  });
});
