// Changes reported to copies of the replay index for each kind of statement.
import { type Database, inTransaction } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { toManifestCopyKey } from '../../../src/domain/manifest-copy-keys.ts';
import { deleteArtifact, setCommitted } from '../../../src/index/aus/change-artifact.db.ts';
import { findCandidates } from '../../../src/index/compaction/candidates.db.ts';
import { listNeededRecords } from '../../../src/index/compaction/records.db.ts';
import { announceObjects } from '../../../src/index/compaction/retired.db.ts';
import { switchSegments } from '../../../src/index/compaction/switch.db.ts';
import { orderPurge } from '../../../src/index/keeping/purge.db.ts';
import { readNewsSince } from '../../../src/index/replay/copy-news.db.ts';
import { copyRows } from '../../../src/index/replay/copy-rows.db.ts';
import type { IndexSchema } from '../../../src/index/schema.ts';
import { setRequests } from '../../../src/index/writing/requests.db.ts';
import { indexDatabase } from '../../index-database.ts';
import { onIndex } from '../on-index.ts';
import { imported, makeCapture, newCopy, reportedChanges, rowsAt, takeSnapshot } from './copied-index.ts';

let database: Database<IndexSchema>;
let copy: string;

beforeAll(async () => {
  database = await indexDatabase();
  copy = await newCopy(database);
});

const told = (work: () => Promise<unknown>) => reportedChanges(database, copy, work);

describe('an import', () => {
  it('tells from which key to which of each host it has brought captures', async () => {
    const keys = ['org,b)/2', 'org,a)/m', 'org,a)/z', 'org,a)/b', 'org,b,www)/1', 'urn:x'];
    expect(
      await told(() =>
        imported(
          database,
          keys.map((key) => makeCapture(key)),
        ),
      ),
    ).toEqual(['org,a)/b … org,a)/z', 'org,b)/2 … org,b)/2', 'org,b,www)/1 … org,b,www)/1', 'urn:x … urn:x']);
    // The rows exist already.
    expect(
      await told(() =>
        imported(
          database,
          keys.map((key) => makeCapture(key)),
        ),
      ),
    ).toEqual([]);
  });

  it('tells of each namespace by its number', async () => {
    const since = await takeSnapshot(database);
    const { namespaceId } = await imported(database, [makeCapture('org,n)/1')], { namespace: 'other' });
    const news = await readNewsSince(database.pool, copy, since);
    expect(news!.changes).toMatchObject([{ namespaceId, lowest: 'org,n)/1', highest: 'org,n)/1' }]);
  });

  it('tells nothing of what replay does not show', async () => {
    const hidden = makeCapture('org,c)/1', { committed: false });
    expect(await told(() => imported(database, [hidden]))).toEqual([]);
    const shown = makeCapture('org,c)/2');
    expect(
      await told(() => imported(database, [makeCapture('org,c)/3', { committed: false }), shown])),
    ).toEqual(['org,c)/2 … org,c)/2']);
  });

  it('tells of long keys by their heads', async () => {
    const long = `org,long)/${'é'.repeat(1_000)}`;
    const head = [...long].slice(0, 500).join('');
    expect(await told(() => imported(database, [makeCapture(`${long}1`), makeCapture(`${long}2`)]))).toEqual([
      `${head} … ${head}`,
    ]);
  });

  it('tells a thousand ranges at most, which hold all of its keys', async () => {
    const keys = Array.from({ length: 2_500 }, (_, i) => `org,many,${String(i).padStart(4, '0')})/`);
    const since = await takeSnapshot(database);
    await imported(
      database,
      keys.map((key) => makeCapture(key)),
    );
    const { changes } = (await readNewsSince(database.pool, copy, since))!;
    expect(changes).toHaveLength(1_000);
    const outside = keys.filter(
      (key) => !changes.some(({ lowest, highest }) => key >= lowest && key <= highest),
    );
    expect(outside).toEqual([]);
  });
});

describe('a change of one artifact', () => {
  it('tells of a commit, its taking back and a delete, and not twice', async () => {
    const one = makeCapture('org,d)/1', { committed: false });
    await imported(database, [one]);
    const range = ['org,d)/1 … org,d)/1'];
    const commit = (committed: boolean) => told(() => setCommitted(database.kysely, one.id, committed));
    expect(await commit(true)).toEqual(range);
    expect(await commit(true)).toEqual([]);
    expect(await commit(false)).toEqual(range);
    expect(await commit(true)).toEqual(range);
    expect(await told(() => deleteArtifact(database.kysely, one.id))).toEqual(range);
    expect(await told(() => deleteArtifact(database.kysely, one.id))).toEqual([]);
  });

  it('tells nothing of the delete of what was not committed', async () => {
    const one = makeCapture('org,d)/2', { committed: false });
    await imported(database, [one]);
    expect(await told(() => deleteArtifact(database.kysely, one.id))).toEqual([]);
  });

  it('tells of a purge', async () => {
    const one = makeCapture('org,d)/3');
    const { auId } = await imported(database, [one]);
    const order = { by: 'test', reason: 'test' };
    expect(await told(() => orderPurge(database.kysely, auId, [one.id], order))).toEqual([
      'org,d)/3 … org,d)/3',
    ]);
  });

  it('tells of the key before and the key behind where a request comes late', async () => {
    const one = makeCapture('org,e)/1');
    await imported(database, [one]);
    const record = { urlkey: 'org,f)/1?__wb_method=post', method: 'POST', requestBody: 'x' };
    const request = () =>
      inTransaction(database.kysely, (tx) => setRequests(tx, [{ artifactId: one.id, record }]));
    expect(await told(request)).toEqual([
      'org,e)/1 … org,e)/1',
      'org,f)/1?__wb_method=post … org,f)/1?__wb_method=post',
    ]);
    expect(await told(request)).toEqual([]);
  });
});

it('a merge of segments, which only moves records, tells nothing', async () => {
  const entries = [makeCapture('org,g)/1'), makeCapture('org,g)/2')];
  const { auId } = await imported(database, entries, { auid: 'merged' });
  const place = { auId, after: 0, limit: 10, smallBytes: 10_000, deadShare: 1 };
  const from = await findCandidates(database.kysely, place);
  const records = await listNeededRecords(
    database.kysely,
    from.map(({ id }) => id),
  );
  const to = { key: 'ns/merged', sizeBytes: 1_000, manifestOffset: 900, createdMs: 1, sha256: '' };
  await announceObjects(database.kysely, auId, [to.key, toManifestCopyKey(to.key)]);
  const merge = {
    ...{ auId, from, to, copies: new Set<string>(), graceMs: 0, duringPurge: false, damagedToo: false },
    copied: records.map((record, i) => ({ record, offset: 500 + 100 * i })),
  };
  expect(await told(() => switchSegments(database.kysely, merge))).toEqual([]);
  const { rows } = await onIndex(database)`
    select from artifact join segment on segment.id = segment_id where key = 'ns/merged'`;
  expect(rows).toHaveLength(2);
});

const SEVENTH = '00000000-0000-4000-8000-000000000007';

describe('a column of captures', () => {
  const others: Readonly<Record<string, string>> = {
    integer: '7',
    bigint: '7',
    smallint: '7',
    boolean: 'false',
    bytea: `'\\x07'`,
    text: `'org,h)/seven'`,
    uuid: `'${SEVENTH}'`,
  };

  it('is told of when it changes what a copy holds, and else not', async () => {
    const one = makeCapture('org,h)/1');
    const { namespaceId } = await imported(database, [one]);
    const held = async () => {
      const range = { namespaceId, from: 'org,h)', below: 'org,h*' };
      return (await copyRows(database.pool, (moment) => rowsAt(moment, range))).join();
    };
    const { rows: columns } = await onIndex(database)<{ name: string; type: string }>`
      select column_name as name, data_type as type from information_schema.columns
      where table_name = 'artifact' order by ordinal_position`;
    const before = await held();
    const toldOfColumns: string[] = [];
    const set = (name: string, value: unknown, id: string) =>
      onIndex(database)`update artifact set ${sql.id(name)} = ${value} where id = ${id}`;
    for (const { name, type } of columns) {
      const { rows } = await onIndex(database)<{ value: unknown }>`
        select ${sql.id(name)} as value from artifact where id = ${one.id}`;
      const isTold = (await told(() => set(name, sql.raw(others[type]!), one.id))).length > 0;
      expect([name, isTold]).toEqual([name, (await held()) !== before]);
      if (isTold) toldOfColumns.push(name);
      await set(name, rows[0]!.value, name === 'id' ? SEVENTH : one.id);
      expect(await held()).toBe(before);
    }
    expect(toldOfColumns).toEqual([
      ...['id', 'record_length', 'collection_ms', 'namespace_id', 'http_status', 'committed', 'sha1', 'url'],
      ...['urlkey', 'mime', 'redirect', 'replay_length', 'method', 'request_body'],
    ]);
  });
});

it('a truncate tells that all has changed', async () => {
  expect(await told(() => onIndex(database)`truncate artifact`)).toEqual(['everything']);
});

it('a statement that changes many rows after one that changed few tells of all', async () => {
  await imported(database, [makeCapture('org,i)/0')]);
  const client = await database.pool.connect();
  try {
    await client.query(`update artifact set mime = 'a/b'`);
    await imported(
      database,
      Array.from({ length: 3_000 }, (_, i) => makeCapture(`org,i)/${i + 1}`)),
    );
    expect(
      await told(() => client.query(`update artifact set mime = 'c/d' where urlkey like 'org,i)%'`)),
    ).toEqual(['org,i)/0 … org,i)/999']);
  } finally {
    client.release();
  }
});

describe('without a copy', () => {
  it('nothing is written down, and nothing asked', async () => {
    const other = await indexDatabase();
    const left = async () => {
      const { rows } = await onIndex(other)<{ changes: number; triggers: number }>`
        select (select count(*) from replay_change) as changes,
          (select count(*) from pg_trigger where tgrelid = 'artifact'::regclass and tgname like 'replay%') as triggers`;
      return rows[0];
    };
    await imported(other, [makeCapture('org,a)/1')]);
    expect(await left()).toEqual({ changes: 0, triggers: 0 });
    const known = await newCopy(other);
    await imported(other, [makeCapture('org,a)/2')]);
    expect(await left()).toEqual({ changes: 1, triggers: 4 });
    await onIndex(other)`update replay_copy set seen_at = now() - interval '61 minutes' where id = ${known}`;
    await imported(other, [makeCapture('org,a)/3')]);
    await onIndex(other)`truncate artifact`;
    expect(await left()).toEqual({ changes: 1, triggers: 4 });
  });
});
