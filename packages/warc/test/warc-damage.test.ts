import { gzipSync } from 'node:zlib';
import { measureRetainedMemory } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { NotAWarcError } from '../src/report/not-a-warc.ts';
import type { ImportRecord } from '../src/report/types.ts';
import { WarcReader } from '../src/warc-reader.ts';
import {
  createSeededRandom,
  gzipEach,
  makeNoise,
  makePlainRecord,
  makeResponseRecord,
  makeWarcinfoRecord,
  readInAllModes,
  readWarc,
} from './made-records.ts';

const page = (name: string, length = 2000) =>
  makeResponseRecord(
    `http://example.org/${name}`,
    makeNoise(length, createSeededRandom(name.length * 31 + length)),
  );
const urls = (records: { targetUri: string; error?: string }[]) =>
  records.filter((record) => record.error === undefined).map((record) => record.targetUri.slice(19));

/** Five pages, each in a gzip member. */
const parts = ['a', 'bb', 'ccc', 'dddd', 'eeeee'].map((name) => gzipSync(page(name)));
const input = Buffer.concat(parts);
const startOf = (index: number) => parts.slice(0, index).reduce((sum, part) => sum + part.length, 0);

function corruptByte(offset: number, value?: number): Buffer {
  const copy = Buffer.from(input);
  copy[offset] = value ?? copy[offset]! ^ 0x55;
  return copy;
}

describe('WarcReader crosses damaged gzip members', () => {
  it.each([
    ['in the deflate data', startOf(2) + 700],
    ['in the first bytes of the deflate data', startOf(2) + 10],
    ['in the magic', startOf(2)],
    ['in the header flags', startOf(2) + 3],
    ['in the CRC', startOf(3) - 6],
    ['in the length', startOf(3) - 2],
  ])('%s', (_name, offset) => {
    const { records, damages } = readInAllModes(corruptByte(offset));
    expect(urls(records)).toEqual(['a', 'bb', 'dddd', 'eeeee']);
    expect(damages).toHaveLength(1);
    expect(damages[0]).toMatchObject({ offset: startOf(2), fatal: false });
  });

  it.each([
    ['in the first bytes of its deflate data', corruptByte(10)],
    ['in the flags of its header', corruptByte(3)],
    [
      'in all but its magic',
      Buffer.concat([
        input.subarray(0, 2),
        makeNoise(900, createSeededRandom(3)),
        input.subarray(startOf(1)),
      ]),
    ],
    ['in nothing but its content', Buffer.concat([gzipSync('WARX/1.0'), input.subarray(startOf(1))])],
  ])('may be the very first, damaged %s', (_name, bytes) => {
    const { records, damages } = readInAllModes(bytes);
    expect(urls(records)).toEqual(['bb', 'ccc', 'dddd', 'eeeee']);
    expect(damages).toEqual([expect.objectContaining({ offset: 0, fatal: false })]);
  });

  it('looks for the first record in the first megabyte, and no further', () => {
    const begun = Buffer.concat([parts[0]!.subarray(0, 10), Buffer.alloc(1024 * 1024 - 10)]);
    for (const chunkBytes of [4099, 65_536, 4 * 1024 * 1024]) {
      expect(urls(readWarc(Buffer.concat([begun, input]), chunkBytes).records)).toHaveLength(5);
      const tooFar = Buffer.concat([begun, Buffer.alloc(1), input]);
      expect(() => readWarc(tooFar, chunkBytes)).toThrow(NotAWarcError);
    }
  });

  it('names the record when its header could be read', () => {
    const { damages } = readInAllModes(corruptByte(startOf(3) - 6));
    expect(damages[0]).toMatchObject({
      url: 'http://example.org/ccc',
      recordId: '<urn:uuid:00000000-0000-4000-8000-000000000001>',
    });
  });

  it('finds the next member when bytes are missing or too many', () => {
    const missing = Buffer.concat([input.subarray(0, startOf(2) + 900), input.subarray(startOf(3))]);
    expect(urls(readInAllModes(missing).records)).toEqual(['a', 'bb', 'dddd', 'eeeee']);
    const more = Buffer.concat([
      input.subarray(0, startOf(2)),
      makeNoise(500, createSeededRandom(9)),
      input.subarray(startOf(2)),
    ]);
    expect(urls(readInAllModes(more).records)).toEqual(['a', 'bb', 'ccc', 'dddd', 'eeeee']);
    expect(readInAllModes(more).damages).toHaveLength(1);
  });

  it('is not led astray by what only looks like a member', () => {
    const decoys = [
      gzipSync('no record'),
      gzipSync('WARX'),
      Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0, 255, 255]),
    ];
    const bad = Buffer.concat([
      input.subarray(0, startOf(1)),
      Buffer.from('junk'),
      ...decoys,
      input.subarray(startOf(1)),
    ]);
    expect(urls(readInAllModes(bad).records)).toEqual(['a', 'bb', 'ccc', 'dddd', 'eeeee']);
  });

  it('goes back to a member that lies within what only looked like one', () => {
    // A false gzip header with an extra field of 200 bytes, which overlaps the beginning of a valid member.
    const decoy = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0, 200, 0]);
    const bad = Buffer.concat([input.subarray(0, startOf(1)), decoy, input.subarray(startOf(1))]);
    const { records, damages } = readInAllModes(bad);
    expect(urls(records)).toEqual(['a', 'bb', 'ccc', 'dddd', 'eeeee']);
    expect(damages).toEqual([expect.objectContaining({ offset: startOf(1), fatal: false })]);
  });

  it('says that a cut file ends with damage that is fatal', () => {
    for (const cut of [startOf(3) + 5, startOf(3) + 900, startOf(4) - 1]) {
      const { records, damages } = readInAllModes(input.subarray(0, cut));
      expect(urls(records)).toEqual(['a', 'bb', 'ccc']);
      expect(damages).toEqual([expect.objectContaining({ offset: startOf(3), fatal: true })]);
    }
  });

  it('takes noise behind the last member as fatal damage', () => {
    const { records, damages } = readInAllModes(
      Buffer.concat([input, makeNoise(3000, createSeededRandom(11))]),
    );
    expect(records).toHaveLength(5);
    expect(damages).toEqual([expect.objectContaining({ offset: input.length, fatal: true })]);
  });

  it('reports the records before the damage in a member that holds many', () => {
    const whole = gzipSync(
      Buffer.concat([makeWarcinfoRecord(), page('a', 90_000), page('bb', 90_000), page('ccc', 90_000)]),
    );
    const { records, damages } = readInAllModes(whole.subarray(0, 200_000));
    expect(urls(records)).toEqual(['a', 'bb']);
    expect(damages).toEqual([
      expect.objectContaining({ offset: 0, url: 'http://example.org/ccc', fatal: true }),
    ]);
  });

  it('gives up a large record that is damaged after some of it was streamed', () => {
    const large = gzipSync(page('large', 150_000));
    large[140_000]! ^= 0xff;
    const bad = Buffer.concat([parts[0]!, large, parts[1]!]);
    const { records, damages, streamed } = readWarc(bad, 4096, { inlineLimitBytes: 20_000 });
    expect(urls(records)).toEqual(['a', 'bb']);
    expect(damages).toEqual([expect.objectContaining({ url: 'http://example.org/large', fatal: false })]);
    expect(streamed).toEqual([]);
  });

  it('tells a record cut at the end of its member from one that goes on', () => {
    const cut = gzipSync(page('cut').subarray(0, 1500));
    const { records, damages } = readInAllModes(Buffer.concat([parts[0]!, cut, parts[1]!]));
    expect(urls(records)).toEqual(['a', 'bb']);
    expect(damages).toEqual([
      expect.objectContaining({ offset: parts[0]!.length, url: 'http://example.org/cut', fatal: false }),
    ]);
  });
});

describe('WarcReader crosses damage in plain input', () => {
  const records = ['a', 'bb', 'ccc'].map((name) => page(name));

  it('goes on at the next record after a wrong length', () => {
    const short = Buffer.from(
      records[1]!.toString('latin1').replace(/Content-Length: \d+/, 'Content-Length: 100'),
      'latin1',
    );
    const result = readInAllModes(Buffer.concat([records[0]!, short, records[2]!]));
    expect(urls(result.records)).toEqual(['a', 'ccc']);
    expect(result.records[1]!.error).toMatch(/Content-Length/);
    expect(result.damages).toEqual([]);
  });

  it('goes on after bytes that belong to no record', () => {
    const junk = Buffer.from('some\nWARC/x.y\nWARC/1.0 no\nWARCWARC/1.0\r\n');
    const before = Buffer.concat([records[0]!, junk, Buffer.from('\n')]);
    const result = readInAllModes(Buffer.concat([before, records[1]!]));
    expect(urls(result.records)).toEqual(['a', 'bb']);
    expect(result.records.map(({ offset }) => offset)).toEqual([0, before.length]);
  });

  it('blames a passed-over record for a wrong length of its own', () => {
    const request = makePlainRecord('request', 'GET / HTTP/1.1\r\n\r\n', { 'Content-Length': '3' });
    const result = readInAllModes(Buffer.concat([records[0]!, request, records[1]!]));
    expect(urls(result.records)).toEqual(['a', 'bb']);
    expect(result.damages).toEqual([
      { offset: records[0]!.length, message: expect.stringContaining('request'), fatal: false },
    ]);
  });

  it('says that a cut file ends with damage that is fatal, and names the record', () => {
    const all = Buffer.concat(records);
    const start = records[0]!.length + records[1]!.length;
    const inBlock = readInAllModes(all.subarray(0, start + 1000));
    expect(inBlock.damages).toEqual([
      expect.objectContaining({ offset: start, url: 'http://example.org/ccc', fatal: true }),
    ]);
    const inHeader = readInAllModes(all.subarray(0, start + 30));
    expect(inHeader.damages).toEqual([expect.objectContaining({ offset: start, fatal: true })]);
    expect(urls(inHeader.records)).toEqual(['a', 'bb']);
  });

  it('accepts a last record without its end', () => {
    const all = Buffer.concat(records);
    const result = readInAllModes(all.subarray(0, all.length - 4));
    expect(urls(result.records)).toEqual(['a', 'bb', 'ccc']);
    expect(result.damages).toEqual([]);
  });
});

describe('WarcReader stays small', () => {
  it('on a bomb: a member that inflates to a thousand times its size', () => {
    const bomb = gzipSync(makeResponseRecord('http://example.org/bomb', Buffer.alloc(64 * 1024 * 1024)));
    const before = measureRetainedMemory().bufferBytes;
    let peak = 0;
    const look = () => {
      peak = Math.max(peak, measureRetainedMemory().bufferBytes - before);
    };
    const lengths: number[] = [];
    const sink = {
      record: (record: ImportRecord) => lengths.push(record.payload.length),
      memberChunk: () => {},
      damage: () => {},
    };
    const reader = new WarcReader(sink);
    reader.write(parts[0]!);
    for (let at = 0; at < bomb.length; at += 16_384) {
      reader.write(bomb.subarray(at, at + 16_384));
      look();
    }
    reader.write(parts[1]!);
    reader.end();
    expect(lengths).toEqual([2000, 64 * 1024 * 1024, 2000]);
    expect(peak).toBeLessThan(16 * 1024 * 1024);
  });

  it('on a header that never ends', () => {
    const endless = gzipSync(
      Buffer.concat([Buffer.from('WARC/1.0\r\nX: '), Buffer.alloc(20 * 1024 * 1024, 65)]),
    );
    const { records, damages } = readWarc(Buffer.concat([parts[0]!, endless, parts[1]!]), 65_536);
    expect(urls(records)).toEqual(['a', 'bb']);
    expect(damages).toHaveLength(1);
  });

  it('on members that look damaged over and over', () => {
    // Every 12 bytes, a gzip header declares an extra field of 64 KiB. Searching each of these fields completely would
    // take minutes.
    const header = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0, 255, 255]);
    const hostile = Buffer.concat(Array.from({ length: 100_000 }, () => header));
    const { records, damages } = readWarc(Buffer.concat([parts[0]!, hostile]), 65_536);
    expect(urls(records)).toEqual(['a']);
    expect(damages).toEqual([expect.objectContaining({ fatal: true })]);
  });

  it('on false starts of records', () => {
    const hostile = Buffer.from('\nWARC/x'.repeat(200_000));
    const result = readWarc(Buffer.concat([page('a'), Buffer.from('!'), hostile]), 65_536);
    expect(result.records).toHaveLength(1);
  });
});

it('gives the same whatever the pieces, on gzip and plain, sound and cut', () => {
  const random = createSeededRandom(77);
  const plain = Buffer.concat(['a', 'bb', 'ccc'].map((name) => page(name, 300)));
  for (const whole of [plain, gzipSync(plain), gzipEach([plain, page('dddd', 100)])]) {
    for (let round = 0; round < 12; round++)
      readInAllModes(whole.subarray(0, 30 + Math.floor(random() * whole.length)));
  }
});
