// JSON of artifacts that is converted directly from PostgreSQL's bytes equals the output of JSON.stringify, for any
// artifact.
import { describe, expect, it } from '@jest/globals';
import { toListedArtifactWire } from '../../../src/features/artifacts/artifact.wire.ts';
import { writeArtifactsJson } from '../../../src/features/artifacts/artifacts-json.ts';
import type { ListingRow } from '../../../src/index/listing.ts';
import { RawArtifact } from '../../../src/index/raw-artifact.ts';

const usual: ListingRow = {
  id: '0112a6c1-eef8-7aa3-8de1-6cda1f77d4dc',
  auid: 'org|example|plugin&base_url~http%3A%2F%2Fexample%2Eorg%2F',
  url: 'http://example.org/a?b=c',
  version: 3,
  committed: true,
  contentLength: 6_899,
  sha256: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
  collectionMs: Date.UTC(2014, 0, 2, 3, 4, 5, 678),
  storeMs: Date.UTC(2026, 1, 3),
  segmentKey: 'default/0123/2026/02/03/key.warc.gz',
  recordOffset: 1_234_567,
  recordLength: 989,
};

const artifacts: Record<string, ListingRow> = {
  usual,
  uncommitted: { ...usual, committed: false },
  'a mark of damage': { ...usual, quarantined: 'said "SHA-1"\n\u0001, was 😀' },
  'an empty mark of damage': { ...usual, quarantined: '' },
  'quotes in its URL': { ...usual, url: 'http://example.org/"quoted"' },
  'backslashes in its URL': { ...usual, url: 'http://example.org/back\\slash\\' },
  'control characters in its URL': { ...usual, url: 'http://example.org/\u0001\t\r\n\u001f\u007f\u0085' },
  'what is no script in its URL': { ...usual, url: '</script>\u2028\u2029\ufeff\uffff' },
  'other scripts in its URL': { ...usual, url: 'http://example.org/ünï/😀/\u{10ffff}' },
  'a long URL': { ...usual, url: `http://example.org/${'x'.repeat(60_000)}` },
  'a long URL of quotes': { ...usual, url: `http://example.org/${'"\u0001'.repeat(20_000)}` },
  'a long URL of quotes, and a long mark': {
    ...usual,
    url: '"'.repeat(60_000),
    quarantined: '"'.repeat(5_000),
  },
  'an empty URL': { ...usual, url: '' },
  'an odd AUID and key': { ...usual, auid: '"a\\u\u0001😀', segmentKey: 'na"me/ä \\' },
  'a long AUID': { ...usual, auid: 'é'.repeat(30_000) },
  'times before the epoch': { ...usual, collectionMs: -1, storeMs: Number.MIN_SAFE_INTEGER },
  'nothing in it': { ...usual, contentLength: 0, recordOffset: 0, version: 1, collectionMs: 0 },
  'huge numbers': {
    ...usual,
    contentLength: 2 ** 31,
    recordOffset: Number.MAX_SAFE_INTEGER,
    recordLength: 2 ** 32 + 9,
    version: 2 ** 31 - 1,
    storeMs: 10_000_000 * 2 ** 29,
  },
};

/** Encodes an artifact as PostgreSQL does, after some unrelated bytes. */
function raw(artifact: ListingRow): RawArtifact {
  const int64 = (value: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(BigInt(value));
    return bytes;
  };
  const int32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const values = [
    Buffer.from(artifact.id.replaceAll('-', ''), 'hex'),
    int64(17),
    int32(18),
    int64(artifact.recordOffset),
    int64(artifact.recordLength),
    int64(artifact.contentLength),
    int64(artifact.collectionMs),
    int64(artifact.storeMs),
    int32(artifact.version),
    Buffer.from([artifact.committed ? 1 : 0]),
    Buffer.from(artifact.sha256 as string, 'hex'),
    Buffer.from(artifact.url),
    artifact.quarantined == null ? undefined : Buffer.from(artifact.quarantined),
  ];
  const parts = values.flatMap((value) => {
    const length = int32(value === undefined ? -1 : value.length);
    return value === undefined ? [length] : [length, value];
  });
  const { auid, segmentKey: key } = artifact;
  return new RawArtifact(Buffer.concat([Buffer.from('xyz'), ...parts]), 3, { auid, key });
}

const pageInfo = { totalCount: 7, resultsPerPage: 1, curLink: 'http://localhost/artifacts?a="ä' };
const storeUrl = (key: string) => `s3://bucket/${key}`;

const written = (all: readonly ListingRow[], namespace = 'n"s'): string =>
  writeArtifactsJson(all, { namespace, storeUrl, pageInfo }).bytes.toString();

function stringified(all: readonly ListingRow[], namespace = 'n"s'): string {
  return JSON.stringify({
    artifacts: all.map((one) => toListedArtifactWire(one, namespace, storeUrl)),
    pageInfo,
  });
}

describe('the JSON of a page', () => {
  it.each(Object.entries(artifacts))('with %s', (_, artifact) => {
    expect(written([raw(artifact)])).toBe(stringified([artifact]));
    expect(written([artifact])).toBe(stringified([artifact]));
  });

  it('with all of them, as bytes and as values, and with none', () => {
    const all = Object.values(artifacts);
    expect(written([...all.map(raw), ...all, ...all.map(raw)])).toBe(stringified([...all, ...all, ...all]));
    expect(written([])).toBe(stringified([]));
  });
});

it.each(Object.entries(artifacts))('values of an artifact with %s can be asked for', (_, artifact) => {
  const one = raw(artifact);
  const { id, auid, url, version, committed, contentLength, sha256, collectionMs, storeMs } = one;
  const { segmentKey, recordOffset, recordLength, quarantined } = one;
  expect({
    ...{ id, auid, url, version, committed, contentLength, sha256, collectionMs, storeMs },
    ...{ segmentKey, recordOffset, recordLength },
    ...(quarantined !== undefined && { quarantined }),
  }).toEqual(artifact);
  expect(one.urlBytes).toBe(Buffer.byteLength(artifact.url));
});
