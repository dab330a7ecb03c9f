import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { composeRecord } from '../../src/domain/record/revisit.ts';
import { computeStoredMemberLength, makeStoredMember } from '../../src/domain/record/stored-gzip.ts';

const composition = {
  id: '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61',
  url: 'http://example.com/',
  collectionMs: Date.UTC(2014, 0, 26, 20, 6, 24, 5),
  contentLength: 1_000,
  sha256: Buffer.alloc(32, 0xab),
  ownHead: { bytes: 120, status: 200 },
};

describe('the record composed for a revisit', () => {
  it('has a header that says what it is', () => {
    const { warcHeader } = composeRecord(composition);
    expect(warcHeader.toString()).toBe(
      [
        'WARC/1.1',
        'WARC-Type: response',
        'WARC-Record-ID: <urn:uuid:0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61>',
        'WARC-Date: 2014-01-26T20:06:24.005Z',
        'WARC-Target-URI: http://example.com/',
        `WARC-Payload-Digest: sha256:${'ab'.repeat(32)}`,
        'Content-Type: application/http; msgtype=response',
        'Content-Length: 1124',
        '\r\n',
      ].join('\r\n'),
    );
  });

  it('takes the head of the original when its own is missing or a 304', () => {
    expect(composeRecord(composition).headFrom).toBe('revisit');
    const without = composeRecord({ ...composition, ownHead: { bytes: 0, status: undefined } });
    const notModified = composeRecord({ ...composition, ownHead: { bytes: 90, status: 304 } });
    expect(without).toMatchObject({ headFrom: 'original', headBytes: 4_096 });
    expect(notModified).toEqual(without);
  });

  it('lets no URL end its line', () => {
    const { warcHeader } = composeRecord({ ...composition, url: 'http://x/\r\nWARC-Type: a b\ud800é' });
    expect(warcHeader.toString()).toContain('WARC-Target-URI: http://x/%0D%0AWARC-Type:%20a%20b\ufffdé\r\n');
  });
});

describe('a stored gzip member', () => {
  it.each([0, 1, 65_534, 65_535, 65_536, 131_070, 200_001])(
    'of %d bytes has its length and content',
    async (n) => {
      const content = Buffer.from(Array.from({ length: n }, (_, i) => (i * 7) & 0xff));
      const pieces = Array.from({ length: Math.ceil(n / 4_321) }, (_, i) =>
        content.subarray(i * 4_321, (i + 1) * 4_321),
      );
      const member = await collect(makeStoredMember(pieces, n));
      expect(member.length).toBe(computeStoredMemberLength(n));
      expect(gunzipSync(member).equals(content)).toBe(true);
    },
  );

  it('is the same however the content is cut', async () => {
    const content = Buffer.alloc(70_000, 'abc');
    const whole = await collect(makeStoredMember([content], content.length));
    const bytes = await collect(
      makeStoredMember([content.subarray(0, 1), content.subarray(1)], content.length),
    );
    expect(bytes.equals(whole)).toBe(true);
  });

  it.each([9, 11])('refuses content of %d bytes that was announced as 10', async (n) => {
    await expect(collect(makeStoredMember([Buffer.alloc(n)], 10))).rejects.toThrow(/than announced/);
  });
});

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}
