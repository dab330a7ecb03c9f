// The index made again from a store whose records were moved by compaction, or purged.
import { buffer } from 'node:stream/consumers';
import { createLog } from '@holdfast/service-kit';
import { makeWarc, type RepositoryClient } from '@holdfast/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { manifestCopyOf } from '../../../src/domain/manifest-copy-keys.ts';
import { orderPurge } from '../../../src/index/purge.db.ts';
import { mergeJournal } from '../../../src/jobs/journal/merge.ts';
import { send } from '../../send.ts';
import { compact } from '../compaction/kept-store.ts';
import { change, cut, spoilt } from './change-object.ts';
import { indexDump } from './index-dump.ts';
import { rebuilt, type Used, usedStore } from './rebuilt.ts';
import { importRounds, useStore } from './used-store.ts';

jest.setTimeout(120_000);

const log = createLog({ service: 'test', level: 'silent' });

describe('a rebuild from a store whose records were moved', () => {
  it('makes the same index, and knows what is still to be removed', async () => {
    const { before, database, store } = await usedStore(async (client, beside) => {
      await useStore(client);
      await compact(beside);
      for (const seed of ['x', 'y', 'z']) {
        await client.importArchive(makeWarc(30, 300, seed).bytes, { auid: 'au&b~ä%2F' });
      }
      // The objects of this one stay for an hour.
      await compact(beside, { graceMs: 3_600_000 });
      await changeSome(client, beside.database);
    });
    const rebuiltIndex = await rebuilt(store);
    expect(await indexDump(rebuiltIndex.database)).toEqual(before);
    expect(rebuiltIndex.counts).toEqual({ objects: before.segments.length });
    const retired = async ({ pool }: typeof database) =>
      (await pool.query('select key from retired_object order by key')).rows;
    expect(await retired(rebuiltIndex.database)).toEqual(await retired(database));
    expect(await retired(database)).not.toEqual([]);
  });

  it('takes the older objects while they are there, when the newer one is damaged', async () => {
    for (const harm of [cut, undefined]) {
      const { before, store } = await usedStore(async (client, beside) => {
        await importRounds(client, 'a');
        await compact(beside, { graceMs: 3_600_000 });
      });
      const [newer] = before.segments.map(({ key }) => String(key));
      if (harm) await store.delete(manifestCopyOf(newer!));
      if (harm) await change(store, newer!, harm);
      else await store.delete(newer!);
      const { database, counts } = await rebuilt(store);
      const told = ({ artifacts }: typeof before) =>
        artifacts.map(({ artifact }) => {
          const { record_offset: _, ...rest } = artifact as Record<string, unknown>;
          return rest;
        });
      expect(told(await indexDump(database))).toEqual(told(before));
      expect(counts['objects left for older ones']).toBe(1);
    }
  });

  it('makes the same index when any one object is damaged, long after the older ones are gone', async () => {
    const { before, database, store } = await usedStore(async (client, beside) => {
      await useStore(client);
      await compact(beside);
      await importRounds(client, 'one more');
      await changeSome(client, beside.database);
    });
    await mergeJournal({ database, store, newId: uuidv7, log }, new AbortController().signal, {
      smallBytes: 1e9,
      fewest: 2,
      textBytes: 32_000,
    });
    const keys = (await store.list({})).map(({ key }) => key);
    const count = (prefix: string) => keys.filter((key) => key.startsWith(prefix)).length;
    const copies = count('manifests/');
    expect(copies).toBeGreaterThan(0);
    expect(count('ns/')).toBeGreaterThan(copies);
    expect(count('journal/')).toBeGreaterThan(0);
    // Three of each kind.
    const kinds = ['manifests/', 'journal/', 'ns/'].map((kind) => keys.filter((key) => key.startsWith(kind)));
    const some = kinds.flatMap((ones) => ones.filter((_, i) => i % Math.ceil(ones.length / 3) === 0));
    for (const key of some) {
      const bytes = await buffer(await store.read(key));
      await change(store, key, spoilt);
      const { artifacts, aus } = await indexDump((await rebuilt(store)).database);
      expect([key, artifacts, aus]).toEqual([key, before.artifacts, before.aus]);
      await change(store, key, () => bytes);
    }
  });

  it('names what was in an object that is cut short, for who can bring it again', async () => {
    const { before, store } = await usedStore(async (client, beside) => {
      await importRounds(client, 'a');
      await compact(beside);
    });
    await change(store, String(before.segments[0]!.key), (bytes) => bytes.subarray(0, bytes.length / 2));
    const { database, counts } = await rebuilt(store);
    expect((await indexDump(database)).artifacts).toEqual(before.artifacts);
    expect(counts['unreadable records']).toBeGreaterThan(1);
  });

  it('remembers what was purged, and which bytes of it are not yet erased', async () => {
    const { before, database, store } = await usedStore(async (client, beside) => {
      for (const auid of ['erased', 'not yet']) {
        const { statuses } = await client.importArchive(makeWarc(5, 300).bytes, { auid });
        const { rows } = await beside.database.pool.query('select id from au where auid = $1', [auid]);
        const order = { by: 'somebody', reason: 'a court' };
        await orderPurge(beside.database.kysely, rows[0].id, [statuses[0]!.artifactUuid!], order);
        if (auid === 'erased') await compact(beside);
      }
    });
    const rebuiltIndex = await rebuilt(store);
    expect(await indexDump(rebuiltIndex.database)).toEqual(before);
    const purges = async ({ pool }: typeof database) =>
      (
        await pool.query(`
          select purge.id, auid, sha256, ordered_by, reason, erased_at is null as open, key
          from purge join au on au.id = au_id left join segment on segment.id = segment_id and erased_at is null
          order by auid`)
      ).rows;
    expect(await purges(rebuiltIndex.database)).toEqual(await purges(database));
    expect((await purges(database)).map(({ open }) => open)).toEqual([false, true]);
  });
});

/** Commits, uncommits and deletes of what was moved. */
async function changeSome(client: RepositoryClient, { pool }: Used['database']): Promise<void> {
  const { rows } = await pool.query(
    'select artifact.id, committed from artifact join au on au.id = au_id where bulk_since is null order by 1 limit 30',
  );
  for (const [i, { id, committed }] of rows.entries()) {
    if (i % 3 === 0) await setCommitted(client, id, !committed);
    else if (i % 3 === 1) await send(client, 'DELETE', `/artifacts/${id}`);
  }
}

function setCommitted(client: RepositoryClient, id: string, committed: boolean) {
  return send(client, 'PUT', `/artifacts/${id}`, { query: { committed } });
}
