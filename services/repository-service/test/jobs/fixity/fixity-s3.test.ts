// Fixity check of a store on a real S3 server. The check reads byte ranges of the objects.
import { buffer } from 'node:stream/consumers';
import type { ObjectStore } from '@holdfast/object-store';
import { describeWithS3, toS3Environment } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { createUsedStore } from '../rebuild/rebuilt.ts';
import { makePage, makeRevisit, packRecords } from './stored-artifacts.ts';
import { makeKeeper } from './walk.ts';

interface Row {
  id: string;
  key: string;
  at: number;
  length: number;
}

describeWithS3('fixity on S3', (s3) => {
  it('names what is damaged, missing or cut, and nothing else', async () => {
    const env = { ...toS3Environment(await s3.bucket()), FIXITY_PERIOD: 'off' };
    const { database, store } = await createUsedStore(
      async (client) => {
        for (const auid of ['one', 'two', 'three', 'four']) {
          const large = makePage(auid, 'large', { sizeBytes: 1_500_000 });
          const records = [makePage(auid, 'a'), makePage(auid, 'b'), makeRevisit(auid, 'r', 'a'), large];
          await client.importArchive(packRecords(records), { auid, storeDuplicate: true });
        }
      },
      { env },
    );
    const keeper = makeKeeper(database, store);
    expect(await keeper.walk()).toMatchObject({ damaged: 0 });

    const { rows } = await database.pool.query<Row>(`
      select artifact.id, key, record_offset as at, record_length as length
      from artifact join segment on segment.id = segment_id join au on au.id = artifact.au_id
      order by auid, artifact.id`);
    const byKey = [...Map.groupBy(rows, ({ key }) => key).values()];
    const [flipped, cut, gone] = byKey as [Row[], Row[], Row[]];
    await change(store, flipped[1]!, (bytes, { at, length }) => {
      bytes[at + length - 9]! ^= 4;
      return bytes;
    });
    await change(store, cut[3]!, (bytes, { at }) => bytes.subarray(0, at + 700_000));
    await store.delete(gone[0]!.key);
    await keeper.walk();
    const wanted = [flipped[1]!, cut[3]!, ...gone].map(({ id }) => id);
    expect([...(await keeper.damaged()).keys()].sort()).toEqual(wanted.sort());
  });
});

async function change(store: ObjectStore, row: Row, to: (bytes: Buffer, row: Row) => Buffer): Promise<void> {
  const bytes = to(await buffer(await store.read(row.key)), row);
  await store.delete(row.key);
  await store.put(row.key, bytes);
}
