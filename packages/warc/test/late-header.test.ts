import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { WARCParser } from 'warcio';
import { crc32Combine } from '../src/crc32-combine.ts';
import { parseHttpHead } from '../src/http-head.ts';
import {
  BodyCompressor,
  lengthened,
  longestBeginning,
  type MemberBeginning,
  memberBeginning,
  memberEnd,
} from '../src/late-header.ts';
import { HTTP_RESPONSE, newRecordId, recordHeader } from '../src/new-record.ts';

/** The same bytes every time, compressible in part. */
function bytes(length: number, seed = 1): Buffer {
  const made = Buffer.alloc(length);
  for (let at = 0, state = seed; at < length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    made[at] = at % 3 === 0 ? 65 : state >>> 24;
  }
  return made;
}

async function memberOf(plain: Buffer, body: Buffer, chunkBytes: number) {
  const compressor = new BodyCompressor();
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += chunkBytes) {
    const piece = await compressor.push(body.subarray(at, at + chunkBytes));
    if (piece) pieces.push(piece);
  }
  const rest = await compressor.finish();
  const beginning: MemberBeginning = await memberBeginning(plain);
  const end = memberEnd(beginning, rest.body);
  return { beginning, member: Buffer.concat([beginning.bytes, ...pieces, rest.bytes, end]) };
}

describe('CRC-32 of joined pieces', () => {
  it.each([
    [0, 0],
    [0, 10],
    [10, 0],
    [1, 1],
    [5, 70_000],
    [70_000, 5],
    [12_345, 1_000_003],
  ])('of %i and %i bytes is that of zlib', (first, second) => {
    const [a, b] = [bytes(first, 3), bytes(second, 7)];
    expect(crc32Combine(crc32(a), crc32(b), b.length)).toBe(crc32(Buffer.concat([a, b])));
  });

  it('holds beyond 4 GiB', () => {
    // Zeros behind zeros behind zeros: joining in either order must give the same.
    const gib = Array.from({ length: 10 }).reduce<number>(
      (crc, _, i) => crc32Combine(crc, crc, 1_048_576 * 2 ** i),
      crc32(Buffer.alloc(1_048_576)),
    );
    const bytesOfGib = 2 ** 30;
    const leftFirst = [1, 2, 3, 4, 5].reduce((crc) => crc32Combine(crc, gib, bytesOfGib), gib);
    const [two, four] = [
      crc32Combine(gib, gib, bytesOfGib),
      crc32Combine(crc32Combine(gib, gib, bytesOfGib), crc32Combine(gib, gib, bytesOfGib), 2 * bytesOfGib),
    ];
    expect(crc32Combine(two, four, 4 * bytesOfGib)).toBe(leftFirst);
    expect(crc32Combine(gib, crc32Combine(four, gib, bytesOfGib), 5 * bytesOfGib)).toBe(leftFirst);
  });
});

describe('a member whose beginning is made last', () => {
  it.each([
    [0, 0, 1],
    [300, 0, 1],
    [300, 1, 1],
    [300, 5_000, 7],
    [20_000, 20_000, 65_536],
    [300, 262_144, 65_536],
    [300, 1_000_000, 65_537],
  ])('of %i and %i bytes in chunks of %i is one gzip member of all of them', async (head, body, chunk) => {
    const [plain, payload] = [bytes(head, 5), bytes(body, 9)];
    const { beginning, member } = await memberOf(plain, payload, chunk);
    expect(gunzipSync(member).equals(Buffer.concat([plain, payload, Buffer.from('\r\n\r\n')]))).toBe(true);
    expect(beginning.bytes.length).toBeLessThanOrEqual(longestBeginning(plain.length));
  });

  it('is not longer than its bound for bytes that do not compress', async () => {
    const noise = gzipSync(bytes(3_000_000));
    for (const length of [10, 1_000, 100_000, 1_400_000]) {
      const { bytes: made } = await memberBeginning(noise.subarray(0, length));
      expect(made.length).toBeLessThanOrEqual(longestBeginning(length));
    }
  });

  it('stores what does not compress, and compresses again what follows it', async () => {
    const noise = gzipSync(bytes(12_000_000), { level: 9 }).subarray(0, 6_000_000);
    const text = Buffer.alloc(20_000_000, 'the same words again and again, ');
    const body = Buffer.concat([noise, text]);
    const { member } = await memberOf(Buffer.from('plain'), body, 65_536);
    expect(gunzipSync(member).subarray(5, -4).equals(body)).toBe(true);
    // At most as many pieces are stored as lie between two tries.
    expect(member.length).toBeLessThan(noise.length * 1.001 + 16 * 270_000);
  });

  it('holds little where it compresses well', async () => {
    const compressor = new BodyCompressor();
    const piece = await compressor.push(Buffer.alloc(256 * 1024, 'so '));
    expect(piece!.length).toBeLessThan(1000);
    expect(piece!.buffer.byteLength).toBeLessThan(2000);
  });

  it('is a record to warcio, digest and all', async () => {
    const head = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n');
    const body = bytes(600_000);
    const record = {
      type: 'response',
      recordId: newRecordId(),
      dateMs: 0,
      targetUri: 'http://a/',
      contentType: HTTP_RESPONSE,
    } as const;
    const plain = Buffer.concat([recordHeader(record, head.length + body.length), head]);
    const { member } = await memberOf(plain, body, 65_536);
    const parser = new WARCParser([lengthened(member, member.length + 1_003)]);
    const read = (await parser.parse())!;
    expect(read.warcTargetURI).toBe('http://a/');
    expect(read.httpHeaders?.headers.get('content-type')).toBe('text/plain');
    expect(Buffer.from(await read.readFully(false)).equals(body)).toBe(true);
  });
});

describe('lengthening a member', () => {
  const member = gzipSync('some content');

  it.each([0, 6, 7, 8, 9, 10, 11, 16, 1_000, 400_003])('by %i bytes leaves its content', (more) => {
    const longer = lengthened(member, member.length + more);
    expect(longer.length).toBe(member.length + more);
    expect(gunzipSync(longer).toString()).toBe('some content');
  });

  it.each([-1, 1, 5])('by %i bytes is impossible', (more) => {
    expect(() => lengthened(member, member.length + more)).toThrow(RangeError);
  });
});

describe('a head alone', () => {
  it.each([
    ['HTTP/1.1 200 OK\r\n\r\n', 200],
    ['HTTP/1.1 404\r\nA: b\r\n c\r\n\tD\r\nempty:\r\n\r\n', 404],
    ['HTTP/2 200 \nA:b\n\n', 200],
  ])('%j is read', (text, status) => {
    expect(parseHttpHead(Buffer.from(text))).toMatchObject({ status, headLength: text.length });
  });

  it.each([
    '',
    '\r\n\r\n',
    'HTTP/1.1 200 OK',
    'HTTP/1.1 200 OK\r\n',
    'HTTP/1.1 200 OK\r\nA: b\r\n',
    'HTTP/1.1 200 OK\r\n\r\nbody',
    'HTTP/1.1 OK\r\n\r\n',
    'HTTP/1.1 99 OK\r\n\r\n',
    'HTTP/1.1 2000 OK\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno field\r\n\r\n',
    'HTTP/1.1 200 OK\r\n: no name\r\n\r\n',
    'HTTP/1.1 200 OK\r\n folded behind nothing\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
  ])('%j is none', (text) => {
    expect(parseHttpHead(Buffer.from(text))).toBeUndefined();
  });
});
