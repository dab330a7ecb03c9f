// Covers: services/repository-service/src packages/object-store packages/warc
// Rebuilds the index from a damaged store whose records were moved by compaction.
import { buffer } from 'node:stream/consumers';
import { createLog } from '@holdfast/service-kit';
import type { TestRepositoryClient } from '@holdfast/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { toManifestCopyKey } from '../../../src/domain/manifest-copy-keys.ts';
import { mergeJournal } from '../../../src/jobs/journal/merge.ts';
import { send } from '../../send.ts';
import { compact } from '../compaction/kept-store.ts';
import { rewriteObject, truncateBytes, zeroLastBytes } from './change-object.ts';
import { dumpIndex } from './index-dump.ts';
import { createUsedStore, runRebuild, type Used } from './rebuilt.ts';
import { importRounds, useStore } from './used-store.ts';

jest.setTimeout(120_000);

const log = createLog({ service: 'test', level: 'silent' });

describe('a rebuild from a store whose records were moved', () => {
  it('takes the older objects while they are there, when the newer one is damaged', async () => {
    for (const damage of [truncateBytes, undefined]) {
      const { before, store } = await createUsedStore(async (client, opened) => {
        await importRounds(client, 'a');
        await compact(opened, { graceMs: 3_600_000 });
      });
      const [newer] = before.segments.map(({ key }) => String(key));
      if (damage) await store.delete(toManifestCopyKey(newer!));
      if (damage) await rewriteObject(store, newer!, damage);
      else await store.delete(newer!);
      const { database, counts } = await runRebuild(store);
      const summarize = ({ artifacts }: typeof before) =>
        artifacts.map(({ artifact }) => {
          const { record_offset: _, ...rest } = artifact as Record<string, unknown>;
          return rest;
        });
      expect(summarize(await dumpIndex(database))).toEqual(summarize(before));
      expect(counts['objects left for older ones']).toBe(1);
    }
  });

  it('makes the same index when any one object is damaged, long after the older ones are gone', async () => {
    const { before, database, store } = await createUsedStore(async (client, opened) => {
      await useStore(client);
      await compact(opened);
      await importRounds(client, 'one more');
      await changeSome(client, opened.database);
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
    // Damages at most three objects of each kind.
    const kinds = ['manifests/', 'journal/', 'ns/'].map((kind) => keys.filter((key) => key.startsWith(kind)));
    const some = kinds.flatMap((ones) => ones.filter((_, i) => i % Math.ceil(ones.length / 3) === 0));
    for (const key of some) {
      const bytes = await buffer(await store.read(key));
      await rewriteObject(store, key, zeroLastBytes);
      const { artifacts, aus } = await dumpIndex((await runRebuild(store)).database);
      expect([key, artifacts, aus]).toEqual([key, before.artifacts, before.aus]);
      await rewriteObject(store, key, () => bytes);
    }
  });

  it('names what was in an object that is cut short, for who can bring it again', async () => {
    const { before, store } = await createUsedStore(async (client, opened) => {
      await importRounds(client, 'a');
      await compact(opened);
    });
    await rewriteObject(store, String(before.segments[0]!.key), (bytes) =>
      bytes.subarray(0, bytes.length / 2),
    );
    const { database, counts } = await runRebuild(store);
    expect((await dumpIndex(database)).artifacts).toEqual(before.artifacts);
    expect(counts['unreadable records']).toBeGreaterThan(1);
  });
});

/** Commits, uncommits and deletes moved artifacts. */
async function changeSome(client: TestRepositoryClient, { pool }: Used['database']): Promise<void> {
  const { rows } = await pool.query(
    'select artifact.id, committed from artifact join au on au.id = au_id where bulk_since is null order by 1 limit 30',
  );
  for (const [i, { id, committed }] of rows.entries()) {
    if (i % 3 === 0) await setCommitted(client, id, !committed);
    else if (i % 3 === 1) await send(client, 'DELETE', `/artifacts/${id}`);
  }
}

function setCommitted(client: TestRepositoryClient, id: string, committed: boolean) {
  return send(client, 'PUT', `/artifacts/${id}`, { query: { committed } });
}
