// Companion records (request, metadata, warcinfo) in POST /archives: where they are stored, how they are found, and how
// later changes affect them.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { corpus, describeWithCorpus, makeResponseRecord } from '@holdfast/testkit';
import { WarcReader } from '@holdfast/warc';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { findInconsistencies, type KeptStore, openKeptStore } from '../../jobs/compaction/kept-store.ts';
import { startTestService } from '../../service.ts';
import { buildRevisit, createAuid, gzip, listStatuses, makeResponse } from './made-archives.ts';

jest.setTimeout(180_000);

// Keeps each import in one segment, even on a slow machine.
const quick = { SEGMENT_AGE: '60s', COMPACTION_PERIOD: 'off', FIXITY_PERIOD: 'off' };
let kept: KeptStore;

beforeAll(async () => {
  kept = await openKeptStore(await startTestService(quick));
});

let next = 0;
function companion(type: string, fields: Record<string, string>, block = 'some: text\r\n'): Buffer {
  const id = `<urn:uuid:00000000-0000-4000-8000-${String(next++).padStart(12, '0')}>`;
  const all = { 'WARC-Type': type, 'WARC-Record-ID': id, 'WARC-Date': '2020-02-20T20:20:20Z', ...fields };
  const lines = Object.entries({ ...all, 'Content-Length': String(block.length) });
  const header = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`WARC/1.0\r\n${header}\r\n${block}\r\n\r\n`);
}

const idOf = (record: Buffer) => /WARC-Record-ID: (\S+)/.exec(record.toString('latin1'))![1]!;
const requestOf = (url: string, method: string, body = '') =>
  companion(
    'request',
    { 'WARC-Target-URI': url, 'Content-Type': 'application/http; msgtype=request' },
    `${method} / HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
const about = (record: Buffer) => companion('metadata', { 'WARC-Concurrent-To': idOf(record) });

async function imported(archive: Buffer | Readable, auid = createAuid(), storeDuplicate = false) {
  const { statuses } = await kept.client.importArchive(archive, { auid, storeDuplicate });
  return { auid, statuses, uuids: statuses.map(({ artifactUuid }) => artifactUuid!) };
}

interface Listed {
  records: { number: number; relation: string; type: string }[];
}

/** Returns each record of the artifact, with its relation to the artifact. */
async function recordsOf(uuid: string, { client } = kept): Promise<[string, Buffer][]> {
  const { records } = await client.json<Listed>(`/artifacts/${uuid}/records`);
  return Promise.all(
    records.map(async ({ number, relation }): Promise<[string, Buffer]> => {
      return [relation, gunzipSync(await client.bytes(`/artifacts/${uuid}/records/${number}.warc.gz`))];
    }),
  );
}

async function keptRows(auid: string, { database } = kept) {
  const rows = await database.kysely
    .selectFrom('kept_record')
    .innerJoin('segment', 'segment.id', 'kept_record.segment_id')
    .innerJoin('au', 'au.id', 'segment.au_id')
    .select(['kept_record.type', 'kept_record.artifact_id'])
    .where('au.auid', '=', auid)
    .orderBy('segment_id')
    .orderBy('record_offset')
    .execute();
  return rows.map(({ type, artifact_id }) => [type, artifact_id]);
}

const segmentsOf = async (auid: string) =>
  (
    await kept.database.kysely
      .selectFrom('segment')
      .innerJoin('au', 'au.id', 'segment.au_id')
      .selectAll('segment')
      .where('au.auid', '=', auid)
      .execute()
  ).length;

const [WARCINFO, REQUEST, METADATA] = [1, 2, 3];

describe('companions', () => {
  it('lie beside their artifact, verbatim, behind the warcinfo that governs it', async () => {
    const [a, b] = [makeResponse('http://a/', 'a'), makeResponse('http://a/b', 'b')];
    const warcinfo = companion('warcinfo', {});
    const [asked, posted] = [requestOf('http://a/', 'GET'), requestOf('http://a/b', 'POST', 'x=1')];
    const [one, two] = [about(a), about(b)];
    const { uuids, auid } = await imported(gzip(warcinfo, asked, a, one, b, posted, two));
    expect(await recordsOf(uuids[0]!)).toEqual([
      ['artifact', a],
      ['companion', asked],
      ['companion', one],
      ['warcinfo', warcinfo],
    ]);
    expect(await recordsOf(uuids[1]!)).toEqual([
      ['artifact', b],
      ['companion', posted],
      ['companion', two],
      ['warcinfo', warcinfo],
    ]);
    expect(await keptRows(auid)).toEqual([[WARCINFO, null]]);
    const cdx = await kept.client.bytes('/replay/cdxb/default', { url: 'http://a/b', matchType: 'prefix' });
    expect(cdx.toString()).toMatch(/^a\)\/b\?__wb_method=post&x=1 /);
  });

  it('are found in a file of any kind, large ones and those of large records included', async () => {
    const large = makeResponseRecord('http://a/large', randomBytes(9_000_000));
    const asked = requestOf('http://a/large', 'GET');
    const text = companion('conversion', { 'WARC-Refers-To': idOf(large) }, 'x'.repeat(9_500_000));
    const { uuids } = await imported(Buffer.concat([asked, large, about(large), text]));
    const relations = (await recordsOf(uuids[0]!)).map(([relation, { length }]) => [relation, length]);
    expect(relations).toEqual([
      ['artifact', large.length],
      ['companion', asked.length],
      ['companion', about(large).length],
      ['companion', text.length],
    ]);
  });

  it('go with a duplicate', async () => {
    const a = makeResponse('http://a/', 'a');
    const file = gzip(companion('warcinfo', {}), requestOf('http://a/', 'GET'), a, about(a));
    const { auid } = await imported(file);
    const { statuses } = await imported(file, auid);
    expect(listStatuses(statuses)).toEqual(['DUPLICATE']);
    expect(await segmentsOf(auid)).toBe(1);
  });

  it('of a capture that is stored without them are kept when it comes again, and once', async () => {
    const a = makeResponse('http://cut.example/', 'a');
    const [asked, named, late] = [requestOf('http://cut.example/', 'GET'), about(a), about(a)];
    const { auid, uuids } = await imported(gzip(asked, a));
    const again = gzip(companion('warcinfo', {}), asked, a, named);
    for (const archive of [again, again, Buffer.concat([asked, a, named])]) {
      expect(listStatuses((await imported(archive, auid)).statuses)).toEqual(['DUPLICATE']);
    }
    const records = async () => (await recordsOf(uuids[0]!)).map(([, record]) => record);
    expect(await records()).toEqual([a, asked, named]);
    expect(await segmentsOf(auid)).toBe(2);
    // Uploads the same companion record twice: directly after its artifact, and after another artifact.
    await imported(gzip(a, late, makeResponse('http://cut.example/other', 'b'), a, late, about(a)), auid);
    expect((await records()).slice(3)).toEqual([late, expect.anything()]);
    // A companion record must not be attached to another capture with the same content.
    const other = Buffer.from(a.toString().replace(/WARC-Date: \d{4}/, 'WARC-Date: 1999'));
    expect(listStatuses((await imported(gzip(other, about(other)), auid)).statuses)).toEqual(['DUPLICATE']);
    expect(await records()).toHaveLength(5);
    expect(await findInconsistencies(kept)).toEqual([]);
  });

  it('of nothing are kept with the import', async () => {
    const unresolved = buildRevisit('http://a/', { 'WARC-Refers-To': '<urn:uuid:nowhere>' });
    const file = gzip(
      requestOf('http://a/none', 'GET'),
      companion('warcinfo', {}),
      unresolved,
      about(unresolved),
    );
    const { auid, statuses } = await imported(file);
    expect(listStatuses(statuses)).toEqual(['ERROR']);
    const rows = await keptRows(auid);
    expect(rows.toSorted()).toEqual([
      [WARCINFO, null],
      [REQUEST, null],
      [METADATA, null],
    ]);
  });

  it('are never a warcinfo that came behind, for a revisit that waited for its original', async () => {
    const original = makeResponse('http://waited.example/', 'original');
    const waiting = (name: string) =>
      buildRevisit(`http://waited.example/${name}`, { 'WARC-Refers-To': idOf(original) });
    const [first, second] = [companion('warcinfo', {}), companion('warcinfo', {})];
    const archive = gzip(waiting('1'), first, waiting('2'), waiting('3'), original, second);
    const { uuids } = await imported(archive);
    const warcinfos = uuids.map(async (uuid) => (await recordsOf(uuid))[1]?.[1]);
    expect(await Promise.all(warcinfos)).toEqual([undefined, first, first, first]);
  });

  it('that come when their artifact is stored already belong to it, and tell its method', async () => {
    // The segment is closed because of its age, before the companion arrives.
    const closing = await openKeptStore(await startTestService({ ...quick, SEGMENT_AGE: '100ms' }));
    const a = makeResponse('http://late.example/', 'a');
    const named = requestOf('http://late.example/', 'OPTIONS')
      .toString()
      .replace('\r\nContent-Type', `\r\nWARC-Concurrent-To: ${idOf(a)}\r\nContent-Type`);
    const { promise: isStored, resolve: stored } = Promise.withResolvers<void>();
    async function* slowly() {
      yield gzip(a);
      await isStored;
      yield gzip(Buffer.from(named));
    }
    const auid = createAuid();
    const options = { auid, onStatus: () => stored() };
    const { statuses } = await closing.client.importArchive(Readable.from(slowly()), options);
    const uuid = statuses[0]!.artifactUuid!;
    expect(await recordsOf(uuid, closing)).toEqual([
      ['artifact', a],
      ['companion', Buffer.from(named)],
    ]);
    expect(await keptRows(auid, closing)).toEqual([[REQUEST, uuid]]);
    const query = { url: 'http://late.example/', matchType: 'prefix', output: 'json' };
    const cdx = (await closing.client.bytes('/replay/cdxb/default', query)).toString();
    expect(JSON.parse(cdx)).toMatchObject({ urlkey: 'example,late)/?__wb_method=options' });
  });
});

it('with KEEP_RECORDS=artifacts only tell the method', async () => {
  const other = await openKeptStore(await startTestService({ ...quick, KEEP_RECORDS: 'artifacts' }));
  const a = makeResponse('http://a/', 'a');
  const file = gzip(companion('warcinfo', {}), a, requestOf('http://a/', 'PUT', 'x=1'), about(a));
  await other.client.importArchive(file, { auid: 'au' });
  const db = other.database.kysely;
  const rows = await db
    .selectFrom('artifact')
    .select(['method', 'request_body', 'companions_after'])
    .execute();
  expect(rows).toEqual([{ method: 'PUT', request_body: 'x=1', companions_after: 0 }]);
  expect(await db.selectFrom('kept_record').selectAll().execute()).toEqual([]);
});

describeWithCorpus('the files of the corpus', () => {
  interface GoldenFile {
    file: string;
    types: Record<string, number>;
    odd: string[];
  }

  it('keep every record that is whole', async () => {
    const golden = JSON.parse(readFileSync(corpus.path('golden/warc-files.json'), 'utf8')) as GoldenFile[];
    // Imports the file with the originals first.
    const whole = golden
      .toSorted((one) => (one.file.includes('iana') ? -1 : 0))
      .filter(({ file, odd }) => /\.warc(\.gz)?$/.test(file) && !odd.join().includes('STOPPED'));
    const lost: [string, Record<string, number>, Record<string, number>][] = [];
    const errors: string[] = [];
    for (const { file, types } of whole) {
      const path = corpus.path(`warcs/${file.replace(/(sample_archive\/warcs|test\/data)\//, '')}`);
      const { auid, statuses } = await imported(readFileSync(path), createAuid(), true);
      const found = await storedTypes(auid);
      for (const { status, offset, statusMessage } of statuses) {
        if (status !== 'ERROR') continue;
        errors.push(`${basename(file)} at ${offset}: ${statusMessage}`);
        const type = statusMessage!.startsWith('request') ? 'request' : 'response';
        found[type] = (found[type] ?? 0) + 1;
      }
      if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(types))) lost.push([file, found, types]);
    }
    expect(lost).toEqual([]);
    expect(errors).toEqual([
      'example.warc at 4061: request: Content-Length is wrong: the block is not followed by the end of the record.',
      'example-trunc.warc at 1197: WARC-Block-Digest does not match the block.',
    ]);
  });

  const sorted = (types: Record<string, number>) => Object.entries(types).toSorted();

  /** Counts the AU's imported records by type. Each distinct warcinfo counts once. */
  async function storedTypes(auid: string): Promise<Record<string, number>> {
    const segments = await kept.database.kysely
      .selectFrom('segment')
      .innerJoin('au', 'au.id', 'segment.au_id')
      .select(['key', 'manifest_offset'])
      .where('au.auid', '=', auid)
      .execute();
    const seen = new Map<string, string>();
    for (const { key, manifest_offset: end } of segments) {
      const take = ({
        type,
        recordId,
        offset,
        member,
      }: {
        type: string;
        recordId: string;
        offset: number;
        member?: unknown;
      }) => {
        if (offset > 0)
          seen.set(type === 'warcinfo' ? recordId : `${key} ${offset} ${member === undefined}`, type);
      };
      const reader = new WarcReader(
        { record: take, companion: take, memberChunk: () => {}, damage: () => {} },
        { companions: 'all' },
      );
      for await (const chunk of await kept.store.read(key, { offset: 0, length: end! }))
        reader.write(chunk as Buffer);
      reader.end();
    }
    const types: Record<string, number> = {};
    for (const type of seen.values()) types[type] = (types[type] ?? 0) + 1;
    return types;
  }
});
