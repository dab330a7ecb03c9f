// GET /replay/warcs over a real socket: both representations, and all kinds of range and conditional requests.
import { gunzipSync } from 'node:zlib';
import { openDatabase } from '@holdfast/pg-kit';
import { makeWarc } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { makeReplayRequests, type ReplayRequests, readBytes } from './replay-requests.ts';

let service: TestService;
let ask: ReplayRequests;
let members: Buffer[];
let names: string[];

beforeAll(async () => {
  service = await startTestService({ REPLAY_ALLOW_ORIGIN: 'https://replay.example.org' });
  ask = makeReplayRequests(service);
  const made = makeWarc(3, 3_000);
  const ends = [...made.records.slice(1).map(({ offset }) => offset), made.bytes.length];
  members = made.records.map(({ offset }, at) => made.bytes.subarray(offset, ends[at]));
  names = await ask.imported(made.bytes);
});

describe('an archive of one record', () => {
  it('is the stored gzip member byte for byte, and never encoded', async () => {
    const response = await ask.get(`${names[1]}.warc.gz`, { 'accept-encoding': 'gzip, br' });
    expect(response.status).toBe(200);
    expect(await readBytes(response)).toEqual(members[1]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/warc',
      'content-length': String(members[1]!.length),
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'access-control-allow-origin': 'https://replay.example.org',
      'access-control-expose-headers': expect.stringContaining('Content-Range'),
    });
    expect(response.headers.has('content-encoding')).toBe(false);
  });

  it('is the plain record under the other name', async () => {
    const record = gunzipSync(members[1]!);
    const response = await ask.get(`${names[1]}.warc`);
    expect(response.headers.get('content-length')).toBe(String(record.length));
    expect(await readBytes(response)).toEqual(record);
    expect(response.headers.get('etag')).not.toBe((await ask.get(`${names[1]}.warc.gz`)).headers.get('etag'));
  });

  it('has the length that the index tells', async () => {
    const [line] = await ask.cdx('http://www.example.org/warc/page/1.html');
    expect(line!.split(' ').slice(8)).toEqual([String(members[1]!.length), '0', `${names[1]}.warc.gz`]);
  });

  it('is found by uuid before it is committed', async () => {
    const database = openDatabase({
      url: service.databaseUrl,
      applicationName: 'test',
      onError: () => undefined,
    });
    await database.pool.query('update artifact set committed = false where id = $1', [
      names[2]!.split(':')[1],
    ]);
    await database.close();
    expect((await ask.get(`${names[2]}.warc.gz`)).status).toBe(200);
    expect(await ask.cdx('http://www.example.org/warc/page/2.html')).toEqual([]);
  });

  it('answers HEAD as GET without the bytes', async () => {
    for (const form of ['warc', 'warc.gz']) {
      const [head, whole] = [await ask.head(`${names[0]}.${form}`), await ask.get(`${names[0]}.${form}`)];
      expect(head.status).toBe(200);
      expect((await head.arrayBuffer()).byteLength).toBe(0);
      for (const name of ['content-length', 'etag', 'content-type', 'accept-ranges']) {
        expect(head.headers.get(name)).toBe(whole.headers.get(name));
      }
      await whole.arrayBuffer();
    }
  });

  it.each([
    'no colon.warc.gz',
    'default:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61.warc.gz',
    'default:0198C4A0-7C1E-7D3A-9B52-5F0C2E8D4A61.warc.gz',
    'default:not-a-uuid.warc',
    'NAME.arc.gz',
    'NAME.warc.zst',
    'NAME',
    'other:UUID.warc.gz',
    'x:NAME.warc',
  ])('is 404 under %j', async (fileName) => {
    const uuid = names[0]!.split(':')[1]!;
    const response = await ask.get(fileName.replace('NAME', names[0]!).replace('UUID', uuid));
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ status: 404 });
  });
});

describe.each(['warc.gz', 'warc'])('a range of a .%s', (form) => {
  let whole: Buffer;
  let size: number;
  beforeAll(() => {
    whole = form === 'warc' ? gunzipSync(members[0]!) : members[0]!;
    size = whole.length;
  });
  const ranged = (range: string, headers = {}) => ask.get(`${names[0]}.${form}`, { range, ...headers });

  it.each([
    ['bytes=0-', 0, undefined],
    ['bytes=0-99', 0, 99],
    ['bytes=100-100', 100, 100],
    ['bytes=500-', 500, undefined],
    ['bytes=500-999999999', 500, undefined],
    ['bytes=-10', -10, undefined],
    ['bytes=-999999999', 0, undefined],
    ['bytes=10-20,15-30', 10, 30],
  ])('%s is answered with 206', async (range, from, to) => {
    const response = await ranged(range);
    const start = from < 0 ? size + from : from;
    const end = to ?? size - 1;
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
    expect(response.headers.get('content-length')).toBe(String(end - start + 1));
    expect(await readBytes(response)).toEqual(whole.subarray(start, end + 1));
  });

  it.each(['bytes=x-1', 'lines=0-1', 'bytes=', 'bytes 0-1', manyRanges(17)])(
    '%s is answered with the whole',
    async (range) => {
      const response = await ranged(range);
      expect(response.status).toBe(200);
      expect(await readBytes(response)).toEqual(whole);
    },
  );

  it('outside is 416 and tells the size', async () => {
    for (const range of [`bytes=${size}-`, 'bytes=-0', `bytes=${size + 5}-${size + 9}`]) {
      const response = await ranged(range);
      expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
      await response.arrayBuffer();
    }
  });

  it('of several parts comes as multipart/byteranges', async () => {
    const response = await ranged('bytes=0-3,10-19,-5');
    expect(response.status).toBe(206);
    const boundary = /^multipart\/byteranges; boundary=(.+)$/.exec(
      response.headers.get('content-type')!,
    )![1]!;
    const body = await readBytes(response);
    expect(response.headers.get('content-length')).toBe(String(body.length));
    const part = (start: number, end: number) =>
      Buffer.concat([
        Buffer.from(
          `\r\n--${boundary}\r\nContent-Type: application/warc\r\nContent-Range: bytes ${start}-${end}/${size}\r\n\r\n`,
        ),
        whole.subarray(start, end + 1),
      ]);
    const end = Buffer.from(`\r\n--${boundary}--\r\n`);
    expect(body).toEqual(Buffer.concat([part(0, 3), part(10, 19), part(size - 5, size - 1), end]));
  });

  it('is given only of what the client has the rest of', async () => {
    const etag = (await ask.head(`${names[0]}.${form}`)).headers.get('etag')!;
    expect((await ranged('bytes=0-9', { 'if-range': etag })).status).toBe(206);
    expect((await ranged('bytes=0-9', { 'if-range': `W/${etag}` })).status).toBe(200);
    expect((await ranged('bytes=0-9', { 'if-range': 'Sat, 01 Jan 2022 00:00:00 GMT' })).status).toBe(200);
  });

  it('is not sent again', async () => {
    const etag = (await ask.head(`${names[0]}.${form}`)).headers.get('etag')!;
    const response = await ranged('bytes=0-9', { 'if-none-match': `"other", ${etag}` });
    expect([response.status, response.headers.get('etag')]).toEqual([304, etag]);
    expect((await readBytes(response)).length).toBe(0);
    expect((await ranged('bytes=0-9', { 'if-none-match': `W/${etag}` })).status).toBe(304);
    expect((await ranged('bytes=0-9', { 'if-none-match': '*' })).status).toBe(304);
    expect((await ranged('bytes=0-9', { 'if-none-match': '"other"' })).status).toBe(206);
  });
});

function manyRanges(count: number): string {
  return `bytes=${Array.from({ length: count }, (_, i) => `${i * 3}-${i * 3}`).join(',')}`;
}
