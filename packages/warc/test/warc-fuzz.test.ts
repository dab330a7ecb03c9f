import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { NotAWarcError } from '../src/report/not-a-warc.ts';
import {
  createSeededRandom,
  gzipEach,
  makeNoise,
  makePlainRecord,
  makeResponseRecord,
  makeWarcinfoRecord,
  type ReportedContent,
  readInAllModes,
  readWarc,
  summarizeRecords,
} from './made-records.ts';

const ROUNDS = 200;
const random = createSeededRandom(20240203);
const below = (limit: number) => Math.floor(random() * limit);

function crawl(): Buffer[] {
  const chunked = 'Transfer-Encoding: chunked\r\n';
  return [
    makeWarcinfoRecord(),
    makeResponseRecord(
      'http://example.org/text',
      'some text '.repeat(100 + below(400)),
      'Content-Type: text/plain\r\n',
    ),
    makePlainRecord('request', 'GET / HTTP/1.1\r\n\r\n'),
    makeResponseRecord('http://example.org/noise', makeNoise(1 + below(3000), random)),
    makeResponseRecord('http://example.org/chunked', '5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n', chunked),
    makeResponseRecord('http://example.org/not-chunked', 'hello', chunked),
    makePlainRecord('resource', makeNoise(below(50), random)),
  ];
}

const shapes: Record<string, (records: Buffer[]) => Buffer> = {
  plain: (records) => Buffer.concat(records),
  'gzip per record': gzipEach,
  'gzip over the whole': (records) => gzipSync(Buffer.concat(records)),
  'a mixture': (records) => gzipEach([records[0]!, Buffer.concat(records.slice(1, 4)), ...records.slice(4)]),
};

/** Reads arbitrary input. Only NotAWarcError may be thrown. */
function tryRead(input: Buffer): ReportedContent | undefined {
  try {
    return readWarc(input, 1 + below(5000), { inlineLimitBytes: below(4000) });
  } catch (error) {
    if (error instanceof NotAWarcError) return undefined;
    throw error;
  }
}

function damaged(input: Buffer): Buffer {
  const copy = Buffer.from(input);
  const at = below(copy.length);
  switch (below(6)) {
    case 0:
      copy[at]! ^= 1 << below(8);
      return copy;
    case 1:
      return copy.subarray(0, at);
    case 2:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + below(300))]);
    case 3:
      return Buffer.concat([copy.subarray(0, at), makeNoise(below(300), random), copy.subarray(at)]);
    case 4:
      return Buffer.concat([copy.subarray(0, at), copy.subarray(below(copy.length))]);
    default:
      makeNoise(1 + below(40), random).copy(copy, at);
      return copy;
  }
}

describe.each(Object.keys(shapes))('WarcReader on %s, spoilt at random', (shape) => {
  it('throws nothing but NotAWarcError, and keeps only what can be read again', () => {
    for (let round = 0; round < ROUNDS; round++) {
      const records = crawl();
      let input = shapes[shape]!(records);
      for (let spoils = 1 + below(3); spoils > 0; spoils--) input = input.length > 0 ? damaged(input) : input;
      const result = tryRead(input);
      if (result === undefined) continue;
      expect(result.damages.filter((damage) => damage.fatal).length).toBeLessThanOrEqual(1);
      for (const record of result.records) {
        expect(record.member === undefined).toBe(record.error !== undefined);
        if (record.member instanceof Uint8Array) {
          expect(gunzipSync(record.member).length).toBeGreaterThanOrEqual(record.blockLength);
        }
      }
      for (const member of result.streamed) gunzipSync(member);
    }
  });

  it('reports the same however the input is cut', () => {
    for (let round = 0; round < 10; round++) {
      const whole = shapes[shape]!(crawl());
      const input = round === 0 ? whole : damaged(whole);
      try {
        readInAllModes(input);
      } catch (error) {
        if (!(error instanceof NotAWarcError)) throw error;
      }
    }
  });

  it('gives members that read as the same records', () => {
    const first = readWarc(shapes[shape]!(crawl()), 4096);
    const again = readWarc(Buffer.concat(first.records.map((record) => record.member as Uint8Array)), 4096);
    const payloads = ({ records }: ReportedContent) =>
      records.map(({ payload, targetUri }) => [targetUri, payload]);
    expect(payloads(again)).toEqual(payloads(first));
    const thrice = readWarc(Buffer.concat(again.records.map((record) => record.member as Uint8Array)), 100);
    expect(summarizeRecords(thrice)).toBe(summarizeRecords(again));
  });
});

it('reads noise of any kind in no time', () => {
  for (let round = 0; round < 200; round++) {
    const start = [
      Buffer.from('WARC/1.0\r\n'),
      gzipSync('WARC/1.0\r\n').subarray(0, 18),
      gzipSync(makeWarcinfoRecord()),
    ][below(3)]!;
    tryRead(Buffer.concat([start, makeNoise(below(5000), random)]));
  }
});
