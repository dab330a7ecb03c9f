import { gzipSync } from 'node:zlib';
import {
  makeArcRecord,
  makeFiledesc,
  makeZip,
  makeZstdFrame,
  measureRetainedMemory,
  type ZipPart,
} from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { NotAWarcError } from '../../src/report/not-a-warc.ts';
import { WarcReader } from '../../src/warc-reader.ts';
import {
  createSeededRandom,
  gzipEach,
  makeNoise,
  makeResponseRecord,
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

/** Returns a compressible record. */
const text = (name: string) =>
  makeResponseRecord(
    `http://example.org/${name}`,
    makeNoise(45_000, createSeededRandom(name.length)).toString('base64'),
  );

const first = gzipEach(['a', 'bb'].map((name) => page(name)));
const second = gzipEach(['ccc', 'dddd'].map((name) => page(name)));
const lead = gzipSync(page('a')).length;
/**
 * Files that every WACZ contains besides its archives. One of them contains bytes that look like the beginning of a zip
 * entry.
 */
const around = (how: Partial<ZipPart> = {}): ZipPart[] => [
  { name: 'pages/pages.jsonl', content: Buffer.from('{"format":"json-pages-1.0"}\n'.repeat(40)), ...how },
  {
    name: 'indexes/index.cdx.gz',
    content: Buffer.concat([
      makeNoise(900, createSeededRandom(4)),
      Buffer.from('PK\x07\x08PK\x03\x04archive/'),
    ]),
    ...how,
  },
];
const wacz = (how: Partial<ZipPart> = {}) =>
  makeZip([
    ...around(how),
    { name: 'archive/', content: Buffer.alloc(0) },
    { name: 'archive/data-1.warc.gz', content: first, ...how },
    { name: 'archive/data-2.warc.gz', content: second, ...how },
    { name: 'datapackage.json', content: Buffer.from('{}'), ...how },
  ]);
const ALL = ['a', 'bb', 'ccc', 'dddd'];

describe('A WACZ', () => {
  it.each<[string, Partial<ZipPart>]>([
    ['stored, with sizes in front', {}],
    ['stored, with sizes of 8 bytes', { zip64: true }],
    ['stored, with a descriptor behind', { descriptor: 'short' }],
    ['stored, with a descriptor of 8 bytes a size', { descriptor: 'long' }],
  ])('is read where its entries are %s', (_name, how) => {
    const { bytes, offsets } = wacz(how);
    const { records, damages } = readInAllModes(bytes);
    expect(damages).toEqual([]);
    expect(urls(records)).toEqual(ALL);
    expect(records.map(({ offset }) => offset)).toEqual(
      [3, 3, 4, 4].map(
        (entry, index) => offsets[entry]! + (index % 2) * (index < 2 ? lead : gzipSync(page('ccc')).length),
      ),
    );
    // The stored gzip members equal the members of the input.
    expect(bytes.subarray(records[0]!.offset, records[0]!.offset + lead)).toEqual(
      Buffer.from(records[0]!.member as Uint8Array),
    );
  });

  it.each<[string, Partial<ZipPart>]>([
    ['with sizes in front', {}],
    ['with a descriptor behind', { descriptor: 'short' }],
    ['with a descriptor of 8 bytes a size', { descriptor: 'long' }],
    ['with a descriptor that is not signed', { descriptor: 'unsigned' }],
  ])('is read where its entries are deflated, %s', (_name, how) => {
    // The end of an uncompressed entry can be found only by the signature of its descriptor.
    const rest = how.descriptor === 'unsigned' ? {} : how;
    const { bytes, offsets } = makeZip([
      ...around({ deflated: true, ...rest }),
      { name: 'archive/plain.warc', content: Buffer.concat([page('a'), page('bb')]), deflated: true, ...how },
      { name: 'archive/x.warc.gz', content: second, deflated: true, ...how },
    ]);
    const { records, damages } = readInAllModes(bytes);
    expect(damages).toEqual([]);
    expect(urls(records)).toEqual(ALL);
    const entry = (index: number) => offsets[index]! - 30 - (index === 2 ? 18 : 17);
    expect(records.map(({ offset }) => offset)).toEqual([entry(2), entry(2), entry(3), entry(3)]);
    expect(records.map(({ inputLength }) => inputLength)).toEqual([0, 0, 0, 0]);
  });

  it('holds archives of any kind', () => {
    const { bytes } = makeZip([
      {
        name: 'archive/one.arc',
        content: Buffer.concat([
          makeFiledesc(),
          makeArcRecord('http://example.org/a', page('x').subarray(-610)),
        ]),
      },
      { name: 'archive/two', content: makeZstdFrame(page('bb')), descriptor: 'short' },
      { name: 'archive/three.warc', content: page('ccc'), descriptor: 'short' },
      { name: 'archive/four', content: makeZstdFrame(page('dddd')), deflated: true },
    ]);
    const { records } = readInAllModes(bytes);
    expect(records.map(({ targetUri }) => targetUri.slice(19))).toEqual(ALL);
    expect(urls(records)).toEqual(ALL.slice(1));
  });

  it('streams what is too large to be held', () => {
    const { bytes } = makeZip([
      { name: 'archive/x.warc.gz', content: gzipSync(page('large', 200_000)), descriptor: 'long' },
    ]);
    const { streamed, records } = readWarc(bytes, 4096, { inlineLimitBytes: 30_000 });
    expect(urls(records)).toEqual(['large']);
    expect(streamed).toEqual([gzipSync(page('large', 200_000))]);
  });

  it.each<[string, readonly ZipPart[], RegExp]>([
    ['nothing', [], /empty zip archive|without a WARC/],
    ['no archive', around(), /zip archive without a WARC or ARC in a folder archive\/\.$/],
    ['an archive elsewhere', [{ name: 'data.warc.gz', content: first }], /without a WARC/],
    ['something else', [{ name: 'archive/x', content: Buffer.from('<p>') }], /"archive\/x": .* HTML/],
    ['an encrypted archive', [{ name: 'archive/x.warc.gz', content: first, flags: 1 }], /it is encrypted/],
    ['an archive in bzip2', [{ name: 'archive/x.warc.gz', content: first, method: 12 }], /method 12/],
    ['a zip archive', [{ name: 'archive/x.zip', content: wacz().bytes }], /is a zip archive/],
  ])('is no zip archive with %s', (_name, parts, message) => {
    const { bytes } = makeZip(parts);
    for (const chunkBytes of [1, 7, 65_536]) expect(() => readWarc(bytes, chunkBytes)).toThrow(NotAWarcError);
    expect(() => readWarc(bytes, 65_536)).toThrow(message);
  });
});

describe('Damage in a WACZ', () => {
  it('in a record costs that record, at its offset', () => {
    const { bytes, offsets } = wacz({ descriptor: 'short' });
    bytes[offsets[3]! + lead + 300]! ^= 0xff;
    const { records, damages } = readInAllModes(bytes);
    expect(urls(records)).toEqual(['a', 'ccc', 'dddd']);
    expect(damages[0]).toMatchObject({
      offset: offsets[3]! + lead,
      fatal: false,
      url: 'http://example.org/bb',
    });
    expect(damages.every(({ fatal }) => !fatal)).toBe(true);
  });

  it('in a header costs that entry', () => {
    for (const how of [{}, { descriptor: 'short' } as const]) {
      const { bytes, offsets } = wacz(how);
      const header = offsets[3]! - 30 - 'archive/data-1.warc.gz'.length;
      bytes[header]! ^= 0xff;
      const { records, damages } = readInAllModes(bytes);
      expect(urls(records)).toEqual(['ccc', 'dddd']);
      expect(damages).toEqual([
        { offset: header, message: 'No entry of the zip archive begins here.', fatal: false },
      ]);
    }
  });

  it('in a checksum is said', () => {
    const { bytes, offsets } = makeZip([
      { name: 'archive/a.warc', content: page('a'), crc: 1 },
      { name: 'archive/b.warc', content: page('bb'), crc: 1, descriptor: 'short' },
      { name: 'archive/c.warc', content: page('ccc'), crc: 1, deflated: true },
    ]);
    const { records, damages } = readInAllModes(bytes);
    expect(urls(records)).toEqual(['a', 'bb', 'ccc']);
    expect(damages.map(({ message }) => message)).toEqual(
      ['a', 'b', 'c'].map((name) => `"archive/${name}.warc" is damaged: its checksum does not match.`),
    );
    expect(damages.map(({ offset }) => offset)).toEqual(offsets.map((offset) => offset - 44));
  });

  it('in deflated data costs the rest of the entry', () => {
    for (const how of [{}, { descriptor: 'short' } as const]) {
      const content = Buffer.concat([text('a'), text('bb')]);
      const { bytes, offsets } = makeZip([
        { name: 'archive/a.warc', content, deflated: true, ...how },
        { name: 'archive/b.warc.gz', content: second, ...how },
      ]);
      bytes.fill(0xff, offsets[0]! + 80_000, offsets[0]! + 80_050);
      const { records, damages } = readInAllModes(bytes);
      expect(urls(records)).toEqual(['a', 'ccc', 'dddd']);
      expect(damages.length).toBeGreaterThan(0);
      expect(damages.every(({ offset, fatal }) => offset === 0 && !fatal)).toBe(true);
    }
  });

  it('of one entry that is no archive, or is not read, leaves the others', () => {
    for (const bad of [
      { content: Buffer.from('none of them') },
      { content: first, flags: 1 },
      { content: Buffer.alloc(0) },
    ]) {
      const { bytes } = makeZip([
        { name: 'archive/bad', ...bad },
        { name: 'archive/good.warc.gz', content: second },
        { name: 'archive/bad', ...bad },
      ]);
      const { records, damages } = readInAllModes(bytes);
      expect(urls(records)).toEqual(['ccc', 'dddd']);
      expect(damages.map(({ fatal }) => fatal)).toEqual([false, true]);
      expect(damages[0]).toMatchObject({ offset: 0, message: expect.stringContaining('"archive/bad": ') });
    }
  });

  it('is fatal where the file is cut', () => {
    for (const how of [{}, { descriptor: 'long' } as const]) {
      const { bytes, offsets, directoryAt } = wacz(how);
      const inRecord = readInAllModes(bytes.subarray(0, offsets[4]! + 100));
      expect(urls(inRecord.records)).toEqual(['a', 'bb']);
      expect(inRecord.damages).toEqual([expect.objectContaining({ offset: offsets[4], fatal: true })]);
      for (const cut of [directoryAt, offsets[5]! - 20, offsets[5]! + 1]) {
        const { records, damages } = readInAllModes(bytes.subarray(0, cut));
        expect(urls(records)).toEqual(ALL);
        expect(damages).toEqual([
          expect.objectContaining({ message: expect.stringMatching(/^The zip archive ends/), fatal: true }),
        ]);
      }
    }
  });

  it('anywhere is the same whatever the pieces, and never costs what lies in other entries', () => {
    const random = createSeededRandom(21);
    const { bytes, offsets } = wacz({ descriptor: 'short' });
    for (let round = 0; round < 12; round++) {
      const copy = Buffer.from(bytes);
      copy[offsets[3]! + Math.floor(random() * (first.length + 16))]! ^= 1 + Math.floor(random() * 254);
      expect(urls(readInAllModes(copy).records)).toEqual(expect.arrayContaining(['ccc', 'dddd']));
    }
  });
});

it('A bomb in a WACZ is read in bounded parts', () => {
  const inner = gzipSync(makeResponseRecord('http://example.org/bomb', Buffer.alloc(24 * 1024 * 1024)));
  const { bytes } = makeZip([
    { name: 'archive/x.warc.gz', content: Buffer.concat([inner, inner]), deflated: true },
  ]);
  const before = measureRetainedMemory().bufferBytes;
  const lengths: number[] = [];
  const reader = new WarcReader({
    record: ({ payload }) => lengths.push(payload.length),
    memberChunk: () => {},
    damage: () => {},
  });
  let peak = 0;
  for (let isRead = reader.writeSome(bytes); !isRead; isRead = reader.goOn()) {
    peak = Math.max(peak, measureRetainedMemory().bufferBytes - before);
  }
  reader.end();
  expect(lengths).toEqual([24 * 1024 * 1024, 24 * 1024 * 1024]);
  expect(peak).toBeLessThan(16 * 1024 * 1024);
});
