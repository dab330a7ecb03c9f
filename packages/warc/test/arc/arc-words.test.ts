// Tests header lines from early crawls of the Internet Archive, and lines that are not headers. Each line is tested
// uncompressed, in a separate gzip member, and in a member with other records, with and without a filedesc.
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeArcRecord, makeFiledesc } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { gzipEach, makeHttpBlock, readInAllModes } from '../made-records.ts';

const block = makeHttpBlock('what was captured');
const arc = (header: string, length: number | string = block.length) =>
  Buffer.concat([Buffer.from(`${header}${length}\n`, 'latin1'), block, Buffer.from('\n')]);
const good = (name: string) => makeArcRecord(`http://good.test/${name}`, block);
const packings: [string, (parts: Buffer[]) => Buffer][] = [
  ['plain', (parts) => Buffer.concat(parts)],
  ['a gzip member each', gzipEach],
  ['one gzip member', (parts) => gzipSync(Buffer.concat(parts))],
];
const at = (...date: [number, number, number, ...number[]]) => Date.UTC(...date);

const lines: [line: string, url: string, dateMs: number][] = [
  // The IP address is invalid or missing.
  ['https://h.test/10/ None 2016020900 text/html ', 'https://h.test/10/', at(2016, 1, 9)],
  ['http://h.test/ 20160209101112 text/html ', 'http://h.test/', at(2016, 1, 9, 10, 11, 12)],
  ['http://h.test/ - 20160209101112 - ', 'http://h.test/', at(2016, 1, 9, 10, 11, 12)],
  ['http://h.test/ unknown 20160209101112 text/html ', 'http://h.test/', at(2016, 1, 9, 10, 11, 12)],
  // Dates of 10 to 18 digits, some with text after them.
  ['http://h.test/ 1.2.3.4 200011201434 text/html ', 'http://h.test/', at(2000, 10, 20, 14, 34)],
  ['http://h.test/ None 20160211000000jpg text/html ', 'http://h.test/', at(2016, 1, 11)],
  ['http://h.test/ None 201512000000000 text/xml ', 'http://h.test/', at(2015, 11, 1)],
  ['http://h.test/ 1.2.3.4 2000082305410049 image/gif ', 'http://h.test/', at(2000, 7, 23, 5, 41)],
  ['http://h.test/ 1.2.3.4 19991231235958123 a/b ', 'http://h.test/', at(1999, 11, 31, 23, 59, 58, 123)],
  ['http://h.test/ 1.2.3.4 200009180023002953 image/gif ', 'http://h.test/', at(2000, 8, 18, 0, 23)],
  ['http://h.test/ 1.2.3.4 20000000101112 a/b ', 'http://h.test/', at(2000, 0, 1, 10, 11, 12)],
  // The date comes before the IP address.
  ['http://h.test/ 20031219215023 63.241.16.130 text/plain ', 'http://h.test/', at(2003, 11, 19, 21, 50, 23)],
  ['http://h.test/a b 20031219215023 63.241.16.130 - ', 'http://h.test/a b', at(2003, 11, 19, 21, 50, 23)],
  // No media type; an empty media type; a media type of several words; fields of version 2 in a file of version 1.
  ['http://h.test/ 1.2.3.4 20160209101112 ', 'http://h.test/', at(2016, 1, 9, 10, 11, 12)],
  ['http://h.test/ 1.2.3.4 20160209101112  ', 'http://h.test/', at(2016, 1, 9, 10, 11, 12)],
  ['http://h.test/ None 20160209101112 text/html; a=b ', 'http://h.test/', at(2016, 1, 9, 10, 11, 12)],
  [
    'http://h.test/ None 20160209101112 text/html 200 - - 0 x.arc ',
    'http://h.test/',
    at(2016, 1, 9, 10, 11, 12),
  ],
  // Control characters, spaces, and bytes above 127 in the URL.
  [
    'http://h.test/cgi-\rbin/a\tb 1.2.3.4 20070216134117 a/b ',
    'http://h.test/cgi-bin/ab',
    at(2007, 1, 16, 13, 41, 17),
  ],
  [
    'http://h.test/\x0c\x04\x7f! 1.2.3.4 20070216134117 a/b ',
    'http://h.test/%0C%04%7F!',
    at(2007, 1, 16, 13, 41, 17),
  ],
  ['http://h.test/a  b None 20070216134117 a/b ', 'http://h.test/a  b', at(2007, 1, 16, 13, 41, 17)],
  ['http://h.test/\xe9\x1f None 20070216134117 a/b ', 'http://h.test/é%1F', at(2007, 1, 16, 13, 41, 17)],
  [
    "http://JavaScript:W('x') 1.2.3.4 20071008060921 a/b ",
    "http://JavaScript:W('x')",
    at(2007, 9, 8, 6, 9, 21),
  ],
];

describe.each(packings)('an ARC file, %s', (_name, pack) => {
  it.each(lines)('%j is read', (line, url, dateMs) => {
    const { records, damages } = readInAllModes(
      pack([makeFiledesc(), good('1'), arc(line), arc(line), good('2')]),
    );
    expect(damages).toEqual([]);
    expect(records.map(({ targetUri, error }) => error ?? targetUri)).toEqual([
      'http://good.test/1',
      url,
      url,
      'http://good.test/2',
    ]);
    expect(records[1]).toMatchObject({
      dateMs,
      warnings: [],
      http: { status: 200 },
      payload: { length: 17 },
    });
  });

  it.each(lines)('%j begins a file without a filedesc', (line, url, dateMs) => {
    const { records, damages } = readInAllModes(pack([arc(line), good('2')]));
    expect(damages).toEqual([]);
    expect(records.map(({ targetUri }) => targetUri)).toEqual([url, 'http://good.test/2']);
    expect(records[0]).toMatchObject({ dateMs, offset: 0, http: { status: 200 } });
  });

  it.each([
    ['http://h.test/hex 130.237.109.120 a0d1fdddf3165d0447b1f7a285c61c1c9 text/html '],
    ['http://h.test/hex None None text/html '],
    ['http://h.test/hex 1.2.3.4 text/html '],
    ['http://h.test/hex 1.2.3.4 20161309101112 text/html '],
    ['http://h.test/hex 1.2.3.4 1 text/html '],
  ])('%j is an error for its date, with its URL; kept all the same where that is asked for', (line) => {
    const input = pack([makeFiledesc(), good('1'), arc(line), arc(line), good('2')]);
    const { records, damages } = readInAllModes(input);
    expect(damages).toEqual([]);
    expect(records.map(({ error }) => error)).toEqual([
      undefined,
      'WARC-Date is not a valid date.',
      'WARC-Date is not a valid date.',
      undefined,
    ]);
    expect(records[1]).toMatchObject({ targetUri: 'http://h.test/hex', type: 'response' });
    const kept = readInAllModes(input, { keepDamaged: true }).records[1]!;
    expect(kept).toMatchObject({ damaged: 'WARC-Date is not a valid date.', payload: { length: 17 } });
  });

  it.each([
    ['http://h.test/x 1.2.3.4 20160209101112 text/html ', 'abc'],
    ['http://h.test/x None 20160209101112 text/html ', '-2046788874'],
    ['http://h.test/x hex a0d1fdddf3165d04 text/html ', '-1'],
    ['http://h.test/x ', ''],
  ])('%j with the length %j is one error with its URL and offset', (line, length) => {
    const before = [makeFiledesc(), good('1')];
    const input = pack([...before, arc(line, length), good('2')]);
    const { records, damages } = readInAllModes(input);
    expect(records.map(({ targetUri }) => targetUri)).toEqual(['http://good.test/1', 'http://good.test/2']);
    const offset = pack === packings[2]![1] ? 0 : pack(before).length;
    expect(damages).toEqual([
      { offset, url: 'http://h.test/x', message: expect.stringMatching(/ARC record/), fatal: false },
    ]);
  });
});

describe('an ARC record', () => {
  it('says in its WARC header what its line said', () => {
    const line = 'http://h.test/cgi-\rbin/\x0c None 20160211000000jpg text/html ';
    const { records } = readInAllModes(Buffer.concat([makeFiledesc(), arc(line)]));
    const text = gunzipSync(records[0]!.member as Uint8Array).toString('latin1');
    expect(text).toContain('\r\nWARC-Target-URI: http://h.test/cgi-bin/%0C\r\n');
    expect(text).toContain('\r\nWARC-Date: 2016-02-11T00:00:00Z\r\n');
    expect(text).toContain(
      `\r\nX-ARC-Header: ${line.replace('\r', '%0D').replace('\f', '%0C')}${block.length}\r\n`,
    );
    expect(text).not.toContain('WARC-IP-Address');
  });

  it.each([
    'http://h.test/ is where it was\nand nothing else',
    'dns: 1 2 3 4\n',
    'https://h.test/ 1.2.3.4 20160209101112 text/html abc\n',
    'http://h.test/ 1.2.3.4 a0d1fdddf3165d04 text/html 12\n',
    `http://h.test/${'x'.repeat(120_000)} 1.2.3.4 20160209101112 text/html 12\n`,
    'http',
  ])('is nothing that begins like %.40j', (text) => {
    for (const bytes of [Buffer.from(text), gzipSync(text)]) {
      expect(() => readInAllModes(bytes)).toThrow(/not a WARC, ARC or WACZ/);
    }
  });
});
