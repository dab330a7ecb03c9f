// The warcinfo and the manifest of a segment are read back as written, found at the end of a file, and rejected if
// anything is wrong.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { makeManifestMember, makeWarcinfoMember } from '../../src/write/new-record.ts';
import { findManifest, readManifest, readWarcinfo } from '../../src/write/read-own-record.ts';

const identity = { recordId: '<urn:uuid:x>', dateMs: 1_700_000_000_000, filename: 'a.warc.gz' };
const lines = Array.from({ length: 300 }, (_, i) => JSON.stringify({ uuid: i, uri: `http://ä/${i}` }));
const block = `${lines.join('\n')}\n`;

describe('a manifest', () => {
  it('is read as it was written', async () => {
    expect(await readManifest(await makeManifestMember({ ...identity, lines }))).toEqual({
      dateMs: identity.dateMs,
      block,
    });
  });

  it('is found at the end of a file, whatever lies before it', async () => {
    const manifest = await makeManifestMember({ ...identity, lines });
    const other = await makeManifestMember({ ...identity, lines: ['{}'] });
    for (const before of [Buffer.alloc(0), other, Buffer.from([0x1f, 0x8b, 0x08, 0x1f, 0x8b, 0x08, 0])]) {
      expect(await findManifest(Buffer.concat([before, manifest]))).toMatchObject({
        at: before.length,
        block,
      });
    }
  });

  it('is none when cut, changed, or followed by anything', async () => {
    const manifest = await makeManifestMember({ ...identity, lines });
    expect(await findManifest(manifest.subarray(0, -1))).toBeUndefined();
    expect(await findManifest(manifest.subarray(1))).toBeUndefined();
    expect(await findManifest(Buffer.concat([manifest, gzipSync('x')]))).toBeUndefined();
    for (let at = 20; at < manifest.length; at += 97) {
      const changed = Buffer.from(manifest);
      changed[at]! ^= 0x10;
      expect(await readManifest(changed)).toBeUndefined();
    }
  });

  it('is not what a record of another type holds', async () => {
    const text = (await readManifest(await makeManifestMember({ ...identity, lines })))!.block;
    const resource = `WARC/1.1\r\nWARC-Type: resource\r\nContent-Type: application/x-ndjson\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}\r\n\r\n`;
    expect(await readManifest(gzipSync(resource))).toBeUndefined();
  });
});

describe('a warcinfo', () => {
  const fields = { namespace: 'default', auid: 'org|plugin&base_url~http%3A%2F%2Fä%2F' };

  it('is read from the beginning of a file, lengthened or not', async () => {
    const info = makeWarcinfoMember({ ...identity, fields });
    const rest = gzipSync('x'.repeat(100_000));
    for (const beginning of [info, lengthened(info)]) {
      expect(await readWarcinfo(Buffer.concat([beginning, rest.subarray(0, 50)]))).toMatchObject({
        dateMs: identity.dateMs,
        fields,
      });
    }
  });

  it('is none when it is cut or something else', async () => {
    const info = makeWarcinfoMember({ ...identity, fields });
    expect(await readWarcinfo(info.subarray(0, 60))).toBeUndefined();
    expect(await readWarcinfo(await makeManifestMember({ ...identity, lines }))).toBeUndefined();
    expect(await readWarcinfo(Buffer.from('no gzip'))).toBeUndefined();
  });
});

/** Makes a warcinfo as in older files: with an extra field in the gzip header and empty deflate blocks after it. */
function lengthened(member: Buffer): Buffer {
  const header = Buffer.from(member.subarray(0, 10));
  header[3] = header[3]! | 4;
  const extra = Buffer.from([4, 0, 0x48, 0x46, 0, 0]);
  const blocks = Buffer.alloc(5_000, Buffer.from([0, 0, 0, 0xff, 0xff]));
  return Buffer.concat([header, extra, blocks, member.subarray(10)]);
}
