// GET /replay/cdxb over a real socket: output formats and their fields.
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type CdxbRequests, form, page, prepareCdxbRequests } from './cdxb-requests.ts';

let ask: CdxbRequests;

beforeAll(async () => {
  ask = await prepareCdxbRequests();
});

const digest = '3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ';
const lineOf = (number: number, timestamp: string, rest = `${page} text/html 200`) =>
  `com,example)/page ${timestamp} ${rest} ${digest} - - ${1_000 + number} 0 test:00000000-0000-7000-8000-00000000000${number}.warc.gz`;

describe('the form of an answer', () => {
  it.each([{}, { output: 'cdx' }, { output: 'text' }])('is eleven columns with %j', async (query) => {
    const response = await ask.get({ url: page, ...query });
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
    const response = await ask.get({ url: page, output: 'cdxj', limit: 1 });
    expect(response.headers.get('content-type')).toBe('text/x-cdxj; charset=utf-8');
    const [, line, json] = /^(\S+ \S+) (\{.*\})\n$/.exec(await response.text())!;
    expect(line).toBe('com,example)/page 20140126200625');
    expect(JSON.parse(json!)).toEqual(withoutPlace(first));
  });

  it('is an object a line with json, and an array of objects with jsondict', async () => {
    const lines = await ask.get({ url: page, output: 'json', limit: 2 });
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
    const objects = (await lines.text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(objects[0]).toEqual(first);
    expect(objects).toHaveLength(2);
    const array = await ask.get({ url: page, output: 'jsondict', limit: 2 });
    expect(array.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await array.json()).toEqual(objects);
  });

  it('is an array of arrays with jsonarray, the names first', async () => {
    const rows = (await (await ask.get({ url: page, output: 'jsonarray' })).json()) as string[][];
    expect(rows[0]!.slice(0, 5)).toEqual(['urlkey', 'timestamp', 'original', 'mimetype', 'statuscode']);
    expect(rows.map((row) => row.length)).toEqual([11, 11, 11, 11]);
    expect(rows[1]!.join(' ')).toBe(lineOf(1, '20140126200625'));
  });

  it('has the fields of fl in their order, by either name', async () => {
    const fl = 'status,timestamp,original,url,mime,mimetype';
    expect(await ask.text({ url: page, limit: 1, fl })).toBe(
      `200 20140126200625 ${page} ${page} text/html text/html\n`,
    );
    const rows = (await (
      await ask.get({ url: page, limit: 1, fl, output: 'jsonarray' })
    ).json()) as string[][];
    expect(rows[0]).toEqual(fl.split(','));
    const cdxj = await ask.text({ url: page, limit: 1, fl: 'urlkey,original,redirect', output: 'cdxj' });
    expect(cdxj).toBe(`com,example)/page 20140126200625 {"original":"${page}"}\n`);
  });

  it('has no space in a field, and absolute redirects', async () => {
    const lines = (await ask.text({ url: 'example.com/r*' })).trimEnd().split('\n');
    expect(lines.map((line) => line.split(' ').length)).toEqual([11, 11, 11, 11]);
    expect(lines.map((line) => line.split(' ')[6])).toEqual([
      'http://example.com/other%20path?x=1',
      'https://www.example.com/r#here',
      '-',
      '-',
    ]);
    expect(lines[0]!.split(' ').slice(3, 5)).toEqual(['unk', '301']);
    expect(lines[3]!.split(' ').slice(3, 5)).toEqual(['text/plain', '-']);
    const [odd] = (await ask.text({ url: 'example.com/odd*' })).split('\n');
    expect(odd!.split(/\s/u)).toHaveLength(11);
    expect(odd).toContain('http://example.com/odd%20space%C2%A0%E2%80%A8é"<');
  });

  it('has method and body of what was no GET, where JSON is asked for or they are', async () => {
    const query = { url: form, method: 'POST', requestBody: 'a=b c&q=None' };
    const request = { method: 'POST', requestBody: 'a=b c&q=None' };
    const urlkey = 'example,forms)/form?__wb_method=post&a=b%20c&q=none&x=1';
    for (const output of ['json', 'cdxj'])
      expect(JSON.parse((await ask.text({ ...query, output })).replace(/^[^{]*/, ''))).toMatchObject(request);
    expect(await (await ask.get({ ...query, output: 'jsondict' })).json()).toMatchObject([
      { urlkey, ...request },
    ]);
    const fl = 'method,requestBody,urlkey';
    expect(await ask.text({ ...query, fl })).toBe(`POST a=b%20c&q=None ${urlkey}\n`);
    expect(await ask.text({ url: form, fl })).toBe('- - example,forms)/form?x=1\n');
    expect(await ask.text({ url: form, method: 'HEAD', fl, output: 'json' })).toBe(
      '{"method":"HEAD","urlkey":"example,forms)/form?__wb_method=head&x=1"}\n',
    );
    expect((await ask.text(query)).split(' ')).toHaveLength(11);
  });

  it('is compressed for those who ask', async () => {
    const plain = await ask.text({ url: page });
    const { headers, body } = await ask.raw({ url: page }, { 'accept-encoding': 'gzip' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
    expect(gunzipSync(body).toString()).toBe(plain);
    for (const others of [{}, { 'accept-encoding': 'gzip;q=0' }, { 'accept-encoding': '*' }]) {
      const { headers: usual, body: uncompressed } = await ask.raw({ url: page }, others);
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

async function oldRequest(head: string): Promise<string> {
  const { url, authorization } = ask.service.client;
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${head}\r\nAuthorization: ${authorization}\r\n\r\n`);
  return textOf(socket);
}
