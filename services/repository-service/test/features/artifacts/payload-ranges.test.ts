// GET /artifacts/{uuid}/payload: range and conditional requests.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type TestService } from '../../service.ts';
import { type Answer, ask, readProblem } from './ask.ts';
import { hashSha256, makeNoise, plainHead, store } from './captures.ts';

const lastModified = 'Thu, 09 Jan 2014 20:55:24 GMT';
const head = `${plainHead}\r\nLast-Modified: ${lastModified}`;
const small = makeNoise(1_000, 'small');
// Larger than the prefix that the service verifies before it sends the first byte.
const large = makeNoise(3_000_000, 'large');
const etag = (bytes: Buffer) => `"${hashSha256(bytes)}"`;
let service: TestService;
let uuids: { small: string; large: string; empty: string; chunked: string };

beforeAll(async () => {
  service = await startTestService();
  const chunks = Buffer.concat([Buffer.from('3e8\r\n'), small, Buffer.from('\r\n0\r\n\r\n')]);
  const [a, b, c, d] = await store(service.client, [
    { url: 'http://a/small', head, body: small },
    { url: 'http://a/large', head, body: large },
    { url: 'http://a/empty', head },
    { url: 'http://a/chunked', head: `${head}\r\nTransfer-Encoding: chunked`, body: chunks },
  ]);
  uuids = { small: a!, large: b!, empty: c!, chunked: d! };
});

const get = (which: keyof typeof uuids, headers: Record<string, string>, method = 'GET') =>
  ask(service.client, `/artifacts/${uuids[which]}/payload`, { headers, method });

function expectPart(answer: Answer, whole: Buffer, start: number, end: number): void {
  expect({ status: answer.status, range: answer.headers['content-range'] }).toEqual({
    status: 206,
    range: `bytes ${start}-${end}/${whole.length}`,
  });
  expect(answer.headers['content-length']).toBe(String(end - start + 1));
  expect(answer.body.equals(whole.subarray(start, end + 1))).toBe(true);
  expect(answer.headers).toMatchObject({
    etag: etag(whole),
    'last-modified': lastModified,
    'content-type': 'text/html',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
  });
}

describe('a range', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=999-999', 999, 999],
    ['bytes=500-', 500, 999],
    ['bytes=0-', 0, 999],
    ['bytes=-1', 999, 999],
    ['bytes=-300', 700, 999],
    ['bytes=-5000', 0, 999],
    ['bytes=900-5000', 900, 999],
    ['bytes= 10-20', 10, 20],
  ])('%s of 1,000 bytes', async (range, start, end) => {
    expectPart(await get('small', { range }), small, start, end);
    expectPart(await get('chunked', { range }), small, start, end);
  });

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=1500000-1600000', 1_500_000, 1_600_000],
    ['bytes=2999999-', 2_999_999, 2_999_999],
    ['bytes=-2000000', 1_000_000, 2_999_999],
    ['bytes=262143-262144', 262_143, 262_144],
  ])('%s of 3,000,000 bytes', async (range, start, end) => {
    expectPart(await get('large', { range }), large, start, end);
  });

  it.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0'])('%s that lies outside is 416', async (range) => {
    const answer = await get('small', { range });
    expect([answer.status, readProblem(answer).status]).toEqual([416, 416]);
    expect(answer.headers['content-range']).toBe('bytes */1000');
    expect(answer.headers).not.toHaveProperty('etag');
  });

  it('of nothing is 416', async () => {
    const answer = await get('empty', { range: 'bytes=0-' });
    expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */0']);
  });

  it.each([
    'bytes=',
    'bytes=a-b',
    'bytes=5',
    'bytes=20-10',
    'bytes=--5',
    'lines=1-2',
    'bytes',
    'bytes=0x1-5',
    'bytes=1.5-3',
    'bytes=1e2-',
  ])('%s that is none is ignored', async (range) => {
    const { status, body } = await get('small', { range });
    expect({ status, length: body.length }).toEqual({ status: 200, length: 1_000 });
  });

  it('is not given by numbers beyond all counting', async () => {
    const answer = await get('small', { range: `bytes=${'9'.repeat(400)}-` });
    expect(answer.status).toBe(416);
  });

  it('that is one of many is answered with the whole', async () => {
    const { status, body } = await get('small', { range: 'bytes=0-1,5-6,100-' });
    expect(status).toBe(200);
    expect(body.equals(small)).toBe(true);
  });

  it('means nothing to HEAD', async () => {
    const { status, headers, body } = await get('large', { range: 'bytes=10-19' }, 'HEAD');
    expect([status, headers['content-length'], body.length]).toEqual([200, '3000000', 0]);
  });

  it('does not matter when the content is withheld', async () => {
    const { status, headers } = await ask(service.client, `/artifacts/${uuids.small}/payload`, {
      query: { includeContent: 'NEVER' },
      headers: { range: 'bytes=0-9' },
    });
    expect([status, headers['content-length'], headers['x-lockss-content-length']]).toEqual([
      200,
      '0',
      '1000',
    ]);
  });
});

describe('If-Range', () => {
  const range = 'bytes=0-9';
  it.each([
    ['the entity tag', etag(small), 206],
    ['another entity tag', etag(large), 200],
    ['a weak entity tag', `W/${etag(small)}`, 200],
    ['the date', lastModified, 206],
    ['a later date', 'Fri, 10 Jan 2014 20:55:24 GMT', 200],
    ['no date', 'soon', 200],
  ])('with %s', async (_name, ifRange, status) => {
    const answer = await get('small', { range, 'if-range': ifRange });
    expect({ status: answer.status, length: answer.body.length }).toEqual({
      status,
      length: status === 206 ? 10 : 1_000,
    });
  });

  it('goes before a range that lies outside', async () => {
    const answer = await get('small', { range: 'bytes=5000-', 'if-range': '"other"' });
    expect(answer.status).toBe(200);
  });
});

describe('a condition', () => {
  it.each([
    ['If-None-Match with the tag', { 'if-none-match': etag(small) }, 304],
    ['If-None-Match with the weak tag', { 'if-none-match': `W/${etag(small)}` }, 304],
    ['If-None-Match with a list', { 'if-none-match': `"x", ${etag(small)}` }, 304],
    ['If-None-Match with *', { 'if-none-match': '*' }, 304],
    ['If-None-Match beside no-cache', { 'if-none-match': etag(small), 'cache-control': 'no-cache' }, 304],
    ['If-None-Match with another tag', { 'if-none-match': etag(large) }, 200],
    ['If-Modified-Since of the date', { 'if-modified-since': lastModified }, 304],
    ['If-Modified-Since of an earlier date', { 'if-modified-since': 'Thu, 09 Jan 2014 20:55:23 GMT' }, 200],
    ['If-Modified-Since of what is no date', { 'if-modified-since': '2099' }, 200],
    [
      'a tag that differs, a date that does not',
      { 'if-none-match': '"x"', 'if-modified-since': lastModified },
      200,
    ],
  ])('%s', async (_name, headers, status) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await get('small', headers as Record<string, string>, method);
      expect(answer.status).toBe(status);
      expect(answer.headers.etag).toBe(etag(small));
      if (status === 304) expect(answer.body).toHaveLength(0);
    }
  });

  it.each([
    ['If-Match with the tag', { 'if-match': etag(small) }, 200],
    ['If-Match with another tag', { 'if-match': etag(large) }, 412],
    ['If-Match with the weak tag', { 'if-match': `W/${etag(small)}` }, 412],
    [
      'If-Unmodified-Since of an earlier date',
      { 'if-unmodified-since': 'Thu, 09 Jan 2014 20:55:23 GMT' },
      412,
    ],
    [
      'If-Match beside an earlier date',
      { 'if-match': etag(small), 'if-unmodified-since': 'Thu, 09 Jan 2014 20:55:23 GMT' },
      200,
    ],
    ['If-None-Match with what is no tag', { 'if-none-match': hashSha256(small) }, 400],
    ['If-None-Match with * in a list', { 'if-none-match': `*, ${etag(small)}` }, 400],
  ])('%s', async (_name, headers, status) => {
    const answer = await get('small', headers as Record<string, string>);
    expect(answer.status).toBe(status);
    if (status !== 200) expect(readProblem(answer).status).toBe(status);
  });

  it('that holds goes before a range', async () => {
    const answer = await get('small', { 'if-none-match': etag(small), range: 'bytes=0-9' });
    expect(answer.status).toBe(304);
  });
});
