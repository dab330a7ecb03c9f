// A record compressed in one pass becomes one gzip member with all of its bytes. The member is yielded in chunks, which
// limits memory.
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { WARCParser } from 'warcio';
import { compressRecord } from '../../src/write/compress-record.ts';
import { createRecordId, formatRecordHeader, HTTP_RESPONSE_TYPE } from '../../src/write/new-record.ts';

/** Returns reproducible, partly compressible bytes. */
function bytes(length: number, seed = 1): Buffer {
  const made = Buffer.alloc(length);
  for (let at = 0, state = seed; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    made[at] = at % 3 === 0 ? 65 : state >>> 24;
  }
  return made;
}

async function piecesOf(beginning: Buffer, block: Buffer, chunkBytes: number): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < block.length; at += chunkBytes) chunks.push(block.subarray(at, at + chunkBytes));
  return gathered(compressRecord(beginning, chunks, block.length));
}

async function gathered(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}

async function memberOf(beginning: Buffer, block: Buffer, chunkBytes: number): Promise<Buffer> {
  return Buffer.concat(await piecesOf(beginning, block, chunkBytes));
}

describe('a member made in one pass', () => {
  it.each([
    [0, 0, 1],
    [300, 0, 1],
    [300, 1, 1],
    [300, 5_000, 7],
    [20_000, 20_000, 65_536],
    [300, 262_144, 65_536],
    [400_000, 10, 65_536],
    [300, 1_000_000, 65_537],
    [300, 1_000_000, 1_000_000],
  ])('of %i and %i bytes in chunks of %i is one gzip member of all of them', async (head, body, chunk) => {
    const [beginning, block] = [bytes(head, 5), bytes(body, 9)];
    const member = await memberOf(beginning, block, chunk);
    expect(gunzipSync(member).equals(Buffer.concat([beginning, block, Buffer.from('\r\n\r\n')]))).toBe(true);
  });

  it('comes in one piece when it is small', async () => {
    expect(await piecesOf(bytes(300), bytes(20_000), 10_000)).toHaveLength(1);
  });

  it('stores what does not compress, and compresses again what follows it', async () => {
    const noise = gzipSync(bytes(12_000_000), { level: 9 }).subarray(0, 6_000_000);
    const text = Buffer.alloc(20_000_000, 'the same words again and again, ');
    const block = Buffer.concat([noise, text]);
    const member = await memberOf(Buffer.from('plain'), block, 65_536);
    expect(gunzipSync(member).subarray(5, -4).equals(block)).toBe(true);
    // Compression is tried again at intervals, so that the number of consecutive uncompressed chunks is limited.
    expect(member.length).toBeLessThan(noise.length * 1.001 + 16 * 270_000);
  });

  it('holds little where it compresses well', async () => {
    const [, piece] = await piecesOf(Buffer.from('plain'), Buffer.alloc(1024 * 1024, 'so '), 256 * 1024);
    expect(piece!.length).toBeLessThan(1000);
    expect(piece!.buffer.byteLength).toBeLessThan(2000);
  });

  it.each([999_999, 1_000_001])('fails when %i bytes were said of 1,000,000', async (said) => {
    const pieces = Array.from({ length: 100 }, (_, index) => Buffer.alloc(10_000, index));
    await expect(gathered(compressRecord(bytes(300), pieces, said))).rejects.toThrow(RangeError);
  });

  it('is a record to warcio, digest and all', async () => {
    const head = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
    const body = bytes(600_000);
    const record = {
      type: 'response',
      recordId: createRecordId(),
      dateMs: 0,
      targetUri: 'http://a/',
      contentType: HTTP_RESPONSE_TYPE,
    } as const;
    const beginning = Buffer.concat([formatRecordHeader(record, head.length + body.length), head]);
    const parser = new WARCParser([await memberOf(beginning, body, 65_536)]);
    const read = (await parser.parse())!;
    expect(read.warcTargetURI).toBe('http://a/');
    expect(read.httpHeaders?.headers.get('content-type')).toBe('text/plain');
    expect(Buffer.from(await read.readFully(false)).equals(body)).toBe(true);
  });
});
