import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { WARCParser } from 'warcio';
import {
  createRecordId,
  formatRecordHeader,
  formatSha1Digest,
  formatWholeRecord,
  HTTP_RESPONSE_TYPE,
  makeManifestMember,
  makeWarcinfoMember,
  type NewRecord,
} from '../../src/write/new-record.ts';
import { readWarc } from '../made-records.ts';

const dateMs = Date.UTC(2024, 1, 3, 4, 5, 6, 789);
const identity = {
  recordId: createRecordId('00000000-0000-4000-8000-000000000001'),
  dateMs,
  filename: 'a.warc.gz',
};
const record = {
  type: 'resource',
  recordId: createRecordId(),
  dateMs,
  targetUri: 'http://example.org/é',
} as const;

/** Returns a record in its stored representation. */
const memberOf = (of: NewRecord, block: Buffer) => gzipSync(formatWholeRecord(of, block));

describe('records of our own', () => {
  it('are read by warcio: warcinfo, response, manifest in one file', async () => {
    const block = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhello');
    const file = Buffer.concat([
      makeWarcinfoMember({ ...identity, fields: { software: 'holdfast', auid: 'a\r\nevil: yes' } }),
      memberOf({ ...record, type: 'response', contentType: HTTP_RESPONSE_TYPE }, block),
      await makeManifestMember({ ...identity, lines: ['{"a":1}', '{"b":2}'] }),
    ]);
    const seen: [string | null, string][] = [];
    for await (const read of new WARCParser([file])) seen.push([read.warcType, await read.contentText()]);
    expect(seen).toEqual([
      ['warcinfo', 'software: holdfast\r\nauid: a evil: yes\r\nformat: WARC File Format 1.1\r\n'],
      ['response', 'hello'],
      ['metadata', '{"a":1}\n{"b":2}\n'],
    ]);
  });

  it('are read by our own reader without a complaint, block digest included', () => {
    const [read] = readWarc(memberOf(record, Buffer.from('hello')), 65_536).records;
    expect(read).toMatchObject({ version: '1.1', targetUri: 'http://example.org/é', dateMs, warnings: [] });
    expect(read!.error).toBeUndefined();
    const header = gunzipSync(memberOf(record, Buffer.from('hello'))).toString();
    expect(header).toContain(
      `WARC-Block-Digest: ${formatSha1Digest(createHash('sha1').update('hello').digest())}\r\n`,
    );
    expect(header).toContain('WARC-Date: 2024-02-03T04:05:06.789Z\r\n');
  });

  it('cannot be given header lines from outside', () => {
    const header = formatRecordHeader({ ...record, targetUri: ' http://a/\r\nWARC-Type: x\0' }, 0).toString();
    expect(header).toContain('WARC-Target-URI: %20http://a/%0D%0AWARC-Type: x%00\r\n');
    expect(() => formatRecordHeader({ ...record, contentType: 'a\nb' }, 0)).toThrow(RangeError);
    expect(() => formatRecordHeader({ ...record, fields: [['A b', 'c']] }, 0)).toThrow(RangeError);
    expect(() => formatRecordHeader({ ...record, fields: [['X', '\u007f']] }, 0)).toThrow(RangeError);
  });
});
