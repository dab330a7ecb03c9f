// Cache of names (namespaces, AUIDs, segment keys) by their IDs in artifact rows. Each name is queried once, the cache
// is bounded, and each database has a separate cache.
import { once } from 'node:events';
import type { Database } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { findArtifact } from '../../src/index/artifact.db.ts';
import { openNameCache, RecentNames } from '../../src/index/name-cache.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { recordSegment } from '../../src/index/writing/record-segment.db.ts';
import { openImportTarget } from '../../src/ingest/storing/segment.ts';
import { makeEntry, openIndexDatabase } from '../index-database.ts';
import { onIndex } from './on-index.ts';

describe('artifacts', () => {
  let database: Database<IndexSchema>;
  const ids: string[] = [];
  /** Namespace, AUID and segment key of each artifact in the test. */
  const places = [
    { namespace: 'one', auid: 'a', key: 'of/one-a.warc' },
    { namespace: 'one', auid: 'a', key: 'of/one-a-too.warc' },
    { namespace: 'two', auid: 'a', key: 'of/two-a.warc' },
  ];

  beforeAll(async () => {
    database = await openIndexDatabase();
    for (const { namespace, auid, key } of places) {
      const target = await openImportTarget(database.kysely, { namespace, auid });
      const one = makeEntry(`http://a/${key}`, key);
      const segment = { key, sizeBytes: 1 };
      await recordSegment(database.kysely, { ...target, storeMs: 1, segment, entries: [one] });
      ids.push(one.id);
    }
  });

  const found = async (at: number, namespace = places[at]!.namespace) => {
    const artifact = await findArtifact(database.pool, { namespace, uuid: ids[at]! });
    return artifact && { namespace: artifact.namespace, auid: artifact.auid, key: artifact.record.key };
  };
  const timesNamesWereAsked = async () => {
    const { rows } = await onIndex(database)<{ times: number }>`
      select coalesce(sum(generic_plans + custom_plans), 0)::integer as times
      from pg_prepared_statements where name = 'named_artifacts_by_uuid'`;
    return rows[0]!.times;
  };

  it('are found with the names of where they are, which are asked for once', async () => {
    const expected: number[] = [];
    for (const at of [0, 0, 1, 2, 1, 0, 2]) {
      expect(await found(at)).toEqual(places[at]);
      expected.push(await timesNamesWereAsked());
    }
    expect(expected).toEqual([1, 1, 2, 3, 3, 3, 3]);
  });

  it('are found together, some of them known and others not, and only where they are', async () => {
    openNameCache(database.pool).segments.forget();
    expect(await found(1)).toEqual(places[1]);
    const all = await Promise.all([found(0), found(1), found(2), found(0, 'two'), found(2, 'one')]);
    expect(all).toEqual([...places, undefined, undefined]);
  });

  it('are named anew after the end of a connection, which may be that of its database', async () => {
    expect(await found(0)).toEqual(places[0]);
    const client = await database.pool.connect();
    await client.query(`update segment set key = 'of/another.warc' where key = $1`, [places[0]!.key]);
    client.release();
    expect(await found(0)).toEqual(places[0]);
    const ended = once(database.pool, 'remove');
    (await database.pool.connect()).release(true);
    await ended;
    expect(await found(0)).toEqual({ ...places[0], key: 'of/another.warc' });
  });
});

it('names are forgotten when others were used more lately', () => {
  const filling = 'x'.repeat(1024 * 1024);
  const names = new RecentNames<string>((name) => name.length);
  names.learn(0, 'used');
  names.learn(1, 'unused');
  for (let id = 2; id < 20; id++) {
    names.learn(id, filling);
    expect(names.of(0)).toBe('used');
    expect(names.of(id)).toBe(filling);
  }
  expect(names.of(1)).toBeUndefined();
  const kept = Array.from({ length: 18 }, (_, at) => names.of(at + 2)).filter((name) => name !== undefined);
  expect(kept.length).toBeLessThanOrEqual(8);
});
