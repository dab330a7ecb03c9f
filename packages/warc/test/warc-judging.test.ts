// Tests which records a WarcReader accepts, and the errors that it reports for all others.
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  gzipEach,
  makeHttpBlock,
  makePlainRecord,
  makeResponseRecord,
  makeWarcinfoRecord,
  readInAllModes,
} from './made-records.ts';

const A = makeResponseRecord('http://example.org/a', 'one', 'Content-Type: text/html\r\n');
const B = makeResponseRecord('http://example.org/b', 'three');

describe('WarcReader judges records', () => {
  const errorOf = (record: Buffer) => {
    const { records, damages } = readInAllModes(gzipEach([makeWarcinfoRecord(), record, B]));
    expect(damages).toEqual([]);
    expect(records.at(-1)).toMatchObject({ targetUri: 'http://example.org/b' });
    expect(records.at(-1)!.error).toBeUndefined();
    expect(records).toHaveLength(2);
    if (records[0]!.error !== undefined) expect(records[0]!.member).toBeUndefined();
    return records[0]!.error;
  };

  it.each([
    ['no date', makeResponseRecord('http://a/', 'x', '', { 'WARC-Date': '' }), /no WARC-Date/],
    [
      'a bad date',
      makeResponseRecord('http://a/', 'x', '', { 'WARC-Date': '2024-02-30T00:00:00Z' }),
      /not a valid date/,
    ],
    ['no URI', makeResponseRecord('', 'x', ''), /no WARC-Target-URI/],
    ['NUL in the URI', makeResponseRecord('http://a/\0b', 'x', ''), /U\+0000/],
    ['no type', makePlainRecord('', 'x'), /no WARC-Type/],
    ['a type that is no name', makePlainRecord('photo graph', 'x'), /photo graph/],
    ['no HTTP head', makePlainRecord('response', 'hello'), /status line/],
    ['another protocol with an odd status', makePlainRecord('response', 'ICY 20 OK\r\n\r\n'), /status line/],
    ['fields without a status line', makePlainRecord('response', 'A: b\r\n\r\nx'), /status line/],
    [
      'a wrong block digest',
      makeResponseRecord('http://a/', 'x', '', { 'WARC-Block-Digest': `md5:${'0'.repeat(32)}` }),
      /Block/,
    ],
    [
      'a length that is none',
      makeResponseRecord('http://a/', 'x', '', { 'Content-Length': '12x' }),
      /Content-Length/,
    ],
    [
      'a length that is too short',
      makeResponseRecord('http://a/', 'xyz', '', { 'Content-Length': '20' }),
      /Content-Length/,
    ],
  ])('%s is an error', (_name, record, message) => {
    expect(errorOf(record)).toMatch(message);
  });

  it('checks the digest of a block that comes in pieces', () => {
    const digest = (hex: string) =>
      makeResponseRecord('http://a/', 'x', '', { 'WARC-Block-Digest': `md5:${hex}` });
    const right = createHash('md5').update(makeHttpBlock('x')).digest('hex');
    const { records } = readInAllModes(Buffer.concat([digest(right), digest('0'.repeat(32)), B]));
    expect(records.map(({ error }) => error)).toEqual([
      undefined,
      expect.stringContaining('WARC-Block-Digest'),
      undefined,
    ]);
  });

  it.each([
    [
      'lower-case header names',
      Buffer.from(A.toString('latin1').replace(/^[A-Z][\w-]+:/gm, (name) => name.toLowerCase())),
    ],
    ['a version line in lower case', Buffer.from(A.toString('latin1').replace('WARC/', 'wArc/'), 'latin1')],
    ['LF line ends', Buffer.from(makePlainRecord('resource', 'x').toString().replaceAll('\r\n', '\n'))],
    ['a folded line', makeResponseRecord('http://a/', 'x', '', { 'WARC-Record-ID': '<urn:a>\r\n\t<b>' })],
    ['spaces in the URI', makeResponseRecord('http://a/b c d', 'x')],
    [
      'a date with a fraction',
      makeResponseRecord('http://a/', 'x', '', { 'WARC-Date': '2024-02-03T04:05:06.789012Z' }),
    ],
    ['a date of 14 digits', makeResponseRecord('http://a/', 'x', '', { 'WARC-Date': '20240203040506' })],
    ['a date of 12 digits', makeResponseRecord('http://a/', 'x', '', { 'WARC-Date': '202402030405' })],
    ['a status line without reason', makePlainRecord('response', 'HTTP/1.1 200\r\n\r\nx')],
    ['a head without blank line', makePlainRecord('response', 'HTTP/1.1 204 No Content\r\nA: b\r\n')],
    ['an unknown digest', makeResponseRecord('http://a/', 'x', '', { 'WARC-Block-Digest': 'blake3:abcd' })],
    [
      'CR CR LF line ends',
      Buffer.from(makePlainRecord('resource', 'x').toString().replaceAll('\r\n', '\r\r\n')),
    ],
  ])('%s is accepted', (_name, record) => {
    expect(errorOf(record)).toBeUndefined();
  });

  it('strips <> from target URIs but not from record ids, and reads what is not UTF-8 as Latin-1', () => {
    const latin = Buffer.concat([Buffer.from('WARC-Test: '), Buffer.from([0xe9])]).toString('latin1');
    const [record] = readInAllModes(
      makeResponseRecord('<http://a/\xe9>', 'x', '', { 'X-Other': latin }),
    ).records;
    expect(record!.targetUri).toBe('http://a/é');
    expect(record!.recordId).toMatch(/^<urn:.*>$/);
  });

  it('limits headers and HTTP heads', () => {
    const longHeader = makeResponseRecord('http://a/', 'x', '', { 'X-Long': 'y'.repeat(3000) });
    const limits = { maxHeaderBytes: 2000, maxHttpHeadBytes: 2000 };
    const { records, damages } = readInAllModes(Buffer.concat([A, longHeader, B]), limits);
    expect(records.map((record) => record.targetUri)).toEqual([
      'http://example.org/a',
      'http://example.org/b',
    ]);
    expect(damages).toEqual([{ offset: A.length, message: expect.stringContaining('2000'), fatal: false }]);
    const longHead = makePlainRecord('response', makeHttpBlock('x', `X: ${'y'.repeat(3000)}\r\n`));
    const [first, second] = readInAllModes(Buffer.concat([longHead, B]), limits).records;
    expect(first!.error).toMatch(/HTTP head/);
    expect(second!.error).toBeUndefined();
  });

  it('keeps the moment that a date means which is none, where damaged records are kept', () => {
    const late = makeResponseRecord('http://a/', 'x', '', { 'WARC-Date': '2024-02-29T24:00:00Z' });
    expect(errorOf(late)).toBe('WARC-Date is not a valid date.');
    const [kept] = readInAllModes(late, { keepDamaged: true }).records;
    expect(kept).toMatchObject({ damaged: 'WARC-Date is not a valid date.', dateMs: Date.UTC(2024, 2, 1) });
  });

  it('reads fields whose values begin on the next line', () => {
    const folded = Buffer.from(
      A.toString('latin1')
        .replace(/^([A-Z][\w-]+): /gm, (_, name) => `${name}:\r\n ${name === 'WARC-Date' ? '\t\r\n  ' : ''}`)
        .replaceAll('Content-Type:\r\n text/html', 'Content-Type: \n\ttext/html'),
      'latin1',
    );
    expect(folded.toString('latin1')).toContain('WARC-Type:\r\n response\r\n');
    const length = folded.length - folded.indexOf('HTTP/1.1') - 4;
    const whole = Buffer.from(
      folded.toString('latin1').replace(/(Content-Length:\r\n )\d+/, `$1${length}`),
      'latin1',
    );
    for (const input of [Buffer.concat([whole, B]), gzipEach([whole, B])]) {
      const { records, damages } = readInAllModes(input);
      expect(damages).toEqual([]);
      const [{ offset: _o, inputLength: _i, member: _m, blockLength: _b, ...read }, second] = records as [
        (typeof records)[0],
        (typeof records)[0],
      ];
      const [{ offset, inputLength, member, blockLength, ...usual }] = readInAllModes(A).records as [
        (typeof records)[0],
      ];
      expect(read).toEqual({ ...usual, http: { ...usual.http, headLength: length - usual.payload.length } });
      expect(second!.targetUri).toBe('http://example.org/b');
    }
  });
});
