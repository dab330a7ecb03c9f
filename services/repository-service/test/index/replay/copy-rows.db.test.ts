// Rows of a copy: all captures of a range at one moment in total order, exactly as the snapshot sees them.
import { type Database, openDatabase } from '@holdfast/pg-kit';
import { atEndOfFile } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { compareKeys } from '../../../src/domain/keys/key-spans.ts';
import { sees } from '../../../src/domain/replay/snapshot.ts';
import { readNewsSince } from '../../../src/index/replay/copy-news.db.ts';
import { type CopyRange, copyRows } from '../../../src/index/replay/copy-rows.db.ts';
import { RawCapture } from '../../../src/index/replay/raw-captures.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { indexDatabase } from '../../index-database.ts';
import { imported, inShort, makeCapture, newCopy, rowsAt } from './copied-index.ts';

let database: Database<IndexSchema>;
beforeAll(async () => {
  database = await indexDatabase();
});

async function capturesOf(range: CopyRange): Promise<RawCapture[]> {
  const rows = await copyRows(database.pool, (moment) => rowsAt(moment, range));
  return rows.map((bytes) => new RawCapture(bytes, 0));
}

describe('the rows of a range', () => {
  const long = `org,x)/${'é'.repeat(600)}`;
  // Two rows of each key and time whose ids do not reflect their order; a key that ends with its head, and longer ones.
  const keys = ['org,x)/b', 'org,x)/', 'org,x)/a', 'org,x)/a/', 'org,x)/é', `org,x)/${'y'.repeat(493)}`];
  const all = [...keys, `${long}2`, `${long}1`, long, 'org,y)/', 'org,w)/', 'org,x,z)/'];
  const entries = all.flatMap((key) =>
    [3, 1, 2, 1].map((ms, i) => ({
      ...makeCapture(key, { collectionMs: ms, stored: { offset: i, length: 7 } }),
      id: uuidv7(),
    })),
  );
  const distinct = entries.map((one, i) => ({
    ...one,
    record: { ...one.record, sha256: `${i}`.padStart(64, '0') },
  }));
  let namespaceId: number;
  beforeAll(async () => {
    ({ namespaceId } = await imported(database, distinct));
    await imported(database, [makeCapture('org,x)/hidden', { committed: false })]);
    await imported(database, [makeCapture('org,x)/other')], { namespace: 'other' });
  });

  it.each([
    ['', undefined],
    ['org,x)', 'org,x*'],
    ['org,x)/', 'org,x)/a'],
    ['org,x)/a', 'org,x)/b'],
    ['org,x)/a', undefined],
    ['org,x)/é', 'org,x)/ê'],
    [`org,x)/${'é'.repeat(400)}`, 'org,y'],
    ['org,x)/', `org,x)/${'é'.repeat(400)}`],
    ['org,z', undefined],
    ['org,x)/b', 'org,x)/b'],
  ])('from %.20p below %.20p are its captures by key, time and id', async (from, below) => {
    const order = (a: (typeof distinct)[0], b: (typeof distinct)[0]) =>
      compareKeys(a.record.urlkey, b.record.urlkey) ||
      a.record.collectionMs - b.record.collectionMs ||
      compareKeys(a.id, b.id);
    const expected = distinct
      .filter(({ record: { urlkey } }) => compareKeys(urlkey, from) >= 0)
      .filter(({ record: { urlkey } }) => below === undefined || compareKeys(urlkey, below) < 0)
      .sort(order);
    const found = await capturesOf({ namespaceId, from, below });
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(found.map(({ url, mime, lengthBytes }) => [url, mime, lengthBytes])).toEqual(
      expected.map(({ record: { url, mime } }) => [url, mime, 7]),
    );
  });

  it('are many, a batch at a time, for which a reader may take its time', async () => {
    const keys = Array.from({ length: 3_000 }, (_, i) => `org,many)/${String(i).padStart(4, '0')}`);
    await imported(
      database,
      keys.map((key) => makeCapture(key)),
    );
    const { connectionString: url } = database.pool.options;
    const hasty = openDatabase<IndexSchema>({
      ...{ url: url!, applicationName: 'test', onError: () => undefined, statementTimeoutMs: 500 },
    });
    atEndOfFile(() => hasty.close());
    const found = await copyRows(hasty.pool, async (moment) => {
      const read: string[] = [];
      let batches = 0;
      for await (const { bytes, starts } of moment.rows({
        namespaceId,
        from: 'org,many)',
        below: 'org,many*',
      })) {
        read.push(...starts.map((start) => new RawCapture(bytes, start).urlkey));
        batches += 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      expect(batches).toBeGreaterThan(5);
      return read;
    });
    expect(found).toEqual(keys);
  });

  it('can be given up, and others read at the same moment', async () => {
    const range = { namespaceId, from: 'org,many)', below: 'org,many*' };
    await copyRows(database.pool, async (moment) => {
      for await (const { starts } of moment.rows(range)) {
        expect(starts).not.toHaveLength(0);
        break;
      }
      await imported(database, [makeCapture('org,many)/later')]);
      expect(await rowsAt(moment, range)).toHaveLength(3_000);
    });
    expect(await capturesOf(range)).toHaveLength(3_001);
  });
});

it('what a snapshot sees is in its rows; what was committed later is told, in whatever order it began', async () => {
  const copy = await newCopy(database);
  const [early, late] = [await database.pool.connect(), await database.pool.connect()];
  const insert = (key: string) => `
    insert into artifact (id, segment_id, record_offset, record_length, content_length, collection_ms, store_ms, au_id,
      namespace_id, version, kind, committed, dechunked, sha256, sha1, url, urlkey, digest_part)
    values (gen_random_uuid(), 1, 0, 1, 1, 0, 0, 1, 1, 1, 1, true, false, '', '', '${key}', '${key}', 0)
    returning pg_current_xact_id()::text as xid`;
  await early.query('begin');
  const [{ xid: lower }] = (await early.query(insert('early)/'))).rows as [{ xid: string }];
  await late.query('begin');
  const [{ xid: higher }] = (await late.query(insert('late)/'))).rows as [{ xid: string }];
  await late.query('commit');
  const [snapshot, keys] = await copyRows(database.pool, async (moment) => {
    const range = { namespaceId: 1, from: '', below: undefined };
    // Commits while the rows are read; the row must not be among them.
    await early.query('commit');
    const rows = await rowsAt(moment, range);
    return [moment.snapshot, rows.map((bytes) => new RawCapture(bytes, 0).urlkey)] as const;
  });
  expect(BigInt(lower)).toBeLessThan(BigInt(higher));
  expect([sees(snapshot, BigInt(lower)), keys.includes('early)/')]).toEqual([false, false]);
  expect([sees(snapshot, BigInt(higher)), keys.includes('late)/')]).toEqual([true, true]);
  const news = (await readNewsSince(database.pool, copy, snapshot))!;
  expect(inShort(news)).toEqual(['early)/ … early)/']);
  expect(news.changes.map(({ xid }) => xid)).toEqual([BigInt(lower)]);
  expect(sees(news.snapshot, BigInt(lower))).toBe(true);
  expect(inShort((await readNewsSince(database.pool, copy, news.snapshot))!)).toEqual([]);
  for (const client of [early, late]) client.release();
});
