// The transaction that records a segment, on a real PostgreSQL: versions, duplicates, revisits, counters, and two
// concurrent writers.

import type { Database } from '@holdfast/pg-kit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { EntryOutcome, ImportEntry } from '../../src/domain/record/entry.ts';
import type { IndexSchema } from '../../src/index/schema.ts';
import { recordSegment, type WriteState } from '../../src/index/writing/record-segment.db.ts';
import { openImportTarget } from '../../src/ingest/storing/segment.ts';
import { makeEntry, openIndexDatabase } from '../index-database.ts';

let database: Database<IndexSchema>;
let segments = 0;

beforeAll(async () => {
  database = await openIndexDatabase();
});

async function record(auid: string, entries: ImportEntry[], namespace = 'default', own?: WriteState) {
  const { auId, namespaceId } = await openImportTarget(database.kysely, { namespace, auid });
  const segment = { key: `test/${segments++}`, sizeBytes: 1000 };
  return recordSegment(database.kysely, { auId, namespaceId, storeMs: 1, segment, entries, own });
}

const inShort = (outcome: EntryOutcome) =>
  'artifact' in outcome ? `${outcome.outcome} ${outcome.artifact.version}` : outcome.outcome;

async function au(auid: string) {
  return database.kysely.selectFrom('au').selectAll().where('auid', '=', auid).executeTakeFirstOrThrow();
}

describe('versions', () => {
  it('are three for contents A, B, A of one URL, in one batch or in three', async () => {
    const contents = ['A', 'B', 'A'];
    const together = await record(
      'together',
      contents.map((text) => makeEntry('http://a/', text)),
    );
    expect(together.outcomes.map(inShort)).toEqual(['stored 1', 'stored 2', 'stored 3']);
    const apart = [];
    for (const text of contents)
      apart.push(...(await record('apart', [makeEntry('http://a/', text)])).outcomes);
    expect(apart.map(inShort)).toEqual(['stored 1', 'stored 2', 'stored 3']);
  });

  it('go on behind an uncommitted one, which is no duplicate of anything', async () => {
    await record('uncommitted', [
      makeEntry('http://a/', 'A'),
      makeEntry('http://a/', 'B', { committed: false }),
    ]);
    const { outcomes } = await record('uncommitted', [
      makeEntry('http://a/', 'B'),
      makeEntry('http://a/', 'B'),
    ]);
    expect(outcomes.map(inShort)).toEqual(['stored 3', 'duplicate 3']);
  });

  it('hold for URLs of 65,536 characters that differ only at their end', async () => {
    const long = (end: string) => `http://a/${'x'.repeat(65_520)}${end}`;
    const first = await record('long', [
      makeEntry(long('1'), 'A'),
      makeEntry(long('2'), 'B'),
      makeEntry(long('1'), 'C'),
    ]);
    expect(first.outcomes.map(inShort)).toEqual(['stored 1', 'stored 1', 'stored 2']);
    const again = await record('long', [makeEntry(long('2'), 'B'), makeEntry(long('1'), 'A')]);
    expect(again.outcomes.map(inShort)).toEqual(['duplicate 1', 'stored 3']);
  });

  it('have no gap and no repeat when two writers store into one AU at once', async () => {
    const batch = (writer: number) =>
      Array.from({ length: 20 }, (_, i) => makeEntry('http://a/', `${writer} ${i}`));
    await Promise.all(Array.from({ length: 8 }, (_, writer) => record('race', batch(writer))));
    const rows = await database.kysely
      .selectFrom('artifact')
      .select('version')
      .where('au_id', '=', (await au('race')).id)
      .orderBy('version')
      .execute();
    expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: 160 }, (_, i) => i + 1));
  });
});

function requested(method: string, requestBody?: string): ImportEntry {
  const plain = makeEntry('http://a/', 'A');
  return { ...plain, record: { ...plain.record, method, requestBody } };
}

describe('duplicates', () => {
  it('name the surviving artifact', async () => {
    const survivor = makeEntry('http://a/', 'A');
    await record('survivor', [survivor]);
    const { outcomes, segmentId } = await record('survivor', [makeEntry('http://a/', 'A')]);
    expect(outcomes).toEqual([
      expect.objectContaining({
        outcome: 'duplicate',
        artifact: { id: survivor.id, version: 1, sha256: survivor.record.sha256 },
      }),
    ]);
    expect(segmentId).toBeUndefined();
  });

  it('are stored once when eight writers bring the same records at once', async () => {
    const batch = () => ['a', 'b', 'c'].map((path) => makeEntry(`http://a/${path}`, path));
    const recorded = await Promise.all(Array.from({ length: 8 }, () => record('same', batch())));
    const outcomes = recorded.flatMap((one) => one.outcomes.map(inShort));
    expect(outcomes.filter((outcome) => outcome === 'stored 1')).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome === 'duplicate 1')).toHaveLength(21);
    expect(await au('same')).toMatchObject({ artifact_count: 3, warc_bytes: 1000 });
  });

  it('are none when the request was another', async () => {
    const post = (requestBody: string) => requested('POST', requestBody);
    const batch = () => [
      makeEntry('http://a/', 'A'),
      requested('HEAD'),
      post('a=1'),
      post('a=1'),
      post('a=2'),
    ];
    const { outcomes } = await record('requested', [...batch(), makeEntry('http://a/', 'A')]);
    expect(outcomes.map(inShort)).toEqual([
      ...['stored 1', 'stored 2', 'stored 3', 'duplicate 3', 'stored 4', 'stored 5'],
    ]);
    // Only an artifact with the same request method and body can be a duplicate. The latest version here was requested
    // by GET.
    const later = await record('requested', [post('a=2'), post('a=2')]);
    expect(later.outcomes.map(inShort)).toEqual(['stored 6', 'duplicate 6']);
    const latest = await record('requested', [post('a=2'), makeEntry('http://a/', 'A')]);
    expect(latest.outcomes.map(inShort)).toEqual(['duplicate 6', 'stored 7']);
  });

  it('are stored when asked for', async () => {
    const { outcomes } = await record('asked', [
      makeEntry('http://a/', 'A'),
      makeEntry('http://a/', 'A', { storeDuplicate: true }),
    ]);
    expect(outcomes.map(inShort)).toEqual(['stored 1', 'stored 2']);
  });
});

describe('a writer that found its AU empty', () => {
  const ownWrites = (segmentId: number | undefined, urls: string[]): WriteState => ({
    segmentId: segmentId!,
    urls: { mayHold: (url) => urls.includes(url) },
  });

  it('stays alone with it, and still meets what it stored itself', async () => {
    const first = await record('alone', [makeEntry('http://a/', 'A')]);
    expect(first.ownAlone).toBe(true);
    const own = ownWrites(first.segmentId, ['http://a/']);
    const second = await record(
      'alone',
      [makeEntry('http://a/', 'A'), makeEntry('http://b/', 'B')],
      'default',
      own,
    );
    expect(second.outcomes.map(inShort)).toEqual(['duplicate 1', 'stored 1']);
    expect(second.ownAlone).toBe(true);
  });

  it('looks for everything again once somebody else has stored there', async () => {
    const first = await record('invaded', [makeEntry('http://a/', 'A')]);
    await record('invaded', [makeEntry('http://b/', 'B'), makeEntry('http://c/', 'C')]);
    const own = ownWrites(first.segmentId, ['http://a/']);
    const second = await record(
      'invaded',
      [makeEntry('http://b/', 'B'), makeEntry('http://c/', 'D')],
      'default',
      own,
    );
    expect(second.outcomes.map(inShort)).toEqual(['duplicate 1', 'stored 2']);
    expect(second.ownAlone).toBe(false);
  });

  it('is not alone with an AU that held something', async () => {
    await record('inhabited', [makeEntry('http://a/', 'A')]);
    expect((await record('inhabited', [makeEntry('http://b/', 'B')])).ownAlone).toBe(false);
  });
});

describe('counters', () => {
  it('count artifacts, URLs and bytes, the latest versions apart', async () => {
    await record('counted', [
      makeEntry('http://a/', 'four'),
      makeEntry('http://b/', 'seven!!'),
      makeEntry('http://a/', 'four+'),
    ]);
    await record('counted', [
      makeEntry('http://a/', 'x'),
      makeEntry('http://a/', 'uncommitted', { committed: false }),
    ]);
    expect(await au('counted')).toMatchObject({
      artifact_count: 5,
      committed_count: 4,
      committed_url_count: 2,
      all_versions_bytes: 4 + 7 + 5 + 1,
      latest_versions_bytes: 7 + 1,
      warc_bytes: 2000,
    });
  });
});

describe('revisits', () => {
  const sha1 = (of: ImportEntry) => ({ algorithm: 'sha1', hex: of.record.storedSha1 });
  const revisit = (url: string, refersTo: ImportEntry['record']['refersTo'], storeDuplicate = true) =>
    makeEntry(url, '', { kind: 'revisit', refersTo, storeDuplicate, headBytes: 50, contentLength: 0 });

  const holderOf = async ({ id }: ImportEntry) => {
    const query = database.kysely.selectFrom('artifact').select('payload_id').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).payload_id;
  };

  it('find what they refer to by URL and second, in their batch and before it', async () => {
    const original = makeEntry('http://a/', 'A', { collectionMs: 5_000_500 });
    const refersTo = { url: 'http://a/', dateMs: 5_000_000, digest: undefined };
    const same = await record('by date', [original, revisit('http://b/', refersTo)]);
    const later = await record('by date', [
      revisit('http://b/', refersTo, false),
      revisit('http://c/', refersTo, false),
    ]);
    expect([...same.outcomes, ...later.outcomes].map(inShort)).toEqual([
      'stored 1',
      'stored 1',
      'duplicate 1',
      'stored 1',
    ]);
  });

  it('find it by digest, in their own AU first, then in the namespace, never in another one', async () => {
    const elsewhere = makeEntry('http://x/', 'shared payload');
    await record('elsewhere', [elsewhere]);
    const refersTo = { url: undefined, dateMs: undefined, digest: sha1(elsewhere) };
    const [first, second] = [revisit('http://r/', refersTo), revisit('http://r/', refersTo)];
    await record('by digest', [first]);
    const own = makeEntry('http://y/', 'shared payload');
    await record('by digest own', [own]);
    await record('by digest own', [second]);
    expect(await holderOf(first)).toBe(elsewhere.id);
    expect(await holderOf(second)).toBe(own.id);
    const other = await record('by digest', [revisit('http://r/', refersTo, false)], 'another');
    expect(other.outcomes[0]).toMatchObject({
      outcome: 'unresolved',
      message: expect.stringContaining('payload sha1:'),
    });
  });

  it('lead where an original of their URL does, unless they have a status of their own', async () => {
    const moved = makeEntry('http://m/', 'moved', { httpStatus: 301, redirect: 'http://to/' });
    const refersTo = { url: undefined, dateMs: undefined, digest: sha1(moved) };
    const own = { kind: 'revisit', refersTo, headBytes: 0 } as const;
    const again = { ...own, storeDuplicate: true };
    const revisits = [
      makeEntry('http://m/', '', { ...again, httpStatus: undefined }),
      makeEntry('http://m/', '', { ...again, httpStatus: 200 }),
      makeEntry('http://m/other', '', { ...again, httpStatus: undefined }),
      makeEntry('http://m/other2', '', { ...again, httpStatus: 304 }),
    ];
    const [here, there] = [revisits.slice(0, 2), revisits.slice(2)];
    await record('moved', [moved, ...here]);
    await record('moved', there);
    const rows = database.kysely.selectFrom('artifact').select(['http_status', 'redirect']);
    const ids = revisits.map(({ id }) => id);
    expect(await rows.where('id', 'in', ids).orderBy('url').orderBy('version').execute()).toEqual([
      { http_status: 301, redirect: 'http://to/' },
      { http_status: 200, redirect: null },
      { http_status: null, redirect: null },
      { http_status: null, redirect: null },
    ]);
  });

  it('share the payload of the original, over several steps', async () => {
    const original = makeEntry('http://a/', 'the payload', { stored: { offset: 77, length: 88 } });
    await record('shared', [original]);
    const digest = sha1(original);
    const first = revisit('http://b/', { url: undefined, dateMs: undefined, digest });
    const second = revisit('http://c/', {
      url: 'http://b/',
      dateMs: first.record.collectionMs,
      digest: undefined,
    });
    const { outcomes } = await record('shared', [first, second]);
    expect(outcomes.map(inShort)).toEqual(['stored 1', 'stored 1']);
    const rows = await database.kysely
      .selectFrom('artifact')
      .selectAll()
      .where('id', 'in', [first.id, second.id])
      .execute();
    for (const row of rows) {
      expect(row).toMatchObject({ kind: 3, content_length: 11, payload_offset: 77, payload_length: 88 });
      expect(row.sha256.toString('hex')).toBe(original.record.sha256);
      expect(row.replay_length).toBeGreaterThan(11);
    }
  });
});
