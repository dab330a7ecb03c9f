// The limit on inflated bytes applies to every kind of compression. Reading stops at the limit, and the damage report
// contains the offset.
import { gzipSync } from 'node:zlib';
import { makeZip, makeZstdFrame } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import type { InflationLimit } from '../src/report/types.ts';
import { createSeededRandom, makeNoise, makeResponseRecord, readWarc } from './made-records.ts';

const MIB = 1024 * 1024;
const MESSAGE = 'It inflates to too much.';

/** Returns an inflation limit of `bytes`. */
function limitOf(bytes: number): InflationLimit {
  let left = bytes;
  return {
    message: MESSAGE,
    admit: (inflated) => {
      left -= inflated;
      return left >= 0;
    },
  };
}

const small = gzipSync(makeResponseRecord('http://example.org/small', makeNoise(600, createSeededRandom(3))));
const zeros = makeResponseRecord('http://example.org/zeros', Buffer.alloc(24 * MIB));
const bomb = gzipSync(zeros);
const behind = gzipSync(
  makeResponseRecord('http://example.org/behind', makeNoise(600, createSeededRandom(4))),
);
const file = Buffer.concat([small, bomb, behind]);

describe('An archive that inflates to more than its limit', () => {
  const plain = Buffer.concat([
    makeResponseRecord('http://example.org/small', makeNoise(600, createSeededRandom(3))),
    zeros,
  ]);
  it.each<[string, Buffer, number]>([
    ['gzip members', file, small.length],
    ['gzip over the whole', gzipSync(plain), 0],
    [
      'zstandard frames',
      Buffer.concat([makeZstdFrame(plain.subarray(0, 1000)), makeZstdFrame(plain.subarray(1000))]),
      0,
    ],
    [
      'gzip in an entry of a zip file',
      makeZip([{ name: 'archive/x.warc.gz', content: file }]).bytes,
      47 + small.length,
    ],
    [
      'gzip in a deflated entry',
      makeZip([{ name: 'archive/x.warc.gz', content: file, deflated: true }]).bytes,
      0,
    ],
    [
      'gzip in gzip of zeros in a deflated entry',
      makeZip([{ name: 'archive/x.warc.gz', content: Buffer.concat([small, bomb, behind]), deflated: true }])
        .bytes,
      0,
    ],
    ['a deflated entry', makeZip([{ name: 'archive/x.warc', content: plain, deflated: true }]).bytes, 0],
    [
      'an entry of zstandard',
      makeZip([{ name: 'archive/x.warc.zst', content: makeZstdFrame(plain) }]).bytes,
      48,
    ],
  ])('is read up to there: %s', (_name, bytes, offset) => {
    for (const chunkBytes of [211, 4096, 10 * MIB]) {
      const { records, damages, streamed } = readWarc(bytes, chunkBytes, { inflation: limitOf(4 * MIB) });
      expect(records.map(({ targetUri }) => targetUri)).toEqual(['http://example.org/small']);
      expect(damages).toHaveLength(1);
      expect(damages[0]!.message).toContain(MESSAGE);
      expect(damages[0]).toMatchObject({ fatal: true });
      if (!bytes.subarray(0, 4).equals(Buffer.from('28b52ffd', 'hex')))
        expect(damages[0]!.offset).toBe(offset);
      expect(streamed).toEqual([]);
    }
  });

  it('names the record that it was in', () => {
    const { damages } = readWarc(file, 4096, { inflation: limitOf(4 * MIB) });
    expect(damages).toEqual([
      {
        offset: small.length,
        message: MESSAGE,
        fatal: true,
        ...{ recordId: expect.any(String), url: 'http://example.org/zeros' },
      },
    ]);
  });

  it('says so as well behind other damage', () => {
    const archive = Buffer.concat([small, makeNoise(300, createSeededRandom(5)), bomb, behind]);
    const { damages } = readWarc(archive, 4096, { inflation: limitOf(4 * MIB) });
    expect(damages.map(({ fatal }) => fatal)).toEqual([false, true]);
    expect(damages[1]!.message).toBe(MESSAGE);
  });

  it('is no archive where no record came before', () => {
    const nothing = gzipSync(Buffer.alloc(24 * MIB));
    expect(() => readWarc(nothing, 4096, { inflation: limitOf(4 * MIB) })).toThrow(
      'does not begin with a WARC',
    );
  });

  it('is read to its end where the limit is high enough', () => {
    const { records, damages } = readWarc(file, 4096, { inflation: limitOf(25 * MIB) });
    expect(records).toHaveLength(3);
    expect(damages).toEqual([]);
  });
});
