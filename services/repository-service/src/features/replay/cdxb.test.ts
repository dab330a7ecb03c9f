// GET /replay/cdxb over a real socket: forms of output, fields, filters, refusals. Which captures come in what order
// is tested in cdx-answer.test.ts.
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { openDatabase } from '@holdfast/pg-kit';
import { urlkey } from '@holdfast/surt';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IndexSchema } from '../../index/schema.ts';
import { type TestService, testService } from '../../testing/service.ts';
import type { Capture } from './capture.ts';
import { insertCaptures } from './testing/random-captures.ts';

type Query = Record<string, string | number | boolean>;

let service: TestService;
const page = 'http://www.example.com/page';

beforeAll(async () => {
  service = await testService({ REPLAY_CDX_LIMIT: '50' });
  const database = openDatabase<IndexSchema>({
    url: service.databaseUrl,
    applicationName: 'test',
    onError: () => undefined,
  });
  await insertCaptures(database, captures);
  await database.close();
});

const capture = (number: number, changes: Partial<Capture>): Capture => {
  const url = changes.url ?? page;
  return {
    id: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    urlkey: urlkey(url),
    collectionMs: Date.UTC(2014, 0, 26, 20, 6, 24 + number),
    httpStatus: 200,
    mime: 'text/html',
    redirect: undefined,
    sha1: Buffer.from('da39a3ee5e6b4b0d3255bfef95601890afd80709', 'hex'),
    lengthBytes: 1_000 + number,
    ...changes,
    url,
  };
};
const captures = [
  capture(1, {}),
  capture(2, { httpStatus: 404, mime: 'image/png' }),
  capture(3, { url: 'https://example.com/PAGE' }),
  capture(10, {
    url: 'http://example.com/r',
    httpStatus: 301,
    redirect: '/other path\t?x=1',
    mime: undefined,
  }),
  capture(11, { url: 'http://example.com/r', httpStatus: 302, redirect: 'https://www.EXAMPLE.com/r#here' }),
  capture(12, { url: 'http://example.com/r', httpStatus: 302, redirect: 'http://[' }),
  capture(20, { url: 'http://example.com/res', httpStatus: undefined, mime: 'text/plain' }),
  capture(21, { url: 'http://example.com/odd space\u00a0\u2028é"<' }),
  ...Array.from({ length: 60 }, (_, i) => capture(100 + i, { url: `http://many.example/${i}` })),
];

const digest = '3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ';
const lineOf = (number: number, timestamp: string, rest = `${page} text/html 200`) =>
  `com,example)/page ${timestamp} ${rest} ${digest} - - ${1_000 + number} 0 test:00000000-0000-7000-8000-00000000000${number}.warc.gz`;

describe('the form of an answer', () => {
  it.each([{}, { output: 'cdx' }, { output: 'text' }])('is eleven columns with %j', async (query) => {
    const response = await get({ url: page, ...query });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(
      [
        lineOf(1, '20140126200625'),
        lineOf(2, '20140126200626', `${page} image/png 404`),
        lineOf(3, '20140126200627', 'https://example.com/PAGE text/html 200'),
        '',
      ].join('\n'),
    );
  });

  it('is a key, a time and an object with cdxj', async () => {
    const response = await get({ url: page, output: 'cdxj', limit: 1 });
    expect(response.headers.get('content-type')).toBe('text/x-cdxj; charset=utf-8');
    const [, line, json] = /^(\S+ \S+) (\{.*\})\n$/.exec(await response.text())!;
    expect(line).toBe('com,example)/page 20140126200625');
    expect(JSON.parse(json!)).toEqual(withoutPlace(first));
  });

  it('is an object a line with json, and an array of objects with jsondict', async () => {
    const lines = await get({ url: page, output: 'json', limit: 2 });
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
    const objects = (await lines.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(objects[0]).toEqual(first);
    expect(objects).toHaveLength(2);
    const array = await get({ url: page, output: 'jsondict', limit: 2 });
    expect(array.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await array.json()).toEqual(objects);
  });

  it('is an array of arrays with jsonarray, the names first', async () => {
    const rows = (await (await get({ url: page, output: 'jsonarray' })).json()) as string[][];
    expect(rows[0]!.slice(0, 5)).toEqual(['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode']);
    expect(rows.map((row) => row.length)).toEqual([11, 11, 11, 11]);
    expect(rows[1]!.join(' ')).toBe(lineOf(1, '20140126200625'));
  });

  it('has the fields of fl in their order, by either name', async () => {
    const fl = 'status,timestamp,original,url,mime,mimetype';
    expect(await text({ url: page, limit: 1, fl })).toBe(
      `200 20140126200625 ${page} ${page} text/html text/html\n`,
    );
    const rows = (await (await get({ url: page, limit: 1, fl, output: 'jsonarray' })).json()) as string[][];
    expect(rows[0]).toEqual(fl.split(','));
    const cdxj = await text({ url: page, limit: 1, fl: 'urlkey,original,redirect', output: 'cdxj' });
    expect(cdxj).toBe(`com,example)/page 20140126200625 {"original":"${page}"}\n`);
  });

  it('has no space in a field, and absolute redirects', async () => {
    const lines = (await text({ url: 'example.com/r*' })).trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ').length)).toEqual([11, 11, 11, 11]);
    expect(lines.map((line) => line.split(' ')[6])).toEqual([
      'http://example.com/other%20path?x=1',
      'https://www.example.com/r#here',
      '-',
      '-',
    ]);
    expect(lines[0]!.split(' ').slice(3, 5)).toEqual(['unk', '301']);
    expect(lines[3]!.split(' ').slice(3, 5)).toEqual(['text/plain', '-']);
    const [odd] = (await text({ url: 'example.com/odd*' })).split('\n');
    expect(odd!.split(/\s/u)).toHaveLength(11);
    expect(odd).toContain('http://example.com/odd%20space%C2%A0%E2%80%A8é"<');
  });

  it('is compressed for those who ask', async () => {
    const plain = await text({ url: page });
    const { headers, body } = await raw({ url: page }, { 'accept-encoding': 'gzip' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(body).toString()).toBe(plain);
    for (const others of [{}, { 'accept-encoding': 'gzip;q=0' }, { 'accept-encoding': '*' }]) {
      const { headers: usual, body: uncompressed } = await raw({ url: page }, others);
      expect(usual['content-encoding']).toBeUndefined();
      expect(uncompressed.toString()).toBe(plain);
    }
  });

  it('is sent to clients of HTTP/1.0 too, and its head to HEAD', async () => {
    const answer = await oldRequest(`GET /replay/cdxb/test?url=${page}&limit=1 HTTP/1.0`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer.endsWith(`\r\n\r\n${lineOf(1, '20140126200625')}\n`)).toBe(true);
    const head = await oldRequest(
      `HEAD /replay/cdxb/test?url=${page} HTTP/1.1\r\nHost: x\r\nConnection: close`,
    );
    expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(head.endsWith('\r\n\r\n')).toBe(true);
  });
});

describe('which captures are given', () => {
  it('is decided by filters, all of which must hold', async () => {
    expect(await numbers({ url: page, filter: 'status:404' })).toEqual([2]);
    expect(await numbers({ url: page, filter: '!=statuscode:404' })).toEqual([1, 3]);
    expect(await numbers({ url: page, filter: '~mime:(?i)IMAGE/.*' })).toEqual([2]);
    expect(await numbers({ url: page, filter: '~original:PAGE' })).toEqual([]);
    expect(await numbers({ url: page, filter: '=length:1003' })).toEqual([3]);
    const both = await service.client.get(`/replay/cdxb/test?url=${page}&filter=!mime:png&filter=~url:https`);
    expect((await both.text()).split('\n')).toHaveLength(2);
  });

  it('is decided by omitSelfRedirects', async () => {
    expect(await numbers({ url: 'example.com/r' })).toEqual([10, 11, 12]);
    expect(await numbers({ url: 'example.com/r', omitSelfRedirects: true })).toEqual([10, 12]);
  });

  it('is the latest with fastLatest', async () => {
    expect(await numbers({ url: page, fastLatest: true, limit: 1 })).toEqual([3]);
  });

  it.each([
    ['2014', [3, 2, 1]],
    ['2013', [1, 2, 3]],
    ['2', [3, 2, 1]],
    ['20140126200626', [2, 1, 3]],
    ['20149999999999', [3, 2, 1]],
  ])('are the nearest to %s first', async (closest, expected) => {
    expect(await numbers({ url: page, closest, sort: 'closest', matchType: 'exact' })).toEqual(expected);
    expect(await numbers({ url: page, closest })).toEqual(expected);
    expect(
      await numbers({ url: page, closest, matchType: 'host', limit: 3, filter: 'urlkey:/page' }),
    ).toEqual(expected);
  });

  it('are in the usual order when closest, from and to are empty', async () => {
    const empty = { closest: '', from: '', to: '' };
    expect(await numbers({ url: page, sort: 'closest', matchType: 'exact', ...empty })).toEqual([1, 2, 3]);
    expect(await numbers({ url: page, sort: 'default', closest: '2099' })).toEqual([1, 2, 3]);
  });

  it('is never more than the service allows, and the rest can be had', async () => {
    const query = { url: 'many.example', matchType: 'host' };
    expect((await text(query)).split('\n')).toHaveLength(51);
    expect((await text({ ...query, limit: 5_000 })).split('\n')).toHaveLength(51);
    const [lines, key] = (await text({ ...query, showResumeKey: true })).split('\n\n');
    expect(lines!.split('\n')).toHaveLength(50);
    const rest = await text({ ...query, showResumeKey: true, resumeKey: key!.trimEnd() });
    expect(rest.split('\n')).toHaveLength(11);
    const { trailers } = await raw(query);
    expect(trailers['x-resume-key']).toBe(key!.trimEnd());
    expect((await raw({ ...query, resumeKey: key!.trimEnd() })).trailers).toEqual({});
  });

  it('may be said to be followed by more when filters leave captures out', async () => {
    const query = { url: page, filter: '=status:200', limit: 2, showResumeKey: true };
    const [, key] = (await text(query)).split('\n\n');
    await expectNothing(await get({ ...query, resumeKey: key!.trimEnd() }));
  });

  it('can be told in pages', async () => {
    const query = { url: 'many.example', matchType: 'host', pageSize: 25 };
    expect(await text({ ...query, showNumPages: true })).toBe('3\n');
    const count = await (await get({ ...query, showNumPages: true, output: 'json' })).json();
    expect(count).toEqual({ pages: 3, pageSize: 25, captures: 60 });
    expect((await text({ ...query, page: 2 })).split('\n')).toHaveLength(11);
    expect((await get({ ...query, page: 3 })).status).toBe(400);
    expect((await get({ ...query, page: Number.MAX_SAFE_INTEGER })).status).toBe(400);
  });
});

describe('nothing found', () => {
  it.each([
    { url: 'http://example.com/none' },
    { url: page, filter: '=status:999' },
    { url: page, offset: 3 },
    { url: page, from: '2015' },
    { url: page, from: '2015', to: '2013' },
    { url: page, closest: '2014', offset: 7 },
    { url: 'http://example.com/none', matchType: 'domain', closest: '2014', sort: 'closest', to: '1999' },
  ])('is 404 with a short text: %j', async (query) => {
    await expectNothing(await get(query));
  });

  it('is 404 in a namespace that is unknown', async () => {
    await expectNothing(await service.client.get('/replay/cdxb/unknown', { url: page }));
  });
});

describe('a request that cannot be answered is 400', () => {
  it.each<Query>([
    {},
    { url: '' },
    { url: page, matchType: 'near' },
    { url: page, sort: 'random' },
    { url: page, closest: '2014x' },
    { url: page, closest: '201401262006240' },
    { url: page, limit: 0 },
    { url: page, limit: -1 },
    { url: page, from: 'yesterday' },
    { url: page, filter: '~status:(' },
    { url: page, filter: 'nothing:1' },
    { url: page, filter: `~url:${'(a{100}){100}'}` },
    { url: page, collapse: 'nothing' },
    { url: page, collapseTime: 15 },
    { url: page, output: 'xml' },
    { url: page, fl: 'urlkey,nothing' },
    { url: page, resumeKey: 'invented' },
    { url: page, page: 0, closest: '2014' },
    { url: page, page: 0, resumeKey: 'AAAA' },
    { url: page, fastLatest: true, closest: '2014' },
    { url: page, offset: 51, closest: '2014' },
    { url: 'urn:isbn:1', matchType: 'host' },
  ])('%j', async (query) => {
    const response = await get(query);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json',
    ]);
    expect(await response.json()).toMatchObject({ status: 400, detail: expect.any(String) });
  });

  it('but parameters nobody knows are passed over', async () => {
    expect(await numbers({ url: page, rows: 10, resolveRevisits: 'true', gzip: 'false' })).toEqual([1, 2, 3]);
  });
});

const first = {
  urlkey: 'com,example)/page',
  timestamp: '20140126200625',
  url: page,
  mime: 'text/html',
  status: '200',
  digest,
  length: '1001',
  offset: '0',
  filename: 'test:00000000-0000-7000-8000-000000000001.warc.gz',
};

function withoutPlace({ urlkey: _key, timestamp: _time, ...rest }: typeof first) {
  return rest;
}

function get(query: Query): Promise<Response> {
  return service.client.get('/replay/cdxb/test', query);
}

async function text(query: Query): Promise<string> {
  return (await get(query)).text();
}

/** Of the captures, in the order given. */
async function numbers(query: Query): Promise<number[]> {
  const response = await get({ ...query, fl: 'filename' });
  const body = await response.text();
  if (response.status === 404) return [];
  return body
    .trimEnd()
    .split('\n')
    .map((line) => Number(/(\d+)\.warc\.gz$/.exec(line)![1]));
}

async function expectNothing(response: Response): Promise<void> {
  expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(await response.text()).toBe('No captures found.\n');
}

async function oldRequest(head: string): Promise<string> {
  const { url, authorization } = service.client;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${head}\r\nAuthorization: ${authorization}\r\n\r\n`);
  return textOf(socket);
}

function raw(query: Query, headers: Record<string, string> = {}) {
  const { url, authorization } = service.client;
  const path = `${url}/replay/cdxb/test?${new URLSearchParams(query as Record<string, string>)}`;
  return new Promise<{
    headers: NodeJS.Dict<string | string[]>;
    trailers: NodeJS.Dict<string>;
    body: Buffer;
  }>((resolve, reject) => {
    httpRequest(path, { headers: { authorization, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ headers: response.headers, trailers: response.trailers, body: Buffer.concat(chunks) }),
      );
    })
      .on('error', reject)
      .end();
  });
}
