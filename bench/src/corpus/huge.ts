// Writes a 2 GiB response as a single gzip member, without holding it in memory. Generates the response twice, because
// the header before it contains its digest.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { type BenchRandom, createBenchRandom } from './random.ts';
import {
  computeSha1Text,
  formatBenchHttpHead,
  formatBenchWarcDate,
  formatBenchWarcHeader,
  makeRecordId,
} from './triple.ts';

/** Slightly more than a signed 32-bit integer can represent. */
export const HUGE_BODY_BYTES = 2 ** 31 + 4096;

/** Appends the gzip member to `output` without closing it. Returns the inflated size of the gzip member. */
export async function writeHugeRecord(
  random: BenchRandom,
  output: Writable,
  bodyBytes: number,
  dateMs: number,
): Promise<number> {
  const seed = random.bytes(16).toString('hex');
  const hash = createHash('sha1');
  for (const piece of generateBody(seed, bodyBytes)) hash.update(piece);
  const http = formatBenchHttpHead('video/mp4', `Content-Length: ${bodyBytes}`);
  const headers = [
    'WARC-Type: response',
    'WARC-Target-URI: http://media.example.org/video/keynote.mp4',
    `WARC-Date: ${formatBenchWarcDate(dateMs)}`,
    `WARC-Payload-Digest: ${computeSha1Text(hash.digest())}`,
    `WARC-Record-ID: ${makeRecordId(random)}`,
    'Content-Type: application/http; msgtype=response',
  ];
  const head = Buffer.concat([formatBenchWarcHeader(headers, http.length + bodyBytes), http]);
  const gzip = createGzip({ level: 6 });
  gzip.pipe(output, { end: false });
  const ended = once(gzip, 'end');
  gzip.write(head);
  for (const piece of generateBody(seed, bodyBytes)) if (!gzip.write(piece)) await once(gzip, 'drain');
  gzip.end('\r\n\r\n');
  await ended;
  return head.length + bodyBytes + 4;
}

const PIECE_BYTES = 64 * 1024;

/**
 * Yields 64 KiB of incompressible and 64 KiB of highly compressible bytes in turn. Together they compress to about
 * half.
 */
function* generateBody(seed: string, length: number): Generator<Buffer> {
  const random = createBenchRandom(seed);
  for (let start = 0; start < length; start += PIECE_BYTES) {
    const size = Math.min(PIECE_BYTES, length - start);
    const even = (start / PIECE_BYTES) % 2 === 0;
    yield even ? random.bytes(size) : Buffer.alloc(size, random.bytes(64));
  }
}
