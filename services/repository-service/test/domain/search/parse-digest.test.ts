// Tests the parsing of digests in all spellings, and of texts that are not digests.
import { createHash } from 'node:crypto';
import { encodeBase32 } from '@holdfast/warc';
import { describe, expect, it } from '@jest/globals';
import { parseDigest } from '../../../src/domain/search/parse-digest.ts';

const bytesOf = (algorithm: string) => createHash(algorithm).update('a payload').digest();

describe.each([
  ['sha1', 'SHA-1:'],
  ['sha256', 'SHA-256:'],
])('a digest of %s', (algorithm, prefix) => {
  const bytes = bytesOf(algorithm);
  const [hex, base32] = [bytes.toString('hex'), encodeBase32(bytes).replace(/=+$/, '')];
  it.each([
    hex,
    hex.toUpperCase(),
    base32,
    base32.toLowerCase(),
    `${prefix}${hex}`,
    `${prefix.toLowerCase().replace('-', '')}${base32}`,
  ])('is read from %s', (text) => {
    expect(parseDigest(text)).toEqual({ algorithm, bytes });
  });
});

it('base32 may be padded', () => {
  const bytes = bytesOf('sha256');
  expect(parseDigest(`${encodeBase32(bytes).replace(/=+$/, '')}====`)?.bytes).toEqual(bytes);
});

const hex = bytesOf('sha1').toString('hex');
it.each([
  '',
  'x',
  hex.slice(1),
  `${hex}0`,
  `SHA-256:${hex}`,
  `md5:${hex}`,
  `${hex.slice(1)}g`,
  ` ${hex}`,
  '1'.repeat(32),
])('%j is no digest', (text) => {
  expect(parseDigest(text)).toBeUndefined();
});
