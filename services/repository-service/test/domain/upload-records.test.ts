// Tests which records of an upload stay in memory, so that later revisits can refer to them.
import { describe, expect, it } from '@jest/globals';
import { EMPTY_SHA256, type RefersTo } from '../../src/domain/record/refers-to.ts';
import { UploadRecords } from '../../src/domain/upload-records.ts';

const record = (i: number, url = `http://a/${i}`) => ({
  recordId: `<urn:uuid:${i}>`,
  url,
  collectionMs: i * 1_000 + 5,
  sha256: 'its own',
  storedSha1: `sha1 of ${i}`,
});
/** Returns a record in the packed format of the codec threads. */
const packed = (fields: ReturnType<typeof record>) => ({ ...fields, toJSON: () => fields });
const revisit = (refersTo: Partial<RefersTo>, url = 'http://r/') => ({
  recordId: undefined,
  url,
  collectionMs: 9_000_000,
  refersTo: { url: undefined, dateMs: undefined, digest: undefined, ...refersTo },
});
const byId = (i: number) => revisit({ recordId: `<urn:uuid:${i}>` });
const digest = (hex: string, algorithm = 'sha1') => ({ algorithm, hex });

describe('records of an upload', () => {
  it('are found by id, by URL and second, and by each of their digests', () => {
    const records = new UploadRecords();
    const declaredDigest = digest('md5 of 1', 'md5');
    records.add({ ...record(1), sha256: 'sha256 of 1', payloadSha1: 'payload of 1', declaredDigest });
    records.addRevisit(revisit({}, 'http://a/2'), { url: 'http://a/1', sha256: 'sha256 of 1' });
    const first = expect.objectContaining({ url: 'http://a/1', sha256: 'sha256 of 1' });
    expect(records.findNamed(byId(1))).toEqual(first);
    const byDate = { url: 'http://a/1', dateMs: 1_000 };
    expect(records.findNamed(revisit(byDate))).toEqual(first);
    expect(records.findNamed(revisit({ ...byDate, dateMs: 2_000 }))).toBeUndefined();
    const digests = [
      digest('sha1 of 1'),
      digest('payload of 1'),
      declaredDigest,
      digest('sha256 of 1', 'sha256'),
    ];
    for (const one of digests) {
      expect(records.findNamed(revisit({ ...byDate, digest: one }))).toEqual(first);
      expect(records.findByDigest(revisit({ digest: one }, 'http://a/1'))).toEqual(first);
    }
    for (const one of [digest('sha1 of 2'), digest('sha1 of 1', 'md5')]) {
      expect(records.findByDigest(revisit({ digest: one }))).toBeUndefined();
      expect(records.findNamed(revisit({ ...byDate, digest: one }))).toBeUndefined();
      expect(records.findNamed(revisit({ recordId: '<urn:uuid:1>', digest: one }))).toBeUndefined();
    }
    const second = { url: 'http://a/2', dateMs: 9_000_000 };
    expect(records.findNamed(revisit(second))).toMatchObject({ url: 'http://a/2' });
  });

  it('of one URL and second are told apart by digest, and those of one digest by URL', () => {
    const records = new UploadRecords();
    expect(records.findNamed(byId(0))).toBeUndefined();
    for (const i of [1, 2, 3]) {
      records.add({
        ...record(1),
        recordId: undefined,
        sha256: `sha256 of ${i}`,
        storedSha1: `sha1 of ${i}`,
      });
      records.add({ ...record(9, `http://same/${i}`), sha256: 'same' });
    }
    const byDate = { url: 'http://a/1', dateMs: 1_500 };
    for (const i of [1, 2, 3]) {
      const found = { sha256: `sha256 of ${i}` };
      expect(records.findNamed(revisit({ ...byDate, digest: digest(`sha1 of ${i}`) }))).toMatchObject(found);
      const asked = revisit({ digest: digest('same', 'sha256') }, `http://same/${i}`);
      expect(records.findByDigest(asked)).toMatchObject({ url: `http://same/${i}` });
    }
    expect(records.findByDigest(revisit({ digest: digest('same', 'sha256') }))).toMatchObject({
      sha256: 'same',
    });
  });

  it('of an unmodified URL are the last with content before a time', () => {
    const records = new UploadRecords();
    for (const i of [5, 1, 3]) records.add({ ...record(i, 'http://u/'), sha256: `sha256 of ${i}` });
    records.add({ ...record(4, 'http://u/'), sha256: EMPTY_SHA256 });
    records.add({ ...record(4, 'http://u/'), sha256: 'posted', method: 'POST', urlkey: 'u)/?post' });
    records.add({ ...record(4, 'http://other/'), sha256: 'of another URL' });
    const latest = (refersTo: Partial<RefersTo>) =>
      records.findLatest(revisit({ isUnmodified: true, ...refersTo }, 'http://u/'))?.sha256;
    expect(latest({})).toBe('sha256 of 5');
    expect(latest({ dateMs: 4_000 })).toBe('sha256 of 3');
    expect(latest({ dateMs: 1_999 })).toBe('sha256 of 1');
    expect(latest({ dateMs: 999 })).toBeUndefined();
    expect(latest({ digest: digest('sha256 of 1', 'sha256') })).toBe('sha256 of 1');
    expect(latest({ isUnmodified: undefined })).toBeUndefined();
  });

  it('are forgotten, the first ones first, but for those that are named again and again', () => {
    const records = new UploadRecords();
    for (let i = 0; i < 60_000; i++) {
      records.add(record(i));
      if (i % 1_000 === 0) expect(records.findNamed(byId(0))).toBeDefined();
    }
    expect(records.findNamed(byId(1))).toBeUndefined();
    expect(records.findNamed(byId(43_000))).toBeUndefined();
    expect(records.findNamed(byId(45_000))).toBeDefined();
  });

  it('are the same where they came packed, and remembered by themselves once they are asked for', () => {
    const records = new UploadRecords();
    for (let i = 0; i < 60_000; i++) {
      if (i % 500 === 0) records.tookTexts(50_000);
      const { sha256: _, ...own } = record(i);
      records.add(packed({ ...own, sha256: `sha256 of ${i}` }));
    }
    expect(records.findNamed(byId(43_000))).toBeUndefined();
    expect(records.findNamed(byId(45_000))).toMatchObject({ sha256: 'sha256 of 45000' });
    for (let i = 60_000; i < 85_000; i++) records.add(packed(record(i)));
    expect(records.findNamed(byId(59_999))).toBeUndefined();
    expect(records.findNamed(byId(84_999))).toBeDefined();
  });

  it('are forgotten sooner where what came with them has long texts', () => {
    const records = new UploadRecords();
    for (let i = 0; i < 100; i++) {
      records.tookTexts(1_000_000);
      records.add(packed(record(i)));
    }
    expect(records.findNamed(byId(50))).toBeUndefined();
    expect(records.findNamed(byId(99))).toBeDefined();
  });

  it('take little memory however long their URLs are', () => {
    const records = new UploadRecords();
    for (let i = 0; i < 200; i++) records.add(record(i, `http://a/${i}${'x'.repeat(60_000)}`));
    expect(records.findNamed(byId(100))).toBeUndefined();
    expect(records.findNamed(byId(199))).toBeDefined();
  });
});
