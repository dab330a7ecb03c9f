// Reports of records that do not become artifacts, if the reader is asked for them.
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { REQUEST_BYTES_READ } from '../../src/request/canonical-request.ts';
import { gzipEach, noise, plainRecord, readEveryWay, readWarc, response, seeded } from '../made-records.ts';

const post = 'POST /form HTTP/1.1\r\nContent-Length: 3\r\n\r\na=1';
const request = (fields = {}) => plainRecord('request', post, { 'WARC-Record-ID': '<urn:r>', ...fields });
const metadata = plainRecord('metadata', 'seed: true', {
  'WARC-Concurrent-To': '<urn:a>',
  'WARC-Record-ID': '<urn:m>',
});
const wrongDigest = { 'WARC-Block-Digest': 'sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };

describe('a reader that is asked for companions', () => {
  it('reports each with what its header says of others, and its member as it came', () => {
    const links = `<urn:one>\r\nWARC-Concurrent-To: <urn:two>`;
    const records = [
      plainRecord('warcinfo', 'software: x', { 'WARC-Record-ID': '<urn:w>' }),
      request({ 'WARC-Concurrent-To': links, 'WARC-Warcinfo-ID': '<urn:w>' }),
      response('http://a/', 'page', '', { 'WARC-Concurrent-To': '<urn:r>', 'WARC-Warcinfo-ID': '<urn:w>' }),
      plainRecord('conversion', 'text', { 'WARC-Refers-To': '<urn:a>' }),
      plainRecord('continuation', 'rest', { 'WARC-Segment-Origin-ID': '<urn:a>' }),
    ];
    const { records: captures, companions, damages } = readEveryWay(gzipEach(records), { companions: 'all' });
    expect(damages).toEqual([]);
    expect(captures).toMatchObject([{ concurrentTo: ['<urn:r>'], warcinfoId: '<urn:w>' }]);
    expect(companions).toMatchObject([
      { type: 'warcinfo', recordId: '<urn:w>' },
      { type: 'request', concurrentTo: ['<urn:one>', '<urn:two>'], warcinfoId: '<urn:w>' },
      { type: 'conversion', refersTo: '<urn:a>' },
      { type: 'continuation', refersTo: '<urn:a>' },
    ]);
    const stored = records.filter((_, i) => i !== 2).map((record) => gzipSync(record));
    expect(companions.map(({ member }) => member)).toEqual(stored);
    expect(companions[1]!.blockStart).toEqual(Buffer.from(post));
  });

  it.each([
    ['plain', (records: Buffer[]) => Buffer.concat(records)],
    ['in one gzip member', (records: Buffer[]) => gzipSync(Buffer.concat(records))],
  ])('makes their members where they come %s', (_name, pack) => {
    const records = [request(), response('http://a/', 'page'), metadata];
    const { companions } = readEveryWay(pack(records), { companions: 'all' });
    const members = companions.map(({ member }) => gunzipSync(member as Uint8Array));
    expect(members).toEqual([records[0], records[2]]);
  });

  it('streams those that are too large to be held', () => {
    const large = plainRecord('metadata', noise(300_000, seeded(1)), { 'WARC-Record-ID': '<urn:l>' });
    const file = gzipEach([large, response('http://a/', 'page')]);
    const options = { companions: 'all', inlineLimitBytes: 10_000 } as const;
    const { companions, streamed, records } = readWarc(file, 4096, options);
    expect(companions).toMatchObject([{ member: { streamed: gzipSync(large).length } }]);
    expect(streamed).toEqual([gzipSync(large)]);
    expect(records).toHaveLength(1);
  });

  it('holds no more than the beginning of a request', () => {
    const body = Buffer.alloc(REQUEST_BYTES_READ, 'x');
    const long = plainRecord('request', Buffer.concat([Buffer.from('PUT / HTTP/1.1\r\n\r\n'), body]));
    const { companions } = readWarc(gzipEach([long]), 7000, { companions: 'all' });
    expect(companions[0]!.blockStart).toHaveLength(REQUEST_BYTES_READ);
    expect(companions[0]!.blockLength).toBe(REQUEST_BYTES_READ + 18);
  });

  it('keeps none that is damaged', () => {
    const tooLong = request({ 'Content-Length': '60' });
    const file = gzipEach([request(wrongDigest), tooLong, response('http://a/', 'page')]);
    const { companions, damages, records } = readEveryWay(file, { companions: 'all' });
    expect(companions).toMatchObject([
      { error: 'WARC-Block-Digest does not match the block.', member: undefined },
    ]);
    expect(damages).toHaveLength(1);
    expect(damages[0]).toMatchObject({ fatal: false });
    expect(records).toMatchObject([{ targetUri: 'http://a/' }]);
  });

  it('of a plain file, says that the length of one is wrong', () => {
    const file = Buffer.concat([request({ 'Content-Length': '40' }), response('http://a/', 'page')]);
    const { companions, damages, records } = readEveryWay(file, { companions: 'all' });
    expect(companions).toMatchObject([{ error: expect.stringContaining('Content-Length is wrong') }]);
    expect(damages).toMatchObject([{ message: expect.stringContaining('request: Content-Length') }]);
    expect(records).toHaveLength(1);
  });
});

describe('a reader that is asked for requests alone', () => {
  it('reports how they begin and nothing else, and does not keep them', () => {
    const file = gzipEach([request(wrongDigest), response('http://a/', 'page'), metadata]);
    const { companions, records } = readEveryWay(file, { companions: 'requests' });
    expect(companions).toMatchObject([{ type: 'request', blockStart: Buffer.from(post), member: undefined }]);
    expect(companions[0]!.error).toBeUndefined();
    expect(records).toHaveLength(1);
  });
});

it('passes over all of them when it is not asked', () => {
  const { companions, records } = readEveryWay(gzipEach([request(), response('http://a/', 'x'), metadata]));
  expect(companions).toEqual([]);
  expect(records).toHaveLength(1);
});
