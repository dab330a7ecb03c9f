// Writes a capture as Heritrix does: a response, its request and its metadata record, each as a gzip member.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { BenchRandom } from './random.ts';

export type BenchCapture = {
  readonly url: string;
  readonly contentType: string;
  readonly body: Buffer;
  readonly chunked: boolean;
  readonly outlinks: string[];
};

/** A gzip member with its inflated size. */
export type BenchGzipMember = { bytes: Buffer; inflatedBytes: number };

export function makeCaptureMembers(
  random: BenchRandom,
  capture: BenchCapture,
  dateMs: number,
): BenchGzipMember[] {
  const { url } = capture;
  const date = formatBenchWarcDate(dateMs);
  const responseId = makeRecordId(random);
  const block = buildResponseBlock(capture);
  const request = Buffer.from(
    `GET ${new URL(url).pathname} HTTP/1.0\r\nUser-Agent: Mozilla/5.0 (compatible; heritrix/3.4 +http://archive.test/)\r\n` +
      `Connection: close\r\nReferer: http://${new URL(url).host}/\r\nHost: ${new URL(url).host}\r\n\r\n`,
  );
  const metadata = Buffer.from(
    [
      `fetchTimeMs: ${random.below(900)}`,
      'charsetForLinkExtraction: UTF-8',
      ...capture.outlinks.map(formatOutlink),
      '',
    ].join('\r\n'),
  );
  return [
    compressMember(
      [
        'WARC-Type: response',
        `WARC-Target-URI: ${url}`,
        `WARC-Date: ${date}`,
        `WARC-Payload-Digest: ${block.payloadDigest}`,
        `WARC-IP-Address: 192.0.2.${random.below(256)}`,
        `WARC-Record-ID: ${responseId}`,
        'Content-Type: application/http; msgtype=response',
      ],
      block.bytes,
    ),
    compressMember(
      [
        'WARC-Type: request',
        `WARC-Target-URI: ${url}`,
        `WARC-Date: ${date}`,
        `WARC-Concurrent-To: ${responseId}`,
        `WARC-Record-ID: ${makeRecordId(random)}`,
        'Content-Type: application/http; msgtype=request',
      ],
      request,
    ),
    compressMember(
      [
        'WARC-Type: metadata',
        `WARC-Target-URI: ${url}`,
        `WARC-Date: ${date}`,
        `WARC-Concurrent-To: ${responseId}`,
        `WARC-Record-ID: ${makeRecordId(random)}`,
        'Content-Type: application/warc-fields',
      ],
      metadata,
    ),
  ];
}

export function makeBenchWarcinfo(random: BenchRandom, fileName: string, dateMs: number): BenchGzipMember {
  const fields =
    'software: Heritrix/3.4.0 http://crawler.archive.org\r\nformat: WARC File Format 1.0\r\nrobots: obey\r\n';
  const headers = [
    'WARC-Type: warcinfo',
    `WARC-Date: ${formatBenchWarcDate(dateMs)}`,
    `WARC-Filename: ${fileName}`,
  ];
  headers.push(`WARC-Record-ID: ${makeRecordId(random)}`, 'Content-Type: application/warc-fields');
  return compressMember(headers, Buffer.from(fields));
}

function compressMember(headers: string[], block: Buffer): BenchGzipMember {
  const inflated = Buffer.concat([
    formatBenchWarcHeader(headers, block.length),
    block,
    Buffer.from('\r\n\r\n'),
  ]);
  return { bytes: gzipSync(inflated, { level: 6 }), inflatedBytes: inflated.length };
}

export function formatBenchWarcHeader(headers: string[], blockLength: number): Buffer {
  return Buffer.from(['WARC/1.0', ...headers, `Content-Length: ${blockLength}`, '', ''].join('\r\n'));
}

/** Returns the response block. A chunked body keeps its chunk framing, and the payload digest covers the framing. */
function buildResponseBlock({ contentType, body, chunked }: BenchCapture): {
  bytes: Buffer;
  payloadDigest: string;
} {
  const head = formatBenchHttpHead(
    contentType,
    chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`,
  );
  const entity = chunked ? addChunkFraming(body) : body;
  return {
    bytes: Buffer.concat([head, entity]),
    payloadDigest: computeSha1Text(createHash('sha1').update(entity).digest()),
  };
}

export function formatBenchHttpHead(contentType: string, framing: string): Buffer {
  const headers = ['HTTP/1.1 200 OK', 'Date: Thu, 02 May 2024 10:00:00 GMT', 'Server: Apache/2.4.59 (Unix)'];
  headers.push(
    'Cache-Control: max-age=3600',
    'Connection: close',
    `Content-Type: ${contentType}`,
    framing,
    '',
    '',
  );
  return Buffer.from(headers.join('\r\n'));
}

const CHUNK_BYTES = 8192;

function addChunkFraming(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let start = 0; start < body.length; start += CHUNK_BYTES) {
    const chunk = body.subarray(start, start + CHUNK_BYTES);
    parts.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

export function makeRecordId(random: BenchRandom): string {
  const hex = random.bytes(16).toString('hex');
  return `<urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}>`;
}

export function formatBenchWarcDate(dateMs: number): string {
  return `${new Date(dateMs).toISOString().slice(0, 19)}Z`;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function computeSha1Text(digest: Buffer): string {
  const bits = Array.from(digest, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return `sha1:${Array.from({ length: 32 }, (_, i) => BASE32[Number.parseInt(bits.slice(i * 5, i * 5 + 5), 2)]).join('')}`;
}

function formatOutlink(url: string): string {
  return `outlink: ${url} L a/@href`;
}
