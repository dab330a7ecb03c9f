// Whatever a codec thread finds comes out of the packing as it went in, in its order.
import { expect, it } from '@jest/globals';
import type { ReadCompanion } from '../../src/domain/read-companion.ts';
import { type Finding, fieldsOf, type ReadRecord } from '../../src/domain/read-record.ts';
import { FindingPacker, unpackFindings } from '../../src/ingest/packed-findings.ts';

const place = { memberAt: 'batch', memberStart: 7, memberLength: 2 ** 31, memberCrc32: 2 ** 32 - 1 } as const;

const record: ReadRecord = {
  ...{ finding: 'record', offset: 2 ** 45, type: 'response', recordId: '<urn:a>', url: 'http://a/ü' },
  ...{ urlkey: 'a)/%c3%bc', kind: 'response', collectionMs: -5, httpStatus: 999, headBytes: 123 },
  ...{ mime: 'text/html', redirect: undefined, contentLength: 2 ** 40, sha256: 'ab', storedSha1: 'cd' },
  ...{ dechunked: true, refersTo: undefined, warnings: undefined, error: undefined },
  ...{ concurrentTo: ['<urn:b>'], warcinfoId: '<urn:c>' },
  ...place,
};

const companion: ReadCompanion = {
  ...{ finding: 'companion', type: 'request', offset: 9, recordId: undefined, url: 'http://a/' },
  ...{ collectionMs: 0, concurrentTo: undefined, refersTo: '<urn:d>', warcinfoId: undefined },
  ...{ request: { method: 'GET', body: undefined }, error: undefined },
  ...place,
};

const findings: Finding[] = [
  record,
  { ...record, kind: 'resource', type: 'resource', httpStatus: undefined, dechunked: false, url: '' },
  { ...record, kind: 'revisit', type: 'revisit', refersTo: { url: 'x', dateMs: 1, digest: undefined } },
  { ...record, kind: 'revisit', type: 'revisit', redirect: 'http://b/', memberAt: 'chunks' },
  { ...record, warnings: ['odd'], concurrentTo: undefined, recordId: undefined, mime: undefined },
  { ...record, error: 'bad', type: 'other', memberAt: 'nowhere' },
  { ...record, quarantined: 'bad' },
  { ...record, concurrentTo: ['<1>', '<2>'] },
  companion,
  { ...companion, type: 'metadata', url: undefined, request: undefined, memberAt: 'chunks' },
  { ...companion, type: 'warcinfo', request: undefined, memberAt: 'nowhere', concurrentTo: ['<1>'] },
  { ...companion, request: { method: 'POST', body: 'a=b' } },
  { ...companion, request: { method: 'GET', body: 'a=b' } },
  { ...companion, error: 'bad', concurrentTo: ['<1>', '<2>'] },
  { finding: 'damage', offset: 1, error: 'x', recordId: undefined, url: '', warnings: undefined } as Finding,
];

it('keeps every field of every finding', () => {
  const packer = new FindingPacker();
  // Twice: more than fits at first, and again when it has been emptied.
  for (const times of [50, 1]) {
    const all = Array.from({ length: times }, () => findings).flat();
    for (const finding of all) packer.add(finding);
    expect(packer.count).toBe(all.length);
    expect(unpackFindings(structuredClone(packer.take())).map(fieldsOf)).toEqual(all);
  }
  expect(unpackFindings(packer.take())).toEqual([]);
});
