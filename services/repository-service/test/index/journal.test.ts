// Journal entries that index transactions write, on a real PostgreSQL.
import type { Database } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ImportEntry } from '../../src/domain/record/entry.ts';
import { clearBulkTransfer, markBulkTransfer } from '../../src/index/aus/au.db.ts';
import { deleteArtifact, setCommitted } from '../../src/index/aus/change-artifact.db.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { recordSegment } from '../../src/index/writing/record-segment.db.ts';
import { hashAuid, openImportTarget } from '../../src/ingest/storing/segment.ts';
import { makeEntry, openIndexDatabase } from '../index-database.ts';

let database: Database<IndexSchema>;
let segments = 0;

beforeAll(async () => {
  database = await openIndexDatabase();
});

async function record(auid: string, entries: ImportEntry[]): Promise<string> {
  const { auId, namespaceId } = await openImportTarget(database.kysely, { namespace: 'default', auid });
  const key = `test/${segments++}`;
  const segment = { key, sizeBytes: 1000, manifestOffset: 900 };
  await recordSegment(database.kysely, { auId, namespaceId, storeMs: 1, segment, entries });
  return key;
}

async function journal(auid: string) {
  const rows = await database.kysely
    .selectFrom('journal')
    .innerJoin('au', 'au.id', 'journal.au_id')
    .select('entry')
    .where('au.auid', '=', auid)
    .orderBy('journal.id')
    .execute();
  return rows.map((row) => row.entry);
}

describe('a recorded segment', () => {
  it('is one short entry when all its records are first versions', async () => {
    const many = Array.from({ length: 500 }, (_, i) => makeEntry(`http://a/${i}`, `${i}`));
    const segment = await record('first', many);
    const entries = await journal('first');
    expect(entries).toEqual([
      { op: 'recorded', segment, sizeBytes: 1000, manifestOffset: 900, records: 500 },
    ]);
    expect(JSON.stringify(entries).length).toBeLessThan(300);
  });

  it('tells later versions and what was dropped, by the position in its manifest', async () => {
    const same = (text: string) => ['a', 'b', 'c'].map((path) => makeEntry(`http://a/${path}`, text));
    await record('versions', same('1'));
    const mixed = [
      ...same('2'),
      makeEntry('http://a/d', 'd'),
      makeEntry('http://a/a', '2'),
      makeEntry('http://a/b', '3'),
    ];
    const segment = await record('versions', mixed);
    expect((await journal('versions'))[1]).toEqual({
      op: 'recorded',
      segment,
      sizeBytes: 1000,
      manifestOffset: 900,
      records: 6,
      versions: [
        [0, 3, 2],
        [5, 1, 3],
      ],
      dropped: [[4, 1]],
    });
  });

  it('tells what revisits took from their originals, and whose record holds it', async () => {
    const original = makeEntry('http://a/', 'A', { dechunked: true });
    await record('revisits', [original]);
    const revisitOf = (url: string) =>
      makeEntry('http://b/', '', {
        kind: 'revisit',
        storeDuplicate: true,
        httpStatus: 304,
        refersTo: { url, dateMs: original.record.collectionMs, digest: undefined },
      });
    // A revisit in the second batch refers to an original in the first batch.
    const first = revisitOf('http://a/');
    await record('revisits', [makeEntry('http://c/', 'C'), first]);
    await record('revisits', [revisitOf('http://b/'), revisitOf('http://nowhere/')]);
    const { contentLength, sha256, storedSha1 } = original.record;
    const expected = {
      holder: original.id,
      contentLength,
      sha256,
      storedSha1,
      dechunked: true,
      mime: 'text/html',
    };
    const [, second, third] = await journal('revisits');
    expect(second).toMatchObject({ revisits: [[1, expected]] });
    expect(third).toMatchObject({ versions: [[0, 1, 2]], dropped: [[1, 1]], revisits: [[0, expected]] });
  });

  it('leaves nothing when no row was made of it', async () => {
    await record('nothing', [makeEntry('http://a/', 'A')]);
    await record('nothing', [makeEntry('http://a/', 'A')]);
    expect(await journal('nothing')).toHaveLength(1);
  });
});

describe('a change', () => {
  it('is one entry; what changes nothing is none', async () => {
    const artifact = makeEntry('http://a/', 'A', { committed: false });
    await record('changes', [artifact]);
    const { kysely } = database;
    for (const committed of [true, true, false, false]) await setCommitted(kysely, artifact.id, committed);
    await deleteArtifact(kysely, artifact.id);
    await deleteArtifact(kysely, artifact.id);
    await setCommitted(kysely, artifact.id, true);
    const artifacts = [artifact.id];
    expect((await journal('changes')).slice(1)).toEqual([
      { op: 'committed', artifacts },
      { op: 'uncommitted', artifacts },
      { op: 'deleted', artifacts },
    ]);
  });

  it('of a bulk mark is told once, by whoever made it', async () => {
    const au = { namespace: 'default', auid: 'bulk', hash: hashAuid('bulk') };
    await Promise.all([1, 2, 3].map(() => markBulkTransfer(database.kysely, au)));
    const unmarked = await Promise.all([1, 2, 3].map(() => clearBulkTransfer(database.kysely, au)));
    expect(unmarked.filter(Boolean)).toHaveLength(1);
    expect(await journal('bulk')).toEqual([
      { op: 'bulk', marked: true },
      { op: 'bulk', marked: false },
    ]);
  });
});

it('has the entries of an AU in the order in which they took effect, whoever writes', async () => {
  const write = async (writer: number) => {
    for (let i = 0; i < 5; i++) {
      const own = makeEntry('http://a/', `${writer} ${i}`, { committed: false });
      await record('order', [own]);
      await setCommitted(database.kysely, own.id, true);
    }
  };
  await Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)));
  const entries = await journal('order');
  const versions = entries.flatMap((one) => (one.op === 'recorded' ? [one.versions?.[0]?.[2] ?? 1] : []));
  expect(versions).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  expect(entries.filter(({ op }) => op === 'committed')).toHaveLength(30);
});
