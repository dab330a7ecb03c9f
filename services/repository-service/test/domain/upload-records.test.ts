// What is remembered of an upload for its revisits, and what is forgotten.
import { describe, expect, it } from '@jest/globals';
import { UploadRecords } from '../../src/domain/upload-records.ts';

const record = (i: number, url = `http://a/${i}`) => ({
  recordId: `<urn:uuid:${i}>`,
  url,
  collectionMs: i * 1_000 + 5,
  sha256: 'its own',
  storedSha1: `sha1 of ${i}`,
});
/** As a record is that came packed. */
const packed = (fields: ReturnType<typeof record>) => ({ ...fields, toJSON: () => fields });
const byId = (i: number) => ({
  recordId: `<urn:uuid:${i}>`,
  url: undefined,
  dateMs: undefined,
  digest: undefined,
});

describe('records of an upload', () => {
  it('are found by id, by URL and second, and by either digest', () => {
    const records = new UploadRecords();
    records.add(record(1), 'sha256 of 1', false);
    records.add(record(2), 'sha256 of 1', true);
    const first = expect.objectContaining({ url: 'http://a/1', sha256: 'sha256 of 1' });
    expect(records.named(byId(1))).toEqual(first);
    const byDate = { url: 'http://a/1', dateMs: 1_000, digest: undefined };
    expect(records.named(byDate)).toEqual(first);
    expect(records.named({ ...byDate, dateMs: 2_000 })).toBeUndefined();
    const digest = { algorithm: 'sha1', hex: 'sha1 of 1' };
    expect(records.withDigest({ url: undefined, dateMs: undefined, digest })).toEqual(first);
    expect(records.withDigest({ ...byId(1), digest: { ...digest, hex: 'sha1 of 2' } })).toBeUndefined();
    expect(records.named(byId(2))).toMatchObject({ url: 'http://a/2' });
  });

  it('are forgotten, the first ones first, but for those that are named again and again', () => {
    const records = new UploadRecords();
    for (let i = 0; i < 60_000; i++) {
      records.add(record(i), 'x', false);
      if (i % 1_000 === 0) expect(records.named(byId(0))).toBeDefined();
    }
    expect(records.named(byId(1))).toBeUndefined();
    expect(records.named(byId(43_000))).toBeUndefined();
    expect(records.named(byId(45_000))).toBeDefined();
  });

  it('are the same where they came packed, and remembered by themselves once they are asked for', () => {
    const records = new UploadRecords();
    for (let i = 0; i < 60_000; i++) {
      if (i % 500 === 0) records.tookTexts(50_000);
      const { sha256: _, ...own } = record(i);
      records.add(packed({ ...own, sha256: `sha256 of ${i}` }), `sha256 of ${i}`, false);
    }
    expect(records.named(byId(43_000))).toBeUndefined();
    expect(records.named(byId(45_000))).toMatchObject({ sha256: 'sha256 of 45000' });
    for (let i = 60_000; i < 85_000; i++) records.add(packed(record(i)), 'x', false);
    expect(records.named(byId(59_999))).toBeUndefined();
    expect(records.named(byId(84_999))).toBeDefined();
  });

  it('are forgotten sooner where what came with them has long texts', () => {
    const records = new UploadRecords();
    for (let i = 0; i < 100; i++) {
      records.tookTexts(1_000_000);
      records.add(packed(record(i)), 'x', false);
    }
    expect(records.named(byId(50))).toBeUndefined();
    expect(records.named(byId(99))).toBeDefined();
  });

  it('take little memory however long their URLs are', () => {
    const records = new UploadRecords();
    for (let i = 0; i < 200; i++) records.add(record(i, `http://a/${i}${'x'.repeat(60_000)}`), 'x', false);
    expect(records.named(byId(100))).toBeUndefined();
    expect(records.named(byId(199))).toBeDefined();
  });
});
