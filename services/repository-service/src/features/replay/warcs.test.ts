// GET /replay/warcs over a real socket: both forms, every form of range, and records composed for revisits.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openDatabase } from '@holdfast/pg-kit';
import { type ImportStatus, makeWarc, responseRecord } from '@holdfast/testkit';
import { openStoredRecord } from '@holdfast/warc';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestService, testService } from '../../testing/service.ts';
import { revisitRecord, warcRecord } from './testing/made-records.ts';

let service: TestService;
let members: Buffer[];
let names: string[];
let auids = 0;

beforeAll(async () => {
  service = await testService({ REPLAY_ALLOW_ORIGIN: 'https://replay.example.org' });
  const made = makeWarc(3, 3_000);
  const ends = [...made.records.slice(1).map(({ offset }) => offset), made.bytes.length];
  members = made.records.map(({ offset }, at) => made.bytes.subarray(offset, ends[at]));
  names = namesOf(await imported(made.bytes));
});

describe('an archive of one record', () => {
  it('is the stored gzip member byte for byte, and never encoded', async () => {
    const response = await get(`${names[1]}.warc.gz`, { 'accept-encoding': 'gzip, br' });
    expect(response.status).toBe(200);
    expect(await bytesOf(response)).toEqual(members[1]);
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
    const response = await get(`${names[1]}.warc`);
    expect(response.headers.get('content-length')).toBe(String(record.length));
    expect(await bytesOf(response)).toEqual(record);
    expect(response.headers.get('etag')).not.toBe((await get(`${names[1]}.warc.gz`)).headers.get('etag'));
  });

  it('has the length that the index tells', async () => {
    const [line] = await cdx('http://www.example.org/warc/page/1.html');
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
    expect((await get(`${names[2]}.warc.gz`)).status).toBe(200);
    expect(await cdx('http://www.example.org/warc/page/2.html')).toEqual([]);
  });

  it('answers HEAD as GET without the bytes', async () => {
    for (const form of ['warc', 'warc.gz']) {
      const [head, whole] = [await request('HEAD', `${names[0]}.${form}`), await get(`${names[0]}.${form}`)];
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
    const response = await get(fileName.replace('NAME', names[0]!).replace('UUID', uuid));
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
  const ranged = (range: string, headers = {}) => get(`${names[0]}.${form}`, { range, ...headers });

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
    expect(await bytesOf(response)).toEqual(whole.subarray(start, end + 1));
  });

  it.each(['bytes=x-1', 'lines=0-1', 'bytes=', 'bytes 0-1', manyRanges(17)])(
    '%s is answered with the whole',
    async (range) => {
      const response = await ranged(range);
      expect(response.status).toBe(200);
      expect(await bytesOf(response)).toEqual(whole);
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
    const body = await bytesOf(response);
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
    const etag = (await request('HEAD', `${names[0]}.${form}`)).headers.get('etag')!;
    expect((await ranged('bytes=0-9', { 'if-range': etag })).status).toBe(206);
    expect((await ranged('bytes=0-9', { 'if-range': `W/${etag}` })).status).toBe(200);
    expect((await ranged('bytes=0-9', { 'if-range': 'Sat, 01 Jan 2022 00:00:00 GMT' })).status).toBe(200);
  });

  it('is not sent again', async () => {
    const etag = (await request('HEAD', `${names[0]}.${form}`)).headers.get('etag')!;
    const response = await ranged('bytes=0-9', { 'if-none-match': `"other", ${etag}` });
    expect([response.status, response.headers.get('etag')]).toEqual([304, etag]);
    expect((await bytesOf(response)).length).toBe(0);
    expect((await ranged('bytes=0-9', { 'if-none-match': `W/${etag}` })).status).toBe(304);
    expect((await ranged('bytes=0-9', { 'if-none-match': '*' })).status).toBe(304);
    expect((await ranged('bytes=0-9', { 'if-none-match': '"other"' })).status).toBe(206);
  });
});

describe('the archive of an artifact made from a revisit', () => {
  const url = 'http://revisit.example/page';
  const payload = Buffer.from('the payload, said once\n'.repeat(9_000));
  const chunked = Buffer.concat([
    Buffer.from(`${payload.length.toString(16)}\r\n`),
    payload,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  const gzipHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nX-First: yes\r\n\r\n';
  const originals = {
    plain: Buffer.concat([Buffer.from(gzipHead), payload]),
    chunked: Buffer.concat([
      Buffer.from(gzipHead.replace('X-First', 'Transfer-Encoding: chunked\r\nX-First')),
      chunked,
    ]),
  };
  const heads = {
    own: 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Second: yes\r\n\r\n',
    'own, chunked': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Second: yes\r\n\r\n',
    'own, without a blank line': 'HTTP/1.1 200 OK\r\nX-Second: yes',
    'own, with bare line feeds': 'HTTP/1.1 200 OK\nX-Second: yes\nX-Third: 3\n\n',
    none: '',
    'not modified': 'HTTP/1.1 304 Not Modified\r\nX-Second: yes\r\n\r\n',
  };
  const cases = Object.entries(originals).flatMap(([kind, block]) =>
    Object.entries(heads).map(([which, head]) => ({ kind, which, block, head })),
  );

  it.each(cases)(
    'is a whole response (original: $kind, head: $which)',
    async ({ kind, which, block, head }) => {
      const pageUrl = `${url}/${kind}/${encodeURIComponent(which)}`;
      const original = warcRecord('response', `${pageUrl}/original`, '2020-01-01T00:00:00Z', block);
      const refersTo = {
        'WARC-Refers-To-Target-URI': `${pageUrl}/original`,
        'WARC-Refers-To-Date': '2020-01-01T00:00:00Z',
      };
      const revisit = revisitRecord(pageUrl, '2021-02-03T04:05:06Z', head, refersTo);
      const file = Buffer.concat([gzipSync(original), gzipSync(revisit)]);
      const [, name] = namesOf(await imported(file, { storeDuplicate: true }));
      const plain = await bytesOf(await get(`${name}.warc`));
      const member = await bytesOf(await get(`${name}.warc.gz`));
      expect(gunzipSync(member).equals(plain)).toBe(true);
      const [line] = await cdx(pageUrl);
      expect(line!.split(' ')[8]).toBe(String(member.length));

      const record = await openStoredRecord(Readable.from([member]));
      expect(record.type).toBe('response');
      expect(record.header.toString()).toContain(`WARC-Target-URI: ${pageUrl}\r\n`);
      expect(record.header.toString()).toContain('WARC-Date: 2021-02-03T04:05:06.000Z\r\n');
      const ownHead = !['none', 'not modified'].includes(which);
      expect(record.http!.status).toBe(200);
      expect(record.http!.get('x-second')).toBe(ownHead ? 'yes' : undefined);
      expect(record.http!.get('x-first')).toBe(ownHead ? undefined : 'yes');
      expect(record.http!.get('transfer-encoding')).toBeUndefined();
      expect((await buffer(record.body({ dechunk: false }))).equals(payload)).toBe(true);

      for (const [form, whole] of [
        ['warc', plain],
        ['warc.gz', member],
      ] as const) {
        for (const [start, end] of [
          [0, 9],
          [600, 1_200],
          [65_000, 140_000],
          [whole.length - 9, whole.length - 1],
        ] as const) {
          const part = await get(`${name}.${form}`, { range: `bytes=${start}-${end}` });
          expect((await bytesOf(part)).equals(whole.subarray(start, end + 1))).toBe(true);
        }
      }
    },
  );
});

describe('an archive whose bytes are not there any more', () => {
  it('is a 502 when the object is missing, and when it is damaged', async () => {
    const [name] = namesOf(
      await imported(gzipSync(responseRecord('http://lost.example/', Buffer.from('lost')))),
    );
    const { file } = await newestSegment();
    const bytes = await readFile(file);
    const at = bytes.indexOf(gzipSync(responseRecord('http://lost.example/', Buffer.from('lost'))));
    const damaged = Buffer.from(bytes);
    damaged.fill(0, at + 30, at + 60);
    await rm(file);
    await writeFile(file, damaged);
    expect((await get(`${name}.warc`)).status).toBe(502);
    await rm(file);
    for (const form of ['warc', 'warc.gz']) {
      const response = await get(`${name}.${form}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        502,
        'application/problem+json',
      ]);
      expect(await text(response.body!)).not.toContain(service.storeFolder);
    }
  });

  it('is cut off when the damage shows after the first byte', async () => {
    const payload = createHash('sha512').update('x').digest('hex').repeat(60_000);
    const record = responseRecord('http://cut.example/', Buffer.from(payload));
    const [name] = namesOf(await imported(gzipSync(record, { level: 0 })));
    const { file } = await newestSegment();
    const bytes = await readFile(file);
    bytes.fill(0, bytes.length - 200_000, bytes.length - 199_000);
    await rm(file);
    await writeFile(file, bytes);
    const response = await get(`${name}.warc`);
    expect(response.status).toBe(200);
    await expect(response.arrayBuffer()).rejects.toThrow();
  });
});

function manyRanges(count: number): string {
  return `bytes=${Array.from({ length: count }, (_, i) => `${i * 3}-${i * 3}`).join(',')}`;
}

function get(fileName: string, headers: Record<string, string> = {}): Promise<Response> {
  return service.client.get(`/replay/warcs/${encodeURIComponent(fileName)}`, {}, headers);
}

function request(method: string, fileName: string): Promise<Response> {
  const { url, authorization } = service.client;
  return fetch(`${url}/replay/warcs/${encodeURIComponent(fileName)}`, { method, headers: { authorization } });
}

async function bytesOf(response: Response): Promise<Buffer> {
  return Buffer.from(await response.arrayBuffer());
}

async function cdx(url: string): Promise<string[]> {
  const response = await service.client.get('/replay/cdxb/default', { url });
  const body = await response.text();
  return response.status === 404 ? [] : body.trimEnd().split('\n');
}

async function imported(
  archive: Buffer,
  options: { storeDuplicate?: boolean } = {},
): Promise<ImportStatus[]> {
  const { status, statuses, body } = await service.client.importArchive(archive, {
    auid: `au~${auids++}`,
    ...options,
  });
  expect([status, body]).toEqual([200, '']);
  return statuses;
}

function namesOf(statuses: ImportStatus[]): string[] {
  return statuses.map(({ artifactUuid, status, statusMessage }) => {
    if (status !== 'OK') throw new Error(statusMessage);
    return `default:${artifactUuid}`;
  });
}

async function newestSegment(): Promise<{ file: string }> {
  const files = (await readdir(service.storeFolder, { recursive: true })).filter((name) =>
    name.endsWith('.warc.gz'),
  );
  const newest = files.toSorted((a, b) => (a.slice(-43) < b.slice(-43) ? -1 : 1)).at(-1)!;
  return { file: join(service.storeFolder, newest) };
}
