// Tests archives inside other archives: packages of WACZ files, and gzip inside gzip.
import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { makeZip, makeZstdFrame, type ZipPart } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { NotAWarcError } from '../src/report/not-a-warc.ts';
import { WarcReader } from '../src/warc-reader.ts';
import {
  createSeededRandom,
  gzipEach,
  makeNoise,
  makeResponseRecord,
  readInAllModes,
  readWarc,
} from './made-records.ts';

const page = (name: string, length = 600) =>
  makeResponseRecord(
    `http://example.org/${name}`,
    makeNoise(length, createSeededRandom(name.length * 13 + length)),
  );
const urls = (found: readonly { targetUri: string; error?: string }[]) =>
  found.filter(({ error }) => error === undefined).map(({ targetUri }) => targetUri.slice(19));
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const waczOf = (names: readonly string[], how: Partial<ZipPart> = {}) =>
  makeZip([
    { name: 'archive/data.warc.gz', content: gzipEach(names.map((name) => page(name))), ...how },
    { name: 'pages/pages.jsonl', content: Buffer.from('{}\n'.repeat(50)), deflated: true },
  ]).bytes;

describe('A package of WACZ files', () => {
  const one = waczOf(['a', 'bb']);
  const two = waczOf(['ccc', 'dddd'], { descriptor: 'short' });

  it.each<[string, Partial<ZipPart>, string]>([
    ['stored', {}, ''],
    ['stored in a folder', {}, 'files/'],
    ['stored, with a descriptor behind', { descriptor: 'long' }, ''],
    ['deflated', { deflated: true }, ''],
  ])('is read one level deep: %s', (_name, how, folder) => {
    const { bytes, offsets } = makeZip([
      { name: 'datapackage.json', content: json({ profile: 'multi-wacz-package', resources: [] }) },
      { name: `${folder}one.wacz`, content: one, ...how },
      { name: `${folder}two.WACZ`, content: two, ...how },
    ]);
    const { records, damages } = readInAllModes(bytes);
    expect(damages).toEqual([]);
    expect(urls(records)).toEqual(['a', 'bb', 'ccc', 'dddd']);
    if (how.deflated) return;
    const lead = 30 + 'archive/data.warc.gz'.length;
    expect(records[0]!.offset).toBe(offsets[1]! + lead);
    expect(records[2]!.offset).toBe(offsets[2]! + lead);
  });

  it('is not read deeper, and says so', () => {
    const deeper = makeZip([{ name: 'one.wacz', content: one }]).bytes;
    const { records, damages } = readInAllModes(
      makeZip([
        { name: 'deeper.wacz', content: deeper },
        { name: 'two.wacz', content: two },
      ]).bytes,
    );
    expect(urls(records)).toEqual(['ccc', 'dddd']);
    expect(damages).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(/"one.wacz": .*one level deep/),
        fatal: false,
      }),
    ]);
    const alone = makeZip([{ name: 'deeper.wacz', content: deeper }]).bytes;
    expect(() => readWarc(alone, 4096)).toThrow(NotAWarcError);
    expect(() => readWarc(alone, 4096)).toThrow(/one level deep/);
  });

  it('may have one that is none', () => {
    for (const bad of [Buffer.from('none'), Buffer.alloc(0), gzipSync(page('x')), makeZip([]).bytes]) {
      const { records, damages } = readInAllModes(
        makeZip([
          { name: 'bad.wacz', content: bad },
          { name: 'two.wacz', content: two },
        ]).bytes,
      );
      expect(urls(records)).toEqual(['ccc', 'dddd']);
      expect(damages).toEqual([
        expect.objectContaining({ message: expect.stringContaining('"bad.wacz": '), fatal: false }),
      ]);
    }
  });

  it('may be cut or damaged in one of them', () => {
    const { bytes, offsets } = makeZip([
      { name: 'one.wacz', content: one },
      { name: 'two.wacz', content: two },
    ]);
    expect(urls(readInAllModes(bytes.subarray(0, offsets[1]! + 900)).records).slice(0, 2)).toEqual([
      'a',
      'bb',
    ]);
    bytes[offsets[0]! + 200]! ^= 0xff;
    expect(urls(readInAllModes(bytes).records)).toEqual(['bb', 'ccc', 'dddd']);
  });
});

describe('What datapackage.json says of the files', () => {
  const content = gzipEach([page('a'), page('bb')]);
  const pages = Buffer.from('{"format":"json-pages-1.0"}\n');
  const sha256 = (bytes: Uint8Array) => `sha256:${hash('sha256', bytes)}`;
  const warcAt = { path: 'archive/data.warc.gz', hash: sha256(content), bytes: content.length };
  const pagesAt = { path: 'pages/pages.jsonl', hash: sha256(pages), bytes: pages.length };

  function warningsOf(parts: readonly ZipPart[]): string[] {
    const warnings: string[] = [];
    let records = 0;
    const reader = new WarcReader({
      record: () => records++,
      memberChunk: () => {},
      damage: ({ message }) => warnings.push(`damage: ${message}`),
      warning: (message) => warnings.push(message),
    });
    reader.write(makeZip(parts).bytes);
    reader.end();
    expect(records).toBeGreaterThan(0);
    return warnings;
  }

  const withDescription = (description: unknown, how: Partial<ZipPart> = {}, isFirst = false): ZipPart[] => {
    const described = { name: 'datapackage.json', content: json(description), ...how };
    const files = [
      { name: 'archive/data.warc.gz', content },
      { name: 'pages/pages.jsonl', content: pages, deflated: true },
    ];
    return isFirst ? [described, ...files] : [...files, described];
  };

  it.each<[string, unknown]>([
    ['is right', { resources: [warcAt, pagesAt] }],
    ['has no hashes', { resources: [{ path: warcAt.path }] }],
    ['has empty hashes', { resources: [{ ...warcAt, hash: '' }] }],
    [
      'has hashes in capitals, without a label',
      { resources: [{ ...warcAt, hash: hash('sha256', content).toUpperCase() }] },
    ],
    ['names what is elsewhere', { resources: [{ path: 'https://a.example/x.wacz', hash: 'sha256:00' }] }],
    ['says nothing', {}],
    ['is odd', { resources: [null, 1, { path: 3 }, [], { hash: 'sha256:1' }] }],
  ])('is not warned of where it %s', (_name, description) => {
    expect(warningsOf(withDescription(description))).toEqual([]);
  });

  const wrong = { ...warcAt, hash: sha256(pages) };
  it.each<[string, ZipPart[], string[]]>([
    [
      'a wrong hash of a WARC',
      withDescription({ resources: [wrong, pagesAt] }),
      ['The SHA-256 of "archive/data.warc.gz" does not match datapackage.json.'],
    ],
    [
      'a wrong hash in one that comes first, and is deflated',
      withDescription({ resources: [wrong, pagesAt] }, { deflated: true, descriptor: 'short' }, true),
      ['The SHA-256 of "archive/data.warc.gz" does not match datapackage.json.'],
    ],
    [
      'a wrong hash of a file that is passed over',
      withDescription({ resources: [warcAt, { ...pagesAt, hash: warcAt.hash }] }),
      ['The SHA-256 of "pages/pages.jsonl" does not match datapackage.json.'],
    ],
    [
      'a wrong length',
      withDescription({ resources: [{ ...warcAt, bytes: 3 }] }),
      ['The length of "archive/data.warc.gz" does not match datapackage.json.'],
    ],
    [
      'a hash that is not of SHA-256',
      withDescription({ resources: [{ ...warcAt, hash: 'md5:d41d8cd98f00b204e9800998ecf8427e' }] }),
      [expect.stringMatching(/^"archive\/data.warc.gz" was not checked: .*md5/) as unknown as string],
    ],
    [
      'no JSON',
      [...withDescription({}).slice(0, 2), { name: 'datapackage.json', content: Buffer.from('{') }],
      ['datapackage.json cannot be read: nothing was checked against it.'],
    ],
    [
      'a digest of the description that is wrong',
      [
        ...withDescription({ resources: [warcAt] }),
        { name: 'datapackage-digest.json', content: json({ path: 'datapackage.json', hash: sha256(pages) }) },
      ],
      ['The SHA-256 of "datapackage.json" does not match datapackage-digest.json.'],
    ],
    [
      'a wrong hash in a package within',
      [{ name: 'x.wacz', content: makeZip(withDescription({ resources: [wrong] })).bytes }],
      ['"x.wacz": The SHA-256 of "archive/data.warc.gz" does not match datapackage.json.'],
    ],
  ])('is warned of: %s', (_name, parts, expected) => {
    expect(warningsOf(parts)).toEqual(expected);
  });

  it('is warned of in few sentences, however much is wrong', () => {
    const resources = Array.from({ length: 500 }, () => wrong);
    const warnings = warningsOf(withDescription({ resources }));
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe('480 more files do not match it.');
  });
});

describe('What is compressed once more', () => {
  const small = gzipEach([page('a'), page('bb')]);
  const large = gzipEach(Array.from({ length: 12 }, (_, i) => page(`x${i}`, 30_000)));

  it.each<[string, Buffer]>([
    ['a small .warc.gz in gzip', gzipSync(small)],
    ['a large .warc.gz in gzip', gzipSync(large)],
    ['one that is stored in gzip', gzipSync(large, { level: 0 })],
    ['one in gzip three times', gzipSync(gzipSync(large))],
    [
      'one in gzip, as two members',
      Buffer.concat([gzipSync(large.subarray(0, 9000)), gzipSync(large.subarray(9000))]),
    ],
    ['one behind an empty member', Buffer.concat([gzipSync(Buffer.alloc(0)), gzipSync(small)])],
    ['zstandard in gzip', gzipSync(makeZstdFrame(page('a')))],
    ['a WACZ in gzip', gzipSync(waczOf(['a', 'bb']))],
    ['gzip in zstandard', makeZstdFrame(small)],
    ['a large .warc.gz in zstandard', makeZstdFrame(large)],
  ])('is no archive: %s', (_name, bytes) => {
    for (const chunkBytes of [1, 211, 65_536, 10_000_000]) {
      expect(() => readWarc(bytes, chunkBytes)).toThrow(NotAWarcError);
      expect(() => readWarc(bytes, chunkBytes)).toThrow(/once more|is a zip archive/);
    }
  });

  it('costs its entry in a WACZ', () => {
    const { records, damages } = readInAllModes(
      makeZip([
        { name: 'archive/twice.warc.gz', content: gzipSync(large) },
        { name: 'archive/once.warc.gz', content: small },
      ]).bytes,
    );
    expect(urls(records)).toEqual(['a', 'bb']);
    expect(damages).toEqual([expect.objectContaining({ message: expect.stringContaining('once more') })]);
  });
});
