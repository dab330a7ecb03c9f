// Tests that several readers report the same results as one reader for the whole input. Each reader starts at an offset
// where the previous reader is settled.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { MemberFinder } from '../src/input/member-finder.ts';
import type { WarcSink } from '../src/report/types.ts';
import { WarcReader } from '../src/warc-reader.ts';
import {
  createSeededRandom,
  gzipEach,
  makeNoise,
  makePlainRecord,
  makeResponseRecord,
  makeWarcinfoRecord,
} from './made-records.ts';

const random = createSeededRandom(20261126);

function crawl(): Buffer[] {
  return [
    makeWarcinfoRecord(),
    makeResponseRecord('http://example.org/a', 'some text '.repeat(100)),
    makePlainRecord('request', 'GET / HTTP/1.1\r\n\r\n'),
    makeResponseRecord('http://example.org/b', makeNoise(3000, random)),
    makePlainRecord('resource', makeNoise(50, random)),
  ];
}

/**
 * Reads the input from the offset `from`. Returns the results with their offsets, and whether the reader was settled
 * after each of the input lengths.
 */
function read(input: Buffer, from: number, lengths: readonly number[]) {
  const found: [offset: number, what: string][] = [];
  const sink: WarcSink = {
    record: ({ offset, payload, error }) => found.push([offset, error ?? payload.sha256]),
    companion: ({ offset, type }) => found.push([offset, type]),
    memberChunk() {},
    damage: ({ offset, message }) => found.push([offset, message]),
  };
  const reader = new WarcReader(sink, { companions: 'all' });
  if (from > 0) reader.goOnAt(from);
  let at = 0;
  const settled = lengths.map((length) => {
    reader.write(Buffer.from(input.subarray(at, length)));
    at = length;
    return reader.isSettled;
  });
  reader.write(Buffer.from(input.subarray(at)));
  reader.end();
  return { found, settled };
}

describe('a reader', () => {
  it('is settled between members alone', () => {
    const input = gzipEach(crawl());
    const ends = crawlEnds(input);
    const lengths = Array.from({ length: input.length - 1 }, (_, index) => index + 1);
    const { settled } = read(input, 0, lengths);
    expect(lengths.filter((_, index) => settled[index])).toEqual(ends);
  });

  it('is settled nowhere in what is not gzip, and where a record goes on in another member', () => {
    const [record] = crawl().slice(3);
    const parts = [record!.subarray(0, 900), record!.subarray(900)].map((part) => gzipSync(part));
    const input = Buffer.concat([...parts, gzipSync(record!)]);
    const ends = [parts[0]!.length, parts[0]!.length + parts[1]!.length];
    expect(read(input, 0, ends).settled).toEqual([false, true]);
    const plain = Buffer.concat(crawl());
    expect(read(plain, 0, [crawl()[0]!.length, plain.length]).settled).toEqual([false, false]);
  });

  it('is not settled before it has got past damage', () => {
    const records = crawl().map((record) => gzipSync(record));
    records[1]!.fill(0, 60, 80);
    const [first, second, third] = [1, 2, 3].map((count) => Buffer.concat(records.slice(0, count)).length);
    const { settled } = read(Buffer.concat(records), 0, [first!, second!, third!]);
    expect(settled).toEqual([true, false, true]);
  });

  it('goes on where another one is settled', () => {
    const input = gzipEach([...crawl(), ...crawl()]);
    const whole = read(input, 0, []).found;
    for (const end of crawlEnds(input)) {
      const before = read(input.subarray(0, end), 0, []).found;
      const behind = read(input.subarray(end), end, []).found;
      expect([...before, ...behind]).toEqual(whole);
    }
  });

  it('goes on further on when it is settled', () => {
    const input = gzipEach(crawl());
    const [end] = crawlEnds(input);
    const found: number[] = [];
    const reader = new WarcReader({
      record: ({ offset }) => found.push(offset),
      memberChunk() {},
      damage() {},
    });
    reader.write(Buffer.from(input));
    reader.goOnAt(1_000_000);
    reader.write(Buffer.from(input.subarray(end)));
    reader.end();
    const offsets = found.slice(0, found.length / 2);
    expect(found.slice(offsets.length)).toEqual(offsets.map((offset) => offset - end! + 1_000_000));
  });
});

describe('the finder', () => {
  const member = gzipSync(crawl()[1]!);

  it('finds the first member of a WARC record', () => {
    const finder = new MemberFinder();
    const other = gzipSync('no record');
    const before = Buffer.concat([noiseBytes(500), other, Buffer.from([0x1f, 0x8b, 0x08, 0, 1, 2, 3])]);
    expect(finder.find(Buffer.concat([before, member, member]))).toBe(before.length);
    expect(finder.find(member)).toBe(0);
    expect(finder.find(Buffer.concat([before, member.subarray(0, 12)]))).toBe(-1);
    expect(finder.find(Buffer.alloc(0))).toBe(-1);
    finder.close();
  });

  it('gives up where many places are tried for nothing, whatever comes then', () => {
    const finder = new MemberFinder();
    expect(finder.find(Buffer.alloc(30_000, Buffer.from([0x1f, 0x8b, 0x08])))).toBe(-1);
    expect(finder.find(member)).toBe(-1);
    finder.close();
  });
});

/** Returns the end offsets of all gzip members except the last. */
function crawlEnds(input: Buffer): number[] {
  const offsets = new Set(read(input, 0, []).found.map(([offset]) => offset));
  return [...offsets].filter((offset) => offset > 0);
}

function noiseBytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => 32 + Math.floor(random() * 90)));
}
