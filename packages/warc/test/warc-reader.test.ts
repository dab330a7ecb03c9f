import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { NotAWarcError } from '../src/report/not-a-warc.ts';
import type { ImportRecord, MemberView } from '../src/report/types.ts';
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

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const sha = (algorithm: string, bytes: Uint8Array | string) =>
  createHash(algorithm).update(bytes).digest('hex');
const A = makeResponseRecord('http://example.org/a', 'one', 'Content-Type: text/html\r\n');
const B = makeResponseRecord('http://example.org/b', 'three');
const REQUEST = makePlainRecord('request', 'GET / HTTP/1.1\r\n\r\n');
const members = (input: Uint8Array) =>
  readInAllModes(input).records.map((record) => record.member as Uint8Array);

describe('WarcReader on gzip per record', () => {
  const parts = [makeWarcinfoRecord(), A, REQUEST, B].map((record) => gzipSync(record));
  const input = Buffer.concat(parts);

  it('reports responses with the offset and length of their members, and passes over the rest', () => {
    const { records, damages } = readInAllModes(input);
    expect(damages).toEqual([]);
    expect(records.map(({ offset, inputLength, targetUri }) => [offset, inputLength, targetUri])).toEqual([
      [parts[0]!.length, parts[1]!.length, 'http://example.org/a'],
      [parts[0]!.length + parts[1]!.length + parts[2]!.length, parts[3]!.length, 'http://example.org/b'],
    ]);
  });

  it('hands the member over as it came, optional gzip header fields included', () => {
    const named = gzipSync(A);
    const extra = Buffer.from([4, 0, 83, 76, 0, 0]);
    const header = Buffer.from(named.subarray(0, 10));
    header[3] = 4 | 8 | 16 | 2;
    const rest = Buffer.concat([
      extra,
      Buffer.from('name\0comment\0'),
      Buffer.from([1, 2]),
      named.subarray(10),
    ]);
    const member = Buffer.concat([header, rest]);
    expect(members(Buffer.concat([parts[0]!, member, parts[3]!])).map(hex)).toEqual([
      hex(member),
      hex(parts[3]!),
    ]);
  });

  it('gives plain data that survives a structured clone', () => {
    const { records } = readWarc(input, 65_536);
    expect(structuredClone(records).map((record) => hex(record.member as Uint8Array))).toEqual(
      records.map((record) => hex(record.member as Uint8Array)),
    );
  });

  it('describes the record', () => {
    const [record] = readInAllModes(input).records;
    expect(record).toMatchObject({
      version: '1.0',
      type: 'response',
      recordId: '<urn:uuid:00000000-0000-4000-8000-000000000001>',
      dateMs: Date.UTC(2024, 1, 3, 4, 5, 6),
      warcContentType: 'application/http; msgtype=response',
      http: { status: 200, reason: 'OK', contentType: 'text/html', headLength: 44 },
      blockLength: 47,
      warnings: [],
    });
    expect(record!.payload).toMatchObject({ length: 3, dechunked: false });
    expect(record!.payload.sha256).toBe(sha('sha256', 'one'));
    expect(record!.payload.sha1).toBe(sha('sha1', 'one'));
  });

  it('tolerates zero padding behind the last member', () => {
    expect(readInAllModes(Buffer.concat([input, Buffer.alloc(700)])).damages).toEqual([]);
  });

  it('streams members above the inline limit, byte for byte', () => {
    const large = gzipSync(
      makeResponseRecord('http://example.org/large', makeNoise(150_000, createSeededRandom(1))),
    );
    const all = Buffer.concat([parts[0]!, large, parts[3]!]);
    const { records, streamed } = readInAllModes(all, { inlineLimitBytes: 90_000 });
    expect(records[0]!.member).toEqual({ streamed: large.length });
    expect(streamed.map(hex)).toEqual([hex(large)]);
    expect(hex(records[1]!.member as Uint8Array)).toBe(hex(parts[3]!));
  });

  it('gives views of members that are good during the call', () => {
    for (const chunkBytes of [1, 50, 65_536]) {
      const seen: string[] = [];
      const sink = {
        record: ({ member }: ImportRecord) =>
          void seen.push(hex(Buffer.concat((member as MemberView).views))),
        memberChunk: () => {},
        damage: () => {},
      };
      const reader = new WarcReader(sink, { viewMembers: true });
      for (let at = 0; at < input.length; at += chunkBytes) reader.write(input.subarray(at, at + chunkBytes));
      reader.end();
      expect(seen).toEqual([hex(parts[1]!), hex(parts[3]!)]);
    }
  });

  it('can stream everything', () => {
    const { streamed } = readInAllModes(input, { inlineLimitBytes: 0 });
    expect(streamed.map(hex)).toEqual([hex(parts[1]!), hex(parts[3]!)]);
  });
});

describe('WarcReader on other input', () => {
  const plain = Buffer.concat([makeWarcinfoRecord(), A, REQUEST, B]);
  const stored = [A, B].map(hex);

  it('takes plain WARCs: offsets of records, one member made for each', () => {
    const { records } = readInAllModes(plain);
    expect(records.map((record) => record.offset)).toEqual([
      makeWarcinfoRecord().length,
      makeWarcinfoRecord().length + A.length + REQUEST.length,
    ]);
    expect(records.map((record) => record.inputLength)).toEqual([A.length - 4, B.length - 4]);
    expect(members(plain).map((member) => hex(gunzipSync(member)))).toEqual(stored);
  });

  it('takes gzip over the whole file: the offset of its member, one member made for each record', () => {
    const { records } = readInAllModes(gzipSync(plain));
    expect(records.map(({ offset, inputLength }) => [offset, inputLength])).toEqual([
      [0, 0],
      [0, 0],
    ]);
    expect(members(gzipSync(plain)).map((member) => hex(gunzipSync(member)))).toEqual(stored);
  });

  it('cuts out the first record of a shared member too', () => {
    const input = gzipSync(Buffer.concat([A, B]));
    expect(members(input).map((member) => hex(gunzipSync(member)))).toEqual(stored);
  });

  it('takes a mixture of members with one and several records', () => {
    const single = gzipSync(A);
    const input = Buffer.concat([single, gzipSync(Buffer.concat([B, A])), single]);
    const { records } = readInAllModes(input);
    expect(records.map((record) => record.offset)).toEqual([
      0,
      single.length,
      single.length,
      input.length - single.length,
    ]);
    expect(hex(records[3]!.member as Uint8Array)).toBe(hex(single));
    expect(members(input).map((member) => hex(gunzipSync(member)))).toEqual([A, B, A, A].map(hex));
  });

  it.each([100, 1000, 65_280])('takes records that span members of %i bytes', (size) => {
    const big = makeResponseRecord('http://example.org/big', makeNoise(150_000, createSeededRandom(2)));
    const whole = Buffer.concat([big, A, REQUEST, B]);
    const blocks: Buffer[] = [];
    for (let at = 0; at < whole.length; at += size) blocks.push(gzipSync(whole.subarray(at, at + size)));
    const input = Buffer.concat([...blocks, gzipSync('')]);
    const { records, damages } = readWarc(input, 4096);
    expect(damages).toEqual([]);
    const kept = records.map((record) => hex(gunzipSync(record.member as Uint8Array)));
    expect(kept).toEqual([big, A, B].map(hex));
  });

  it('adds the end of the record where the input lacks it, and keeps odd line ends of the header', () => {
    const odd = Buffer.from(A.toString('latin1').replaceAll('\r\n', '\n').trimEnd(), 'latin1');
    const length = odd.length - odd.indexOf('HTTP/');
    const input = Buffer.from(
      odd.toString('latin1').replace(/Content-Length: \d+/, `Content-Length: ${length}`),
    );
    expect(members(input).map((member) => gunzipSync(member).toString())).toEqual([`${input}\r\n\r\n`]);
  });

  it('streams what it compressed itself when that is large', () => {
    const big = makeResponseRecord('http://example.org/big', makeNoise(900_000, createSeededRandom(3)));
    const { records, streamed } = readInAllModes(Buffer.concat([makeWarcinfoRecord(), big, A]), {
      inlineLimitBytes: 200_000,
    });
    expect(records[0]!.member).toEqual({ streamed: streamed[0]!.length });
    expect(hex(gunzipSync(streamed[0]!))).toBe(hex(big));
    expect(hex(gunzipSync(records[1]!.member as Uint8Array))).toBe(hex(A));
  });

  it('refuses a large record that cannot be cut out of its member, and goes on', () => {
    const big = makeResponseRecord('http://example.org/big', makeNoise(30_000, createSeededRandom(4)));
    const { records, damages } = readWarc(gzipSync(Buffer.concat([big, A])), 512, { inlineLimitBytes: 1000 });
    expect(damages).toEqual([]);
    expect(records[0]).toMatchObject({
      targetUri: 'http://example.org/big',
      error: expect.stringContaining('shares'),
    });
    expect(records[1]!.error).toBeUndefined();
  });

  it('gives an empty payload to a record with an empty block', () => {
    const empty = makePlainRecord('resource', '');
    expect(readInAllModes(empty).records[0]!.payload.length).toBe(0);
    expect(members(gzipEach([empty, empty]))).toHaveLength(2);
  });

  it('counts no HTTP head where the protocol has none', () => {
    const dns = makePlainRecord('response', '20240203040506\nexample.org. 300 IN A 192.0.2.1\n', {
      'WARC-Target-URI': 'dns:example.org',
      'Content-Type': 'text/dns',
    });
    const [record] = readInAllModes(dns).records;
    expect(record!.http).toBeUndefined();
    expect(record!.payload.length).toBe(record!.blockLength);
  });
});

describe('WarcReader refuses what is no WARC before it reports anything', () => {
  it.each([
    ['nothing', Buffer.alloc(0), /empty/],
    ['a zip archive', Buffer.from('PK\x03\x04abcdefgh'), /zip/],
    ['a zip archive in gzip', gzipSync('PK\x03\x04abcdefgh'), /zip/],
    ['HTML', Buffer.from('<!doctype html><p>'), /HTML/],
    ['HTML in gzip', gzipSync('<!doctype html><p>'), /HTML/],
    ['noise', makeNoise(5000, createSeededRandom(5)), /does not begin with a WARC or ARC record/],
    ['gzip over nothing', gzipSync(''), /contains no record/],
    ['a cut gzip header', gzipSync(A).subarray(0, 12), /contains no record/],
    [
      'a broken deflate stream',
      Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255]),
      /contains no record/,
    ],
    ['one byte', Buffer.from('W'), /does not begin/],
    ['text that looks like one for four bytes', Buffer.from('WARCS are great'), /does not begin/],
  ])('%s', (_name, input, message) => {
    for (const chunkBytes of [1, 7, 65_536]) {
      expect(() => readWarc(input, chunkBytes)).toThrow(NotAWarcError);
    }
    expect(() => readWarc(input, 65_536)).toThrow(message);
  });
});
