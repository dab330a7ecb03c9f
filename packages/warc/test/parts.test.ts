// Unit tests of small components: dates, digests, chunk framing, HTTP header blocks, inflaters.
import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { Dechunker } from '../src/bytes/dechunker.ts';
import {
  encodeBase32,
  formatWarcDate,
  parseDigest,
  parseLenientDate,
  parseWarcDate,
} from '../src/bytes/header-values.ts';
import { INFLATE_ENDED, INFLATE_FAILED, INFLATE_OUTPUT_FULL, RawInflater } from '../src/gzip/raw-inflater.ts';
import { HttpHead } from '../src/head/http-head.ts';
import { createSeededRandom, makeNoise } from './made-records.ts';

const parse = (text: string) => parseWarcDate(Buffer.from(`x${text}y`), 1, text.length + 1);

it.each([
  ['2024-02-29T23:59:59Z', Date.UTC(2024, 1, 29, 23, 59, 59)],
  ['2024-02-29T23:59:60Z', Date.UTC(2024, 2, 1)],
  ['2024-02-03T04:05:06.7Z', Date.UTC(2024, 1, 3, 4, 5, 6, 700)],
  ['2024-02-03T04:05:06.789123456Z', Date.UTC(2024, 1, 3, 4, 5, 6, 789)],
  ['2024-02-03T04:05:06+02:00', Date.UTC(2024, 1, 3, 2, 5, 6)],
  ['2024-02-03 04:05:06', Date.UTC(2024, 1, 3, 4, 5, 6)],
  ['2024-02-03T04:05Z', Date.UTC(2024, 1, 3, 4, 5)],
  ['2024-02', Date.UTC(2024, 1)],
  ['2024', Date.UTC(2024, 0)],
  ['20240203040506', Date.UTC(2024, 1, 3, 4, 5, 6)],
  ['202402030405', Date.UTC(2024, 1, 3, 4, 5)],
  ['202402302405', undefined],
  ['2024020304', undefined],
  ['0099-01-01T00:00:00Z', undefined],
  ['2023-02-29T00:00:00Z', undefined],
  ['2024-13-01T00:00:00Z', undefined],
  ['2024-02-03T24:00:00Z', undefined],
  ['2024-02-03T04:05:06Zulu', undefined],
  ['20240203', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('date %s', (text, ms) => {
  expect(parse(text)).toBe(ms);
});

it.each([
  ['2024-12-31T24:00:00Z', Date.UTC(2025, 0, 1)],
  ['2024-02-28T24:00:00+01:00', Date.UTC(2024, 1, 28, 23)],
  ['2024-02-28T24:00:00.5Z', undefined],
  ['2024-02-28T24:00:01Z', undefined],
  ['2024-02-30T24:00:00Z', undefined],
])('the moment that %s means', (text, ms) => {
  expect(parseLenientDate(Buffer.from(text), 0, text.length)).toBe(ms);
  expect(parse(text)).toBeUndefined();
});

it('writes dates with milliseconds only when there are any', () => {
  expect(formatWarcDate(0)).toBe('1970-01-01T00:00:00Z');
  expect(formatWarcDate(1)).toBe('1970-01-01T00:00:00.001Z');
});

describe('digests', () => {
  const algorithms = ['md5', 'sha1', 'sha256', 'sha384', 'sha512'];
  it.each(algorithms)('%s in every spelling', (algorithm) => {
    const bytes = createHash(algorithm).update('x').digest();
    const label = algorithm.replace('sha', 'SHA-');
    for (const value of [
      encodeBase32(bytes),
      encodeBase32(bytes).toLowerCase(),
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      bytes.toString('base64'),
      bytes.toString('base64url'),
    ]) {
      for (const name of [algorithm, label]) {
        const digest = parseDigest(`${name}:${value}`);
        expect([name, value, digest?.algorithm]).toEqual([name, value, algorithm]);
        expect(Buffer.from(digest!.bytes).equals(bytes)).toBe(true);
      }
    }
  });

  it.each([
    '',
    'sha1',
    'sha1:',
    ':abc',
    'sha1:short',
    'crc32:abcdefgh',
    `sha1:${'1'.repeat(32)}`,
    `md5:${'g'.repeat(32)}`,
  ])('is not misled by %j', (text) => {
    expect(parseDigest(text)).toBeUndefined();
  });
});

describe('Dechunker', () => {
  const dechunk = (body: string, step: number) => {
    const dechunker = new Dechunker();
    const bytes = Buffer.from(body);
    let data = '';
    for (let at = 0; at < bytes.length; ) {
      const next = dechunker.push(bytes, at, Math.min(bytes.length, at + step));
      if (next < 0) return undefined;
      data += bytes.toString('latin1', dechunker.dataStart, dechunker.dataEnd);
      at = next;
    }
    return dechunker.complete ? data : undefined;
  };

  it.each([
    ['3\r\nabc\r\n0\r\n\r\n', 'abc'],
    ['0\r\n\r\n', ''],
    ['A;name="v"\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n', '0123456789'],
    ['003\nabc\n0\n\n', 'abc'],
    ['3 \r\nabc\r\n0\r\n', 'abc'],
    ['3\r\nabc\r\n', undefined],
    ['3\r\nabc\r\n0\r\nTrailer: x\r\n', undefined],
    ['3\r\nabcd\r\n0\r\n\r\n', undefined],
    ['3\r\nabc\r\n0\r\n\r\nmore', 'abc'],
    ['3\r\nabc\r\n0\r\n\r\n\r', 'abc'],
    ['3\nabc\n0\n\n\n\n', 'abc'],
    ['3\r\nabc\r\n0\r\nT: x\r\n\r\n3\r\nabc\r\n', 'abc'],
    ['3\r\nabc\r\n0\r\nWARC/1.0\r\nWARC-Type: response\r\n', 'abc'],
    ['3\r\nabc\r\n0\r\n\0\0', 'abc'],
    [`3\r\nabc\r\n0\r\n${'x'.repeat(70_000)}`, 'abc'],
    ['3\r\nabc\r\n0\r\n\r', 'abc'],
    ['3\r\nabc\r\n0\r\n\rX', 'abc'],
    ['0\r\n\r\nmore', ''],
    ['0\n\nmore', undefined],
    ['0\r\nmore', undefined],
    ['0\r\nmore: x\r\n\r\nmore', undefined],
    ['3\r\nabc\r\n0', undefined],
    ['3\r\nabc\r\nX\r\n', undefined],
    ['<html>', undefined],
    ['', undefined],
    ['fffffffffffffffff\r\n', undefined],
  ])('%j', (body, data) => {
    for (const step of [1, 2, 1000]) expect(dechunk(body, step)).toBe(data);
  });
});

it.each([
  ['HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nbody', 200, 'OK'],
  ['HTTP/1.0 404\r\n\r\n', 404, ''],
  ['HTTP/2  301  Moved  along \n\n', 301, 'Moved  along'],
  ['ICY 200 OK\r\n\r\n', 200, 'OK'],
  ['HTTP/1.1 099 x\r\n\r\n', undefined, ''],
  ['HTTP/1.1 2000 x\r\n\r\n', undefined, ''],
  ['<html> 200 x', undefined, ''],
  ['', undefined, ''],
])('HTTP head %j', (text, status, reason) => {
  const head = new HttpHead();
  const end = head.parse(Buffer.from(text), 0, text.length, true);
  expect(end < 0 ? undefined : [head.status, head.reason]).toEqual(
    status === undefined ? undefined : [status, reason],
  );
});

describe('RawInflater', () => {
  it.each([1, 3, 1000])(
    'finds the end of each stream with %i bytes at a time, and starts afresh after damage',
    (step) => {
      const inflater = new RawInflater();
      for (const plain of [
        Buffer.alloc(0),
        Buffer.from('x'),
        makeNoise(5000, createSeededRandom(12)),
        Buffer.alloc(70_000, 'ab'),
      ]) {
        const deflated = deflateRawSync(plain);
        const input = Buffer.concat([deflated, Buffer.alloc(8, 7)]);
        const output = Buffer.alloc(997);
        const pieces: Buffer[] = [];
        inflater.reset();
        let at = 0;
        for (let status = -1, end = 0; status !== INFLATE_ENDED; ) {
          if (status !== INFLATE_OUTPUT_FULL) end = Math.min(input.length, end + step);
          status = inflater.step(input, at, end, output, 0);
          expect(status).not.toBe(INFLATE_FAILED);
          at += inflater.consumed;
          pieces.push(Buffer.from(output.subarray(0, inflater.produced)));
        }
        expect(at).toBe(deflated.length);
        expect(Buffer.concat(pieces).equals(plain)).toBe(true);
        inflater.reset();
        expect(inflater.step(Buffer.alloc(9, 255), 0, 9, output, 0)).toBe(INFLATE_FAILED);
        expect(inflater.fault).not.toBe('');
      }
      inflater.close();
    },
  );
});
