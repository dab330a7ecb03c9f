// Tests padding between records: empty gzip members, zeros, line ends.
import { gzipSync } from 'node:zlib';
import { makeZip, makeZstdFrame } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import {
  createSeededRandom,
  makeNoise,
  makeResponseRecord,
  makeWarcinfoRecord,
  readInAllModes,
  readWarc,
} from '../made-records.ts';

const page = (name: string, length = 600) =>
  makeResponseRecord(
    `http://example.org/${name}`,
    makeNoise(length, createSeededRandom(name.length * 13 + length)),
  );
const urls = (found: readonly { targetUri: string; error?: string }[]) =>
  found.filter(({ error }) => error === undefined).map(({ targetUri }) => targetUri.slice(19));

describe('What lies between records', () => {
  const empty = gzipSync(Buffer.alloc(0));
  const names = ['a', 'bb', 'ccc'];
  const members = names.map((name) => gzipSync(page(name)));
  const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(3)]);

  it.each<[string, Buffer]>([
    [
      'empty members first, between and last',
      Buffer.concat([empty, ...members.flatMap((one) => [one, empty, empty])]),
    ],
    ['an empty member that is stored', Buffer.concat([gzipSync(Buffer.alloc(0), { level: 0 }), ...members])],
    ['members of zeros', Buffer.concat(members.flatMap((one) => [gzipSync(Buffer.alloc(700)), one]))],
    [
      'members of line ends',
      Buffer.concat(members.flatMap((one) => [gzipSync(Buffer.from('\r\n\r\n')), one])),
    ],
    [
      'a zero behind each record, in its member',
      Buffer.concat(names.map((name) => gzipSync(padded(page(name))))),
    ],
    ['zeros between members', Buffer.concat(members.map(padded))],
    [
      'zeros between the records of one member',
      gzipSync(Buffer.concat(names.map((name) => padded(page(name))))),
    ],
    ['zeros between records that are not compressed', Buffer.concat(names.map((name) => padded(page(name))))],
    [
      'zeros and line ends behind records',
      Buffer.concat(names.map((name) => Buffer.concat([padded(page(name)), Buffer.from('\r\n\0\0\r\n')]))),
    ],
    ['zeros in frames of zstandard', Buffer.concat(names.map((name) => makeZstdFrame(padded(page(name)))))],
    [
      'empty frames of zstandard',
      Buffer.concat([makeZstdFrame(Buffer.alloc(0)), ...names.map((name) => makeZstdFrame(page(name)))]),
    ],
    [
      'empty members in a WACZ',
      makeZip([{ name: 'archive/x.warc.gz', content: Buffer.concat([empty, ...members]) }]).bytes,
    ],
    ['zeros around a warcinfo', Buffer.concat([gzipSync(padded(makeWarcinfoRecord())), ...members])],
  ])('is nothing to speak of: %s', (_name, bytes) => {
    const { records, damages } = readInAllModes(bytes);
    expect(damages).toEqual([]);
    expect(urls(records)).toEqual(names);
    expect(records.flatMap(({ warnings }) => warnings)).toEqual([]);
  });

  it('is an archive only with a record', () => {
    for (const bytes of [empty, gzipSync(Buffer.alloc(9)), Buffer.concat([empty, empty])])
      expect(() => readWarc(bytes, 4096)).toThrow(/contains no record|does not begin/);
  });

  it('does not hide that a length is wrong', () => {
    const zeros = makeResponseRecord('http://example.org/zeros', Buffer.alloc(500));
    const short = Buffer.from(
      zeros.toString('latin1').replace(/Content-Length: (\d+)\r\n\r\nHTTP/, (_all, length) => {
        return `Content-Length: ${Number(length) - 100}\r\n\r\nHTTP`;
      }),
      'latin1',
    );
    expect(short.length).toBe(zeros.length);
    for (const bytes of [Buffer.concat([short, page('a')]), Buffer.concat([gzipSync(short), members[0]!])]) {
      const { records } = readInAllModes(bytes);
      expect(records.map(({ error }) => error)).toEqual([
        expect.stringContaining('Content-Length is wrong'),
        undefined,
      ]);
    }
  });

  it('is damage where it is something else', () => {
    const { damages } = readInAllModes(
      Buffer.concat([gzipSync(Buffer.concat([page('a'), Buffer.from('\0\0x')])), members[1]!]),
    );
    expect(damages).toHaveLength(1);
  });
});
