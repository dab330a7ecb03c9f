// UUIDs of records have version 7, differ between records and segments, and are ordered within a segment.
import { expect, it } from '@jest/globals';
import { uuidv7 } from 'uuidv7';
import { makeRecordUuid, parseSegmentUuid } from '../../src/domain/segments.ts';

const versionSeven = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

it('is a uuid of version 7 at any offset', () => {
  for (const offset of [0, 31, 32, 500, 2 ** 25, 2 ** 31, 2 ** 37, 2 ** 50]) {
    expect(makeRecordUuid(uuidv7(), offset)).toMatch(versionSeven);
  }
  expect(makeRecordUuid('0198f6a2-7c31-7abc-8def-ffffffffffff', 2 ** 37 - 1)).toMatch(versionSeven);
});

it('is in the order of the records of a segment, and no two are the same', () => {
  const segment = uuidv7();
  const offsets = Array.from({ length: 5_000 }, (_, i) => 300 + i * 97);
  const uuids = offsets.map((offset) => makeRecordUuid(segment, offset));
  expect(new Set(uuids).size).toBe(offsets.length);
  expect([...uuids].sort()).toEqual(uuids);
});

it('differs between segments of the same millisecond', () => {
  const segments = Array.from({ length: 2_000 }, () => uuidv7());
  expect(new Set(segments.map((segment) => makeRecordUuid(segment, 300))).size).toBe(segments.length);
});

it('finds the segment’s uuid in its key', () => {
  const uuid = uuidv7();
  expect(parseSegmentUuid(`ns/a.b/0123abcd/${uuid}.warc.gz`)).toBe(uuid);
});
