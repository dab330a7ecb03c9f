// Some old writers declare the digest of the payload as WARC-Block-Digest. Such a record is accepted with a warning.
import { hash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { BLOCK_DIGEST_OF_PAYLOAD } from '../../src/record/block-digester.ts';
import {
  createSeededRandom,
  gzipEach,
  makeHttpBlock,
  makeNoise,
  makePlainRecord,
  makeResponseRecord,
  readInAllModes,
} from '../made-records.ts';

const body = 'the payload';
const large = makeNoise(700_000, createSeededRandom(9));
const chunked = '5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n';
const head = 'Transfer-Encoding: chunked\r\n';
const digest = (algorithm: string, bytes: Uint8Array | string) => `${algorithm}:${hash(algorithm, bytes)}`;

function read(record: Buffer) {
  const { records, damages } = readInAllModes(gzipEach([record]));
  const plain = readInAllModes(record);
  expect(damages).toEqual([]);
  expect(plain.records[0]!.error).toBe(records[0]!.error);
  expect(plain.records[0]!.warnings).toEqual(records[0]!.warnings);
  return records[0]!;
}

describe('A block digest', () => {
  it.each<[string, Buffer]>([
    ['SHA-1', makeResponseRecord('http://a/', body, '', { 'WARC-Block-Digest': digest('sha1', body) })],
    ['SHA-256', makeResponseRecord('http://a/', body, '', { 'WARC-Block-Digest': digest('sha256', body) })],
    ['MD5', makeResponseRecord('http://a/', body, '', { 'WARC-Block-Digest': digest('md5', body) })],
    [
      'SHA-1 of one that is large',
      makeResponseRecord('http://a/', large, '', { 'WARC-Block-Digest': digest('sha1', large) }),
    ],
    [
      'MD5 of one that is large, and the payload digest is the same',
      makeResponseRecord('http://a/', large, '', {
        'WARC-Block-Digest': digest('md5', large),
        'WARC-Payload-Digest': digest('md5', large),
      }),
    ],
    [
      'of nothing, of an answer without a body',
      makeResponseRecord('http://a/', '', '', { 'WARC-Block-Digest': digest('sha1', '') }),
    ],
    [
      'of a chunked body, decoded',
      makeResponseRecord('http://a/', chunked, head, { 'WARC-Block-Digest': digest('sha1', 'hello world') }),
    ],
    [
      'of a chunked body, as it is',
      makeResponseRecord('http://a/', chunked, head, { 'WARC-Block-Digest': digest('sha1', chunked) }),
    ],
  ])("that is the payload's is accepted: %s", (_name, record) => {
    const { error, warnings, member } = read(record);
    expect(error).toBeUndefined();
    expect(warnings).toEqual([BLOCK_DIGEST_OF_PAYLOAD]);
    expect(member).toBeDefined();
  });

  it.each<[string, Buffer]>([
    [
      'of something else',
      makeResponseRecord('http://a/', body, '', { 'WARC-Block-Digest': digest('sha1', 'else') }),
    ],
    [
      'that is the declared payload digest, which does not match either',
      makeResponseRecord('http://a/', body, '', {
        'WARC-Block-Digest': digest('sha1', 'else'),
        'WARC-Payload-Digest': digest('sha1', 'else'),
      }),
    ],
    [
      'of nothing, of an answer with a body',
      makeResponseRecord('http://a/', body, '', { 'WARC-Block-Digest': digest('sha1', '') }),
    ],
    ['of a resource', makePlainRecord('resource', body, { 'WARC-Block-Digest': digest('sha1', 'else') })],
    [
      "of a revisit, that is its original's",
      makePlainRecord('revisit', makeHttpBlock(''), {
        'WARC-Block-Digest': digest('sha1', body),
        'WARC-Payload-Digest': digest('sha1', body),
      }),
    ],
  ])('that the bytes do not prove is an error: %s', (_name, record) => {
    expect(read(record).error).toBe('WARC-Block-Digest does not match the block.');
  });

  it('of a request may be that of its body', () => {
    const message = (text: string) => `POST / HTTP/1.1\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
    const errors = (['x=1', ''] as const).map((text) => {
      const fields = { 'WARC-Block-Digest': digest('sha1', text) };
      return readInAllModes(gzipEach([makePlainRecord('request', message(text), fields)]), {
        companions: 'all',
      }).companions[0]!.error;
    });
    expect(errors).toEqual([undefined, undefined]);
    const wrong = makePlainRecord('request', message('x=1'), { 'WARC-Block-Digest': digest('sha1', 'x=2') });
    const { companions } = readInAllModes(gzipEach([wrong]), { companions: 'all' });
    expect(companions[0]!.error).toContain('WARC-Block-Digest');
  });
});

describe('A record of a type that WARC 1.1 does not name', () => {
  it.each(['screenshot', 'X-Other', 'pageinfo', 'WARCINFO2'])('is a companion, kept as it is: %s', (type) => {
    const record = makePlainRecord(type, 'a block', { 'WARC-Concurrent-To': '<urn:a>' });
    const { companions, records, damages } = readInAllModes(
      gzipEach([record, makeResponseRecord('http://a/', 'x')]),
      {
        companions: 'all',
      },
    );
    expect(damages).toEqual([]);
    expect(records.map(({ error }) => error)).toEqual([undefined]);
    expect(companions).toEqual([
      expect.objectContaining({ type: type.toLowerCase(), concurrentTo: ['<urn:a>'] }),
    ]);
    expect(companions[0]!.member).toEqual(gzipEach([record]));
  });

  it('is passed over by who wants no companions', () => {
    const { records, companions, damages } = readInAllModes(gzipEach([makePlainRecord('screenshot', 'x')]));
    expect([records, companions, damages]).toEqual([[], [], []]);
  });
});
