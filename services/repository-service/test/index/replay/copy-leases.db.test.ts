// Leases: no change of visible captures is committed before they end, and a lease holder knows all earlier changes.
import type { Database } from '@holdfast/pg-kit';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import { type LeaseRequest, takeLease } from '../../../src/index/replay/copy-news.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { indexDatabase } from '../../index-database.ts';
import { until } from '../../until.ts';
import { onIndex } from '../on-index.ts';
import { type Client, imported, inShort, makeCapture, newCopy, takeSnapshot } from './copied-index.ts';

let database: Database<IndexSchema>;
let copy: string;
beforeAll(async () => {
  database = await indexDatabase();
});
beforeEach(async () => {
  await onIndex(database)`truncate artifact, replay_lease`;
  copy = await newCopy(database);
});

const holder = uuidv7();
const lease = async (wish: Partial<LeaseRequest> = {}, since = takeSnapshot(database)) =>
  (await takeLease(database.pool, copy, await since, { holder, ms: 200, ...wish }))!;

/** Compares with the clock of the leases. */
async function areOver(): Promise<boolean> {
  const { rows } = await onIndex(database)<{ over: boolean }>`
    select coalesce(max(until) <= clock_timestamp(), true) as over from replay_lease`;
  return rows[0]!.over;
}

async function onClient<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await database.pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

describe('a lease', () => {
  it('comes with all changes that were committed before', async () => {
    const since = await takeSnapshot(database);
    await imported(database, [makeCapture('org,a)/1')]);
    const news = await lease({}, Promise.resolve(since));
    expect([news.leased, inShort(news)]).toEqual([true, ['org,a)/1 … org,a)/1']]);
  });

  it('is refused while somebody is about to commit a change, who is in the news of the next one', async () => {
    const since = takeSnapshot(database);
    await since;
    await imported(database, [makeCapture('org,a)/1', { committed: false })]);
    await onClient(async (writer) => {
      await writer.query('begin');
      await writer.query('update artifact set record_length = 7');
      expect(await lease({}, since)).toMatchObject({ leased: true, changes: [] });
      await writer.query('update artifact set committed = true');
      expect(await lease({}, since)).toMatchObject({ leased: false, changes: [] });
      await writer.query('commit');
    });
    const news = await lease({}, since);
    expect([news.leased, inShort(news)]).toEqual([true, ['org,a)/1 … org,a)/1']]);
  });

  it('is refused to no other, and those who write wait for the one that is over last', async () => {
    const others = [uuidv7(), uuidv7(), uuidv7()];
    for (const [i, one] of others.entries())
      await until(async () => (await lease({ holder: one, ms: 300 - 50 * i })).leased);
    await imported(database, [makeCapture('org,a)/1')]);
    expect(await areOver()).toBe(true);
  });

  it('may follow the one before, at whose end it does not end', async () => {
    expect((await lease({ ms: 1 })).leased).toBe(true);
    expect((await lease({ ms: 300 })).leased).toBe(true);
    await imported(database, [makeCapture('org,a)/1')]);
    expect(await areOver()).toBe(true);
  });

  it('is for a second at most, and is forgotten when it is long over', async () => {
    await onIndex(database)`insert into replay_lease values (${uuidv7()}, now() - interval '2 minutes')`;
    await lease({ ms: 100_000 });
    const { rows } = await onIndex(database)`
      select holder, until <= clock_timestamp() + interval '1 second' as "isShort" from replay_lease`;
    expect(rows).toEqual([{ holder, isShort: true }]);
  });

  it('is no obstacle for whoever changes nothing that replay shows', async () => {
    await imported(database, [makeCapture('org,a)/1')]);
    // Long enough that waiting for it would be noticed.
    await lease({ ms: 1_000 });
    await onIndex(database)`update artifact set segment_id = 7`;
    await imported(database, [makeCapture('org,a)/2', { committed: false })]);
    expect(await areOver()).toBe(false);
  });
});

describe('whoever commits a change', () => {
  it('is not seen before the lease is over', async () => {
    const one = makeCapture('org,a)/1', { committed: false });
    await imported(database, [one]);
    expect((await lease({ ms: 400 })).leased).toBe(true);
    const committed = setCommitted(database.kysely, one.id, true);
    let looks = 0;
    for (let over = false; !over; looks++) {
      // The snapshot is older than the clock.
      const { rows } = await onIndex(database)<{ seen: number; over: boolean }>`
        select (select count(*) from artifact where committed) as seen,
          (select max(until) <= clock_timestamp() from replay_lease) as over`;
      over = rows[0]!.over;
      if (!over) expect(rows[0]!.seen).toBe(0);
    }
    expect(looks).toBeGreaterThan(1);
    await committed;
    expect(await areOver()).toBe(true);
  });

  it('waits although the transaction had begun before', async () => {
    await onClient(async (writer) => {
      await writer.query('begin');
      await writer.query('select from artifact');
      const since = takeSnapshot(database);
      expect((await lease({ ms: 300 }, since)).leased).toBe(true);
      await writer.query('insert into namespace (name) values ($1)', ['n']);
      await writer.query(insertOne);
      expect(await areOver()).toBe(true);
      expect((await lease({}, since)).leased).toBe(false);
      await writer.query('commit');
      expect(inShort(await lease({}, since))).toEqual(['org,z)/ … org,z)/']);
    });
  });

  it.each(['repeatable read', 'serializable'])('waits by one snapshot of %s, too', async (level) => {
    await onClient(async (writer) => {
      await writer.query(`begin isolation level ${level}`);
      // The transaction sees neither the copy nor the lease registered now.
      await writer.query('select from artifact');
      copy = await newCopy(database);
      const since = takeSnapshot(database);
      expect((await lease({ ms: 1_000 }, since)).leased).toBe(true);
      await writer.query(insertOne);
      expect(await areOver()).toBe(true);
      await writer.query('commit');
      expect(inShort(await lease({}, since))).toEqual(['org,z)/ … org,z)/']);
    });
  });

  it('does not wait for long where the clock was set back', async () => {
    await onIndex(database)`insert into replay_lease values (${uuidv7()}, now() + interval '1 day')`;
    await imported(database, [makeCapture('org,a)/1')]);
    expect((await onIndex(database)`select from artifact`).rows).toHaveLength(1);
  });

  it('and does not after all leaves nothing behind', async () => {
    const since = takeSnapshot(database);
    await since;
    await onClient(async (writer) => {
      await writer.query('begin');
      await writer.query('savepoint one');
      await writer.query(insertOne);
      expect((await lease({}, since)).leased).toBe(false);
      await writer.query('rollback to one');
      expect((await lease({ ms: 1 }, since)).leased).toBe(true);
      await writer.query('commit');
    });
    expect(inShort(await lease({}, since))).toEqual([]);
  });
});

const insertOne = `
  insert into artifact (id, segment_id, record_offset, record_length, content_length, collection_ms, store_ms, au_id,
    namespace_id, version, kind, committed, dechunked, sha256, sha1, url, urlkey, digest_part)
  values (gen_random_uuid(), 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, true, false, '', '', 'http://z/', 'org,z)/', 0)`;
