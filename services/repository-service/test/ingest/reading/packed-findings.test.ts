// Parsed records of a codec thread keep their content and order when they are packed and unpacked.
import { expect, it } from '@jest/globals';
import type { ParsedCompanion } from '../../../src/domain/record/read-companion.ts';
import {
  copyFields,
  type DigestedRecord,
  isPackedRecord,
  type ParsedUploadItem,
} from '../../../src/domain/record/read-record.ts';
import { RecordPacker } from '../../../src/ingest/reading/packed-records.ts';
import { unpackRecords } from '../../../src/ingest/reading/record-views.ts';

const place = {
  memberAt: 'batch',
  memberStart: 7,
  memberLength: 2 ** 31 - 1,
  memberCrc32: 2 ** 32 - 1,
} as const;

const record: DigestedRecord = {
  ...{ finding: 'record', offset: 2 ** 45, type: 'response', recordId: '<urn:a>', url: 'http://a/ü' },
  ...{ urlkey: 'a)/%c3%bc', kind: 'response', collectionMs: -5, httpStatus: 999, headBytes: 123 },
  ...{ mime: 'text/html', redirect: undefined, contentLength: 2 ** 31 - 1, sha256: 'ab', storedSha1: 'cd' },
  ...{ dechunked: true, refersTo: undefined, warnings: undefined, error: undefined },
  ...{ concurrentTo: ['<urn:b>'], warcinfoId: '<urn:c>' },
  ...place,
};

const companion: ParsedCompanion = {
  ...{ finding: 'companion', type: 'request', offset: 9, recordId: undefined, url: 'http://a/' },
  ...{ collectionMs: 0, concurrentTo: undefined, refersTo: '<urn:d>', warcinfoId: undefined },
  ...{ request: { method: 'GET', body: undefined }, error: undefined },
  ...place,
};

const uuid = '0198c1e2-7a3b-7c4d-8e5f-0123456789ab';
const longest = 'x'.repeat(4_095);

const packed: ParsedUploadItem[] = [
  record,
  { ...record, kind: 'resource', type: 'resource', httpStatus: undefined, dechunked: false, url: '' },
  { ...record, kind: 'revisit', type: 'revisit', redirect: 'http://b/', memberAt: 'chunks' },
  { ...record, httpStatus: 0 },
  { ...record, concurrentTo: undefined, recordId: undefined, mime: undefined },
  { ...record, url: longest, urlkey: longest, redirect: longest },
  { ...record, recordId: `<urn:uuid:${uuid}>`, given: { uuid, version: 2 ** 31 - 1, storeMs: 2 ** 45 } },
  companion,
  { ...companion, type: 'metadata', url: undefined, request: undefined, memberAt: 'chunks' },
  { ...companion, type: 'warcinfo', request: undefined, memberAt: 'nowhere', concurrentTo: ['<1>'] },
];

/** Records that are passed as objects, because they have rare fields or do not fit into the buffer. */
const unusual: ParsedUploadItem[] = [
  { ...record, kind: 'revisit', type: 'revisit', refersTo: { url: 'x', dateMs: 1, digest: undefined } },
  { ...record, warnings: ['odd'], concurrentTo: undefined, recordId: undefined, mime: undefined },
  { ...record, contentLength: 2 ** 40 },
  { ...record, memberLength: 2 ** 31 },
  { ...record, url: `${longest}x` },
  { ...record, urlkey: `${longest}x` },
  { ...record, error: 'bad', type: 'other', memberAt: 'nowhere' },
  { ...record, quarantined: 'bad' },
  { ...record, concurrentTo: ['<1>', '<2>'] },
  { ...companion, recordId: `${longest}x` },
  { ...companion, refersTo: `${longest}x` },
  { ...companion, request: { method: 'POST', body: 'a=b' } },
  { ...companion, request: { method: 'GET', body: 'a=b' } },
  { ...companion, error: 'bad', concurrentTo: ['<1>', '<2>'] },
  {
    finding: 'damage',
    offset: 1,
    error: 'x',
    recordId: undefined,
    url: '',
    warnings: undefined,
  } as ParsedUploadItem,
];

function through(packer: RecordPacker, findings: readonly ParsedUploadItem[]): ParsedUploadItem[] {
  for (const finding of findings) packer.add(finding);
  expect(packer.count).toBe(findings.length);
  return unpackRecords(structuredClone(packer.take()));
}

it('keeps every field of every finding', () => {
  const packer = new RecordPacker();
  // Packs the records 50 times, which exceeds the initial buffer. Then packs them once more into the emptied buffer.
  for (const times of [50, 1]) {
    const all = Array.from({ length: times }, () => [...packed, ...unusual]).flat();
    expect(through(packer, all).map(copyFields)).toEqual(all);
  }
  expect(unpackRecords(packer.take())).toEqual([]);
});

it('packs what is usual', () => {
  expect(through(new RecordPacker(), packed).map((finding) => isPackedRecord(finding))).toEqual(
    packed.map(() => true),
  );
  expect(through(new RecordPacker(), unusual).map((finding) => isPackedRecord(finding))).toEqual(
    unusual.map(() => false),
  );
});

it('leaves whole what no longer fits with the others', () => {
  // The URLs together have two million characters, twice as many as an offset can address.
  const many = Array.from(
    { length: 500 },
    (_, i): ParsedUploadItem => ({ ...record, url: `${i} ${'x'.repeat(4_000)}` }),
  );
  const out = through(new RecordPacker(), many);
  expect(out.map(copyFields)).toEqual(many);
  expect(isPackedRecord(out[0]!)).toBe(true);
  expect(isPackedRecord(out.at(-1)!)).toBe(false);
});
