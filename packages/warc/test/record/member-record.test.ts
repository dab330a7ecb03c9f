// Tests a wrong Content-Length of the only record in a gzip member. The record extends to the end of the member, and is
// stored if the reader keeps damaged records.
import { hash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import {
  createSeededRandom,
  gzipEach,
  makeNoise,
  makePlainRecord,
  makeResponseRecord,
  readInAllModes,
} from '../made-records.ts';

const keepDamaged = true;
const text = 'Grüße aus Köln, '.repeat(40);
const before = makeResponseRecord('http://a/before', 'before');
const behind = makeResponseRecord('http://a/behind', 'behind');

/** Returns the record with a declared length that is wrong by `by` bytes. */
function off(record: Buffer, by: number): Buffer {
  const wrong = record
    .toString('latin1')
    .replace(/Content-Length: (\d+)/, (_all, length) => `Content-Length: ${Number(length) + by}`);
  return Buffer.from(wrong, 'latin1');
}

const page = (body: Uint8Array | string, fields = {}) =>
  makeResponseRecord('http://a/page', body, '', fields);
const sha1 = (bytes: Uint8Array | string) => hash('sha1', bytes);

describe('A wrong length in a gzip member of its own', () => {
  it.each<[string, Buffer, Uint8Array | string]>([
    ['in characters, not bytes', off(page(text), -80), text],
    ['one too small', off(page(text), -1), text],
    ['that ends in the HTTP head', off(page(text), -text.length - 60), text],
    ['too large', off(page(text), 300), text],
    ['very much too large', off(page(text), 1e9), text],
    ['one too large for what is behind it as well', off(page(text), 5), text],
    [
      'of a large record, too small',
      off(page(makeNoise(700_000, createSeededRandom(3))), -5_000),
      makeNoise(700_000, createSeededRandom(3)),
    ],
    [
      'of a large record, too large',
      off(page(makeNoise(700_000, createSeededRandom(3))), 5_000),
      makeNoise(700_000, createSeededRandom(3)),
    ],
    ['padded with zeros', Buffer.concat([off(page(text), -9), Buffer.alloc(4)]), text],
  ])('is kept as damaged with the length that it has: %s', (_name, record, body) => {
    for (const order of [
      [before, record, behind],
      [record, behind],
      [before, record],
    ]) {
      const { records, damages } = readInAllModes(gzipEach(order), { keepDamaged });
      expect(damages).toEqual([]);
      expect(records.map(({ targetUri, error }) => [targetUri, error])).toEqual(
        order.map((one) => [
          one === before ? 'http://a/before' : one === behind ? 'http://a/behind' : 'http://a/page',
          undefined,
        ]),
      );
      const kept = records.find(({ targetUri }) => targetUri === 'http://a/page')!;
      expect(kept.damaged).toMatch(/^Content-Length is wrong: the gzip member holds \d+ bytes\.$/);
      expect(kept.payload).toMatchObject({ length: Buffer.from(body).length, sha1: sha1(body) });
      // The stored record declares the correct length and is read like any other record.
      const stored = gunzipSync(kept.member as Uint8Array);
      expect(stored.toString('latin1')).toMatch(/^X-Declared-Content-Length: \d+\r$/m);
      const again = readInAllModes(gzipSync(stored)).records;
      expect(again.map(({ error, warnings, payload }) => [error, warnings, payload.sha1])).toEqual([
        [undefined, [], sha1(body)],
      ]);
    }
  });

  it('is an error that costs no other record, where damaged records are not kept', () => {
    for (const by of [-80, 300, 1e9]) {
      const { records, damages } = readInAllModes(gzipEach([before, off(page(text), by), behind]));
      const errors = records
        .flatMap(({ error }) => error ?? [])
        .concat(damages.map(({ message }) => message));
      expect(errors).toHaveLength(1);
      expect(records.filter(({ error }) => error === undefined)).toHaveLength(2);
    }
  });

  it('is checked against the digests that are declared', () => {
    const right = page(text, { 'WARC-Payload-Digest': `sha1:${sha1(text)}` });
    const wrong = page(text, { 'WARC-Block-Digest': `sha1:${sha1('else')}` });
    const { records } = readInAllModes(gzipEach([off(right, -7), off(wrong, -7)]), { keepDamaged });
    expect(records[0]!.warnings).toEqual([]);
    expect(records[0]!.damaged).toMatch(/^Content-Length is wrong: [^.]*\.$/);
    expect(records[1]!.damaged).toMatch(/Content-Length is wrong.*WARC-Block-Digest does not match/);
  });

  it('of a resource is right, too', () => {
    const resource = off(makePlainRecord('resource', text), -30);
    const { records } = readInAllModes(gzipEach([resource, behind]), { keepDamaged });
    expect(records[0]!.payload.sha1).toBe(sha1(text));
  });

  it('bounds nothing where the member holds another record, or is shared', () => {
    const both = gzipSync(Buffer.concat([off(page(text), 700), behind]));
    const { records, damages } = readInAllModes(Buffer.concat([both, gzipSync(before)]), { keepDamaged });
    expect(records.filter(({ error }) => error === undefined).map(({ targetUri }) => targetUri)).toEqual([
      'http://a/behind',
      'http://a/before',
    ]);
    expect(records.length + damages.length).toBe(3);
    const plain = readInAllModes(Buffer.concat([off(page(text), -9), behind]), { keepDamaged });
    expect(plain.records.map(({ error }) => error === undefined)).toEqual([false, true]);
  });

  it('is an error still where the member is too large to be at hand', () => {
    const large = off(page(makeNoise(90_000, createSeededRandom(5))), -10);
    const { records } = readInAllModes(gzipEach([large, behind]), { keepDamaged, inlineLimitBytes: 20_000 });
    expect(records.map(({ error }) => error === undefined)).toEqual([false, true]);
  });
});
