// Rebuild from a store after compaction has moved records or a purge has deleted some. moved.judge.ts tests damaged
// stores.
import { makeWarc, type TestRepositoryClient } from '@holdfast/testkit';
import { describe, expect, it, jest } from '@jest/globals';
import { orderPurge } from '../../../src/index/keeping/purge.db.ts';
import { send } from '../../send.ts';
import { compact } from '../compaction/kept-store.ts';
import { dumpIndex } from './index-dump.ts';
import { createUsedStore, runRebuild, type Used } from './rebuilt.ts';
import { useStore } from './used-store.ts';

jest.setTimeout(120_000);

describe('a rebuild from a store whose records were moved', () => {
  it('makes the same index, and knows what is still to be removed', async () => {
    const { before, database, store } = await createUsedStore(async (client, opened) => {
      await useStore(client);
      await compact(opened);
      for (const seed of ['x', 'y', 'z']) {
        await client.importArchive(makeWarc(30, 300, seed).bytes, { auid: 'au&b~ä%2F' });
      }
      // Compacts the store and keeps the old objects for an hour.
      await compact(opened, { graceMs: 3_600_000 });
      await changeSome(client, opened.database);
    });
    const rebuiltIndex = await runRebuild(store);
    expect(await dumpIndex(rebuiltIndex.database)).toEqual(before);
    expect(rebuiltIndex.counts).toEqual({ objects: before.segments.length });
    const retired = async ({ pool }: typeof database) =>
      (await pool.query('select key from retired_object order by key')).rows;
    expect(await retired(rebuiltIndex.database)).toEqual(await retired(database));
    expect(await retired(database)).not.toEqual([]);
  });

  it('remembers what was purged, and which bytes of it are not yet erased', async () => {
    const { before, database, store } = await createUsedStore(async (client, opened) => {
      for (const auid of ['erased', 'not yet']) {
        const { statuses } = await client.importArchive(makeWarc(5, 300).bytes, { auid });
        const { rows } = await opened.database.pool.query('select id from au where auid = $1', [auid]);
        const order = { by: 'somebody', reason: 'a court' };
        await orderPurge(opened.database.kysely, rows[0].id, [statuses[0]!.artifactUuid!], order);
        if (auid === 'erased') await compact(opened);
      }
    });
    const rebuiltIndex = await runRebuild(store);
    expect(await dumpIndex(rebuiltIndex.database)).toEqual(before);
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
