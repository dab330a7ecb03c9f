// Tests the reports of companion records (request, metadata, warcinfo …), which the reader omits by default.
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { MAX_REQUEST_BYTES_READ } from '../../src/request/canonical-request.ts';
import {
  createSeededRandom,
  gzipEach,
  makeNoise,
  makePlainRecord,
  makeResponseRecord,
  readInAllModes,
  readWarc,
} from '../made-records.ts';

const post = 'POST /form HTTP/1.1\r\nContent-Length: 3\r\n\r\na=1';
const request = (fields = {}) => makePlainRecord('request', post, { 'WARC-Record-ID': '<urn:r>', ...fields });
const metadata = makePlainRecord('metadata', 'seed: true', {
  'WARC-Concurrent-To': '<urn:a>',
  'WARC-Record-ID': '<urn:m>',
});
const wrongDigest = { 'WARC-Block-Digest': 'sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };

describe('a reader that is asked for companions', () => {
  it('reports each with what its header says of others, and its member as it came', () => {
    const links = `<urn:one>\r\nWARC-Concurrent-To: <urn:two>`;
    const records = [
      makePlainRecord('warcinfo', 'software: x', { 'WARC-Record-ID': '<urn:w>' }),
      request({ 'WARC-Concurrent-To': links, 'WARC-Warcinfo-ID': '<urn:w>' }),
      makeResponseRecord('http://a/', 'page', '', {
        'WARC-Concurrent-To': '<urn:r>',
        'WARC-Warcinfo-ID': '<urn:w>',
      }),
      makePlainRecord('conversion', 'text', { 'WARC-Refers-To': '<urn:a>' }),
      makePlainRecord('continuation', 'rest', { 'WARC-Segment-Origin-ID': '<urn:a>' }),
    ];
    const {
      records: captures,
      companions,
      damages,
    } = readInAllModes(gzipEach(records), { companions: 'all' });
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
    const records = [request(), makeResponseRecord('http://a/', 'page'), metadata];
    const { companions } = readInAllModes(pack(records), { companions: 'all' });
    const members = companions.map(({ member }) => gunzipSync(member as Uint8Array));
    expect(members).toEqual([records[0], records[2]]);
  });

  it('streams those that are too large to be held', () => {
    const large = makePlainRecord('metadata', makeNoise(300_000, createSeededRandom(1)), {
      'WARC-Record-ID': '<urn:l>',
    });
    const file = gzipEach([large, makeResponseRecord('http://a/', 'page')]);
    const options = { companions: 'all', inlineLimitBytes: 10_000 } as const;
    const { companions, streamed, records } = readWarc(file, 4096, options);
    expect(companions).toMatchObject([{ member: { streamed: gzipSync(large).length } }]);
    expect(streamed).toEqual([gzipSync(large)]);
    expect(records).toHaveLength(1);
  });

  it('holds no more than the beginning of a request', () => {
    const body = Buffer.alloc(MAX_REQUEST_BYTES_READ, 'x');
    const long = makePlainRecord('request', Buffer.concat([Buffer.from('PUT / HTTP/1.1\r\n\r\n'), body]));
    const { companions } = readWarc(gzipEach([long]), 7000, { companions: 'all' });
    expect(companions[0]!.blockStart).toHaveLength(MAX_REQUEST_BYTES_READ);
    expect(companions[0]!.blockLength).toBe(MAX_REQUEST_BYTES_READ + 18);
  });

  it('keeps none that is damaged', () => {
    const tooLong = request({ 'Content-Length': '60' });
    const file = gzipEach([request(wrongDigest), tooLong, makeResponseRecord('http://a/', 'page')]);
    const { companions, damages, records } = readInAllModes(file, { companions: 'all' });
    expect(companions).toMatchObject([
      { error: 'WARC-Block-Digest does not match the block.', member: undefined },
    ]);
    expect(damages).toHaveLength(1);
    expect(damages[0]).toMatchObject({ fatal: false });
    expect(records).toMatchObject([{ targetUri: 'http://a/' }]);
  });

  it('of a plain file, says that the length of one is wrong', () => {
    const file = Buffer.concat([
      request({ 'Content-Length': '40' }),
      makeResponseRecord('http://a/', 'page'),
    ]);
    const { companions, damages, records } = readInAllModes(file, { companions: 'all' });
    expect(companions).toMatchObject([{ error: expect.stringContaining('Content-Length is wrong') }]);
    expect(damages).toMatchObject([{ message: expect.stringContaining('request: Content-Length') }]);
    expect(records).toHaveLength(1);
  });
});

describe('a reader that is asked for requests alone', () => {
  it('reports how they begin and nothing else, and does not keep them', () => {
    const file = gzipEach([request(wrongDigest), makeResponseRecord('http://a/', 'page'), metadata]);
    const { companions, records } = readInAllModes(file, { companions: 'requests' });
    expect(companions).toMatchObject([{ type: 'request', blockStart: Buffer.from(post), member: undefined }]);
    expect(companions[0]!.error).toBeUndefined();
    expect(records).toHaveLength(1);
  });
});

it('passes over all of them when it is not asked', () => {
  const { companions, records } = readInAllModes(
    gzipEach([request(), makeResponseRecord('http://a/', 'x'), metadata]),
  );
  expect(companions).toEqual([]);
  expect(records).toHaveLength(1);
});
