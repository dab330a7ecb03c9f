// Legal holds in a bucket with object lock. They enforce the holds on AUs and artifacts. The bucket is one of two
// stores.
import { gzipSync } from 'node:zlib';
import { deleteVersion, describeWithS3 } from '@holdfast/testkit';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { orderPurge } from '../../../src/index/keeping/purge.db.ts';
import { reconcileLegalHoldsPeriodically } from '../../../src/jobs/versions/legal-holds.ts';
import { buildRevisit } from '../../features/replay/made-records.ts';
import { onIndex } from '../../index/on-index.ts';
import { send } from '../../send.ts';
import { until } from '../../until.ts';
import { compact } from '../compaction/kept-store.ts';
import { type HeldBucket, openHeldBucket, type StoredPage } from './held-bucket.ts';

describeWithS3('legal holds in a bucket with object lock', (s3) => {
  let bucket: HeldBucket;
  let auid: string;
  let aus = 0;

  beforeAll(async () => {
    bucket = await openHeldBucket(s3);
  });
  beforeEach(async () => {
    auid = `au ${aus++}`;
    // Removes the rows that a failed test has left, so that the next test does not fail, too.
    await onIndex(bucket.database)`delete from hold`;
    await onIndex(bucket.database)`delete from legal_hold`;
  });

  const storedPages = (count?: number) => bucket.storedPages(auid, count);
  const keyOf = (uuid: string) => bucket.keyOf(uuid);
  const recordedKeys = () => bucket.recordedKeys();
  const reconcile = () => bucket.reconcile();

  async function placed(body: Record<string, string>): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await send(bucket.service.client, 'POST', '/holds', {
      body: JSON.stringify({ ...body, reason: 'litigation' }),
      headers,
    });
    if (status !== 201) throw new Error(text);
    return (JSON.parse(text) as { hold: string }).hold;
  }
  const lifted = (hold: string) => send(bucket.service.client, 'DELETE', `/holds/${hold}`);

  /** Tries to delete every version of an object with the bucket's API. Returns the statuses. */
  async function deletedByApi(key: string): Promise<number[]> {
    const { versions } = await bucket.store.copies.storeNamed('far')!.versions!.list(key);
    return Promise.all(
      versions
        .filter(({ isDeleteMarker }) => !isDeleteMarker)
        .map((version) => deleteVersion(bucket.settings, version)),
    );
  }

  async function shownHold(uuid: string) {
    const { holds } = await bucket.service.client.json<{ holds: { hold: string; legalHolds?: unknown[] }[] }>(
      `/holds?uuid=${uuid}`,
    );
    return holds;
  }

  it('protect the segment of a held artifact until the hold is lifted', async () => {
    const [page] = (await storedPages()) as [StoredPage];
    const hold = await placed({ uuid: page.uuid });
    await reconcile();
    expect(await deletedByApi(page.key)).toEqual([403]);
    const legalHolds = [{ store: `s3:${bucket.settings.bucket}`, placed: 1, pending: 0 }];
    expect(await shownHold(page.uuid)).toMatchObject([{ hold, legalHolds }]);
    const second = await placed({ auid });
    await lifted(hold);
    await reconcile();
    expect(await deletedByApi(page.key)).toEqual([403]);
    await lifted(second);
    await reconcile();
    expect(await recordedKeys()).toEqual([]);
    expect(await deletedByApi(page.key)).toEqual([204]);
  });

  it('end with the time of the hold', async () => {
    const [page] = (await storedPages()) as [StoredPage];
    const hold = await placed({ uuid: page.uuid });
    await reconcile();
    await onIndex(bucket.database)`update hold set until = now() where id = ${hold}`;
    await reconcile();
    expect(await deletedByApi(page.key)).toEqual([204]);
    await lifted(hold);
  });

  it('protect every segment of a held AU, later ones too', async () => {
    const [first] = (await storedPages()) as [StoredPage];
    const hold = await placed({ auid });
    await reconcile();
    const [second] = (await storedPages()) as [StoredPage];
    await reconcile();
    expect(await deletedByApi(first.key)).toEqual([403]);
    expect(await deletedByApi(second.key)).toEqual([403]);
    expect(await shownHold(second.uuid)).toMatchObject([{ legalHolds: [{ placed: 2, pending: 0 }] }]);
    await lifted(hold);
    await reconcile();
    expect(await recordedKeys()).toEqual([]);
  });

  it('protect the payload of a held revisit, also in another AU', async () => {
    const [original] = (await storedPages()) as [StoredPage];
    const { rows } = await onIndex(bucket.database)<{ url: string; date: Date }>`
      select url, to_timestamp(collection_ms / 1000) as date from artifact where id = ${original.uuid}`;
    const { url, date } = rows[0]!;
    const revisit = buildRevisit(url, '2024-01-01T00:00:00Z', '', {
      'WARC-Refers-To-Target-URI': url,
      'WARC-Refers-To-Date': `${date.toISOString().slice(0, 19)}Z`,
    });
    const other = `${auid} of revisits`;
    const { statuses } = await bucket.service.client.importArchive(gzipSync(revisit), {
      auid: other,
      storeDuplicate: true,
    });
    const uuid = statuses[0]!.artifactUuid!;
    for (const body of [{ uuid }, { auid: other }]) {
      const hold = await placed(body);
      await reconcile();
      expect(await recordedKeys()).toEqual([original.key, await keyOf(uuid)].sort());
      expect(await deletedByApi(original.key)).toEqual([403]);
      await lifted(hold);
      await reconcile();
      expect(await recordedKeys()).toEqual([]);
    }
  });

  it('follow the held artifact when compaction moves it', async () => {
    const [held] = (await storedPages()) as [StoredPage];
    await storedPages();
    const hold = await placed({ uuid: held.uuid });
    await reconcile();
    await compact(bucket);
    const moved = await keyOf(held.uuid);
    expect(moved).not.toBe(held.key);
    await reconcile();
    expect(await recordedKeys()).toEqual([moved]);
    expect(await deletedByApi(moved)).toEqual([403]);
    expect(await deletedByApi(held.key)).toEqual([204]);
    await lifted(hold);
    await reconcile();
  });

  it('do not keep a purge of other artifacts in the same segment from being complete', async () => {
    const [held, other] = (await storedPages(2)) as [StoredPage, StoredPage];
    const hold = await placed({ uuid: held.uuid });
    await reconcile();
    const { rows } = await onIndex(bucket.database)<{ au_id: number }>`
      select au_id from artifact where id = ${held.uuid}`;
    await orderPurge(bucket.database.kysely, rows[0]!.au_id, [other.uuid], { by: 'x', reason: 'y' });
    await compact(bucket);
    const purged = await onIndex(bucket.database)<{ erased: boolean }>`
      select erased_at is not null as erased from purge where id = ${other.uuid}`;
    expect(purged.rows).toEqual([{ erased: true }]);
    expect(await deletedByApi(held.key)).toEqual([]);
    expect(await deletedByApi(await keyOf(held.uuid))).toEqual([403]);
    await lifted(hold);
    await reconcile();
  });

  it('are placed and lifted completely after a crash at any point', async () => {
    const [page] = (await storedPages()) as [StoredPage];
    const hold = await placed({ uuid: page.uuid });
    // Simulates a crash before the legal hold was placed.
    await onIndex(
      bucket.database,
    )`insert into legal_hold (key, store) values (${page.key}, ${`s3:${bucket.settings.bucket}`})
      on conflict do nothing`;
    await reconcile();
    expect(await deletedByApi(page.key)).toEqual([403]);
    // Simulates a crash after the legal hold was placed, but before the database recorded this. Meanwhile the hold is
    // lifted.
    await onIndex(bucket.database)`update legal_hold set placed_at = null`;
    await lifted(hold);
    await reconcile();
    expect(await recordedKeys()).toEqual([]);
    expect(await deletedByApi(page.key)).toEqual([204]);
  });

  it('wait for an object that the bucket does not have yet', async () => {
    const [held] = (await storedPages()) as [StoredPage];
    await bucket.store.copies.storeNamed('far')!.delete(held.key);
    const hold = await placed({ uuid: held.uuid });
    await reconcile();
    expect(await shownHold(held.uuid)).toMatchObject([{ legalHolds: [{ placed: 0, pending: 1 }] }]);
    const content = await bucket.store.copies.storeNamed('near')!.stat(held.key);
    const bytes = await bucket.store.readBytes(held.key, { offset: 0, length: content!.sizeBytes });
    // The copy may have been restored by the service already.
    await bucket.store.copies
      .storeNamed('far')!
      .put(held.key, bytes)
      .catch(() => undefined);
    await reconcile();
    expect(await shownHold(held.uuid)).toMatchObject([{ legalHolds: [{ placed: 1, pending: 0 }] }]);
    await lifted(hold);
    await reconcile();
  });

  it('are updated in the background', async () => {
    const [page] = (await storedPages()) as [StoredPage];
    const stopping = new AbortController();
    const running = reconcileLegalHoldsPeriodically(bucket, 50, stopping.signal);
    const hold = await placed({ uuid: page.uuid });
    await until(async () => (await recordedKeys()).includes(page.key));
    await lifted(hold);
    await until(async () => (await recordedKeys()).length === 0);
    stopping.abort();
    await running;
  });
});
