// GET /exports/{fileName} over a real socket: contents of the three formats, ranges, rejections, and changes to the AU
// during an export.
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, gunzipSync } from 'node:zlib';
import type { Pool } from '@holdfast/pg-kit';
import { makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { openKeptStore } from '../../jobs/compaction/kept-store.ts';
import { startTestService, type TestService } from '../../service.ts';
import { buildRevisit, gzip, makeResponse } from '../archives/made-archives.ts';
import { hashSha256 } from '../artifacts/captures.ts';
import { makeWarcRecord } from '../replay/made-records.ts';
import { untarFile, unzipFile } from './unpacked.ts';

let service: TestService;
let pool: Pool;
const made = makeWarc(12, 3_000);

const get = (file: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  service.client.get(`/exports/${file}`, query, headers);
const bytesOf = async (answer: Promise<Response> | Response) =>
  Buffer.from(await (await answer).arrayBuffer());
const inStore = (key: string) => join(service.storeFolder, 'objects', key);

async function imported(auid: string, archive: Buffer): Promise<string[]> {
  const { statuses } = await service.client.importArchive(archive, { auid });
  const results = statuses.map(({ status, statusMessage }) => `${status} ${statusMessage ?? ''}`);
  expect([...new Set(results)]).toEqual(['OK ']);
  return statuses.map(({ artifactUuid }) => artifactUuid!);
}

beforeAll(async () => {
  service = await startTestService({ REPLAY_ALLOW_ORIGIN: 'https://replay.example.org' });
  pool = (await openKeptStore(service)).database.pool;
  await imported('made', made.bytes);
});

describe('a WARC file', () => {
  it('is the gzip members that came in, bit for bit', async () => {
    const answer = await get('default.warc.gz', { auid: 'made' }, { 'accept-encoding': 'gzip' });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/warc',
      'content-length': String(made.bytes.length),
      'accept-ranges': 'bytes',
      'content-disposition': 'attachment; filename="default-made.warc.gz"',
      'x-export-left-out': '0',
      'access-control-allow-origin': 'https://replay.example.org',
    });
    expect(await bytesOf(answer)).toEqual(made.bytes);
    const known = { 'if-none-match': answer.headers.get('etag')! };
    expect((await get('default.warc.gz', { auid: 'made' }, known)).status).toBe(304);
  });

  it('is also given of an AU whose records belong to no artifact', async () => {
    const alone = gzip(
      makeWarcRecord('request', 'http://alone/', '2020-02-20T20:20:20Z', Buffer.from('GET /')),
    );
    await service.client.importArchive(alone, { auid: 'alone' });
    expect(await bytesOf(get('default.warc.gz', { auid: 'alone' }))).toEqual(alone);
  });

  it('is given by ranges, each the same as of the whole', async () => {
    const length = made.bytes.length;
    for (const [start, end] of [
      [0, 0],
      [1, 5_000],
      [3_333, 3_334],
      [length - 7, length - 1],
      [5, length - 1],
    ] as const) {
      const answer = await get('default.warc.gz', { auid: 'made' }, { range: `bytes=${start}-${end}` });
      expect([answer.status, answer.headers.get('content-range')]).toEqual([
        206,
        `bytes ${start}-${end}/${length}`,
      ]);
      expect(await bytesOf(answer)).toEqual(made.bytes.subarray(start, end + 1));
    }
    expect((await get('default.warc.gz', { auid: 'made' }, { range: `bytes=${length}-` })).status).toBe(416);
  });

  it('holds what the query selects', async () => {
    const end = made.records[6]!.offset;
    const [one, other] = [made.bytes.subarray(made.records[5]!.offset, end), made.records[5]!.url];
    expect(await bytesOf(get('default.warc.gz', { url: other }))).toEqual(one);
    expect(await bytesOf(get('default.warc.gz', { auid: 'made', urlPrefix: other.slice(0, -3) }))).toEqual(
      one,
    );
    expect(await bytesOf(get('default.warc.gz', { auid: 'made', from: '2020', to: '202002' }))).toEqual(
      made.bytes,
    );
  });

  it('holds all versions, or the latest', async () => {
    const url = 'http://www.example.org/versions';
    const archive = gzip(...['a', 'b', 'c'].map((text) => makeResponse(url, text)));
    await imported('versions', archive);
    expect(await bytesOf(get('default.warc.gz', { auid: 'versions' }))).toEqual(archive);
    const latest = await bytesOf(get('default.warc.gz', { auid: 'versions', versions: 'latest' }));
    expect(latest).toEqual(gzip(makeResponse(url, 'c')));
  });

  it('holds the original of a revisit from elsewhere', async () => {
    const [first, again] = ['http://www.example.org/original', 'http://www.example.org/again'];
    const original = gzip(makeResponse(first, 'seen before'));
    const visit = gzip(
      buildRevisit(again, {
        'WARC-Refers-To-Target-URI': first,
        'WARC-Refers-To-Date': '2020-02-20T20:20:20Z',
      }),
    );
    await imported('original', original);
    const { statuses } = await service.client.importArchive(visit, { auid: 'revisit', storeDuplicate: true });
    expect(statuses[0]?.status).toBe('OK');
    expect(await bytesOf(get('default.warc.gz', { auid: 'revisit' }))).toEqual(
      Buffer.concat([original, visit]),
    );
    const index = gunzipSync(
      unzipFile(await bytesOf(get('default.wacz', { auid: 'revisit' }))).get('indexes/index.cdx.gz')!,
    );
    expect(
      index
        .toString()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(['org,example)/again', 'org,example)/original', '']);
  });

  it('holds what is kept beside records: all of it, or that of what is selected', async () => {
    const [one, other] = ['http://www.example.org/one', 'http://www.example.org/other'];
    const date = '2020-02-20T20:20:20Z';
    const info = makeWarcRecord('warcinfo', 'none', date, Buffer.from('software: test\r\n'));
    const with_ = (url: string) => [
      makeWarcRecord('request', url, date, Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), {
        'Content-Type': 'application/http; msgtype=request',
      }),
      makeResponse(url, url),
    ];
    const archive = gzip(info, ...with_(one), ...with_(other));
    await imported('companions', archive);
    expect(await bytesOf(get('default.warc.gz', { auid: 'companions' }))).toEqual(archive);
    const selected = await bytesOf(get('default.warc.gz', { auid: 'companions', url: other }));
    expect(selected).toEqual(gzip(info, ...with_(other)));
    const tail = await bytesOf(get('default.warc.gz', { auid: 'companions' }, { range: 'bytes=50-' }));
    expect(tail).toEqual(archive.subarray(50));
    const [line = ''] = gunzipSync(
      unzipFile(await bytesOf(get('default.wacz', { url: other }))).get('indexes/index.cdx.gz')!,
    )
      .toString()
      .split('\n');
    const { offset, length } = JSON.parse(line.slice(line.indexOf('{')));
    const record = gunzipSync(selected.subarray(Number(offset), Number(offset) + Number(length)));
    expect(record).toEqual(makeResponse(other, other));
  });

  it.each([
    ['no name', 'default.zip', {}, 404],
    ['no namespace', 'other.warc.gz', {}, 404],
    ['no AU', 'default.warc.gz', { auid: 'none' }, 404],
    ['nothing selected', 'default.wacz', { auid: 'made', to: '1999' }, 404],
    ['two filters', 'default.warc.gz', { url: 'http://x/', urlPrefix: 'http://x/' }, 400],
    ['an empty time', 'default.warc.gz', { from: '2020', to: '2019' }, 400],
    ['no time', 'default.warc.gz', { from: 'yesterday' }, 400],
    ['no versions', 'default.warc.gz', { versions: 'some' }, 400],
  ])('is refused: %s', async (_what, file, query: Record<string, string>, status) => {
    expect((await get(file, query)).status).toBe(status);
  });
});

describe('a WACZ', () => {
  it('holds the WARC file, an index of it by place, its pages and their digests', async () => {
    const files = unzipFile(await bytesOf(get('default.wacz', { auid: 'made' })));
    expect([...files.keys()]).toEqual([
      'archive/data.warc.gz',
      'indexes/index.cdx.gz',
      'indexes/index.idx',
      'pages/pages.jsonl',
      'datapackage.json',
      'datapackage-digest.json',
    ]);
    const warc = files.get('archive/data.warc.gz')!;
    expect(warc).toEqual(made.bytes);
    const lines = gunzipSync(files.get('indexes/index.cdx.gz')!).toString().trimEnd().split('\n');
    expect(lines).toEqual(lines.toSorted());
    const urls = lines.map((line) => {
      const { offset, length, url } = JSON.parse(line.slice(line.indexOf('{')));
      const record = gunzipSync(warc.subarray(Number(offset), Number(offset) + Number(length))).toString();
      expect(record).toContain(`WARC-Target-URI: ${url}\r\n`);
      return url;
    });
    expect(urls.toSorted()).toEqual(made.records.map(({ url }) => url).toSorted());
    expect(files.get('pages/pages.jsonl')!.toString().trimEnd().split('\n')).toHaveLength(
      1 + made.records.length,
    );
    const { resources, created } = JSON.parse(files.get('datapackage.json')!.toString());
    for (const { path, hash, bytes } of resources) {
      expect([hash, bytes]).toEqual([`sha256:${hashSha256(files.get(path)!)}`, files.get(path)!.length]);
    }
    expect(resources).toHaveLength(4);
    expect(created).toMatch(/^20\d\d-.*Z$/);
    const { hash } = JSON.parse(files.get('datapackage-digest.json')!.toString());
    expect(hash).toBe(`sha256:${hashSha256(files.get('datapackage.json')!)}`);
  });

  it('can be read from its end, as its readers do', async () => {
    const query = { auid: 'made' };
    const whole = await bytesOf(get('default.wacz', query));
    expect(whole.readUInt32LE(14)).toBe(crc32(made.bytes));
    expect(await bytesOf(get('default.wacz', query, { range: 'bytes=-400' }))).toEqual(whole.subarray(-400));
    const around = { range: `bytes=${made.bytes.length - 10}-${made.bytes.length + 900}` };
    expect(await bytesOf(get('default.wacz', query, around))).toEqual(
      whole.subarray(made.bytes.length - 10, made.bytes.length + 901),
    );
  });
});

it('gives a bag with manifests', async () => {
  const files = untarFile(await bytesOf(get('default.tar', { auid: 'made' })));
  const text = (name: string) => files.get(`default-made/${name}`)!.toString();
  expect(files.get('default-made/data/archive.warc.gz')).toEqual(made.bytes);
  expect(text('manifest-sha256.txt')).toBe(`${hashSha256(made.bytes)}  data/archive.warc.gz\n`);
  const tags = ['bagit.txt', 'bag-info.txt', 'manifest-sha256.txt'];
  expect(text('tagmanifest-sha256.txt')).toBe(
    tags.map((tag) => `${hashSha256(Buffer.from(text(tag)))}  ${tag}\n`).join(''),
  );
  expect(text('bag-info.txt')).toContain(`Payload-Oxum: ${made.bytes.length}.1\n`);
  expect(text('bag-info.txt')).toContain('External-Identifier: made\n');
});

describe('an AU that changes', () => {
  it('is another file, and the one that was begun goes on', async () => {
    const first = gzip(makeResponse('http://www.example.org/first', 'first'));
    const second = gzip(makeResponse('http://www.example.org/second', 'second'));
    await imported('grows', first);
    const query = { auid: 'grows' };
    const before = await get('default.warc.gz', query);
    const etag = before.headers.get('etag')!;
    await before.arrayBuffer();
    await imported('grows', second);
    expect(await bytesOf(get('default.warc.gz', query, { range: 'bytes=5-' }))).toEqual(first.subarray(5));
    expect(await bytesOf(get('default.warc.gz', query, { range: 'bytes=5-', 'if-range': etag }))).toEqual(
      first.subarray(5),
    );
    const after = await get('default.warc.gz', query);
    expect(after.headers.get('etag')).not.toBe(etag);
    expect(await bytesOf(after)).toEqual(Buffer.concat([first, second]));
    const unknown = await get('default.warc.gz', query, { range: 'bytes=5-', 'if-range': '"warc-0"' });
    expect([unknown.status, await bytesOf(unknown)]).toEqual([200, Buffer.concat([first, second])]);
  });

  it('is read where compaction has put it meanwhile', async () => {
    const records = ['p', 'q'].map((name) =>
      gzip(makeResponse(`http://www.example.org/moved/${name}`, name)),
    );
    for (const record of records) await imported('moves', record);
    const query = { auid: 'moves' };
    const whole = await bytesOf(get('default.warc.gz', query));
    // Simulates a merge of segments: moves the record to a new object with a new row, and removes the old object.
    const { rows } = await pool.query(
      `select segment.id, segment.key, record_offset, record_length from artifact join segment on segment.id = segment_id
       where url like '%/moved/q'`,
    );
    const { key } = rows[0];
    await rename(inStore(key), inStore(key.replace('.warc', '-moved.warc')));
    await pool.query('update segment set key = $2 where id = $1', [
      rows[0].id,
      key.replace('.warc', '-moved.warc'),
    ]);
    expect(await bytesOf(get('default.warc.gz', query))).toEqual(whole);
    expect(await bytesOf(get('default.warc.gz', query, { range: 'bytes=-20' }))).toEqual(whole.subarray(-20));
  });

  it('gives no damaged bytes, and then leaves them out', async () => {
    const [bad, good] = ['bad', 'good'].map((name) =>
      gzip(makeResponse(`http://www.example.org/rots/${name}`, name)),
    );
    await imported('rots', Buffer.concat([bad!, good!]));
    const { rows } = await pool.query(
      `select segment.key, record_offset from artifact join segment on segment.id = segment_id where url like '%/rots/bad'`,
    );
    const file = await open(inStore(rows[0].key), 'r+');
    await file.write(Buffer.from([0xff]), 0, 1, Number(rows[0].record_offset) + 9);
    await file.close();
    const refused = await get('default.warc.gz', { auid: 'rots' });
    expect(refused.status).toBe(502);
    // The service verifies the damage again before recording it. Repeat the export until then.
    for (let answer = refused; answer.headers.get('x-export-left-out') !== '1' || answer.status !== 200; ) {
      await answer.arrayBuffer();
      answer = await get('default.warc.gz', { auid: 'rots' });
      if (answer.status === 200)
        expect(
          await answer
            .clone()
            .arrayBuffer()
            .then((bytes) => Buffer.from(bytes)),
        ).toEqual(good);
    }
  });
});
