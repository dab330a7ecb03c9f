// Decompression bombs: archives that are small when sent and large when inflated. Each is built once and may be sent
// several times.
import { createGzip, gzipSync, zstdCompressSync } from 'node:zlib';
import { makeArcRecord, makeFiledesc, makeResponseRecord, makeZip, makeZstdFrame } from '@holdfast/testkit';
import type { NamedArchive } from './corrupt-archives.ts';

const mebibyte = Buffer.alloc(1024 * 1024);

/** Builds all archives. `sizeMiB`: inflated size of the largest archives. */
export async function makeBombs(sizeMiB: number): Promise<NamedArchive[]> {
  const good = gzipSync(makeResponseRecord('http://bomb/good', Buffer.from('good')));
  const zeros = await makeGzipBomb(sizeMiB, Buffer.alloc(0), mebibyte);
  return [
    { name: 'zeros that are no WARC', bytes: zeros },
    {
      name: 'a response of zeros',
      bytes: await makeGzipBomb(sizeMiB, makeRecordHead(sizeMiB * 2 ** 20), mebibyte, recordEnd),
    },
    {
      name: 'zeros behind a short Content-Length',
      bytes: await makeGzipBomb(sizeMiB, makeRecordHead(30), mebibyte),
    },
    {
      name: 'zeros before the end of a long Content-Length',
      bytes: await makeGzipBomb(sizeMiB, makeRecordHead(2 ** 50), mebibyte),
    },
    {
      name: 'an endless WARC header line',
      bytes: await makeGzipBomb(sizeMiB, Buffer.from('WARC/1.0\r\nX: '), repeatToMebibyte('x')),
    },
    {
      name: 'endless WARC headers',
      bytes: await makeGzipBomb(sizeMiB, Buffer.from('WARC/1.0\r\n'), repeatToMebibyte('X: y\r\n')),
    },
    {
      name: 'endless first lines of records',
      bytes: await makeGzipBomb(sizeMiB, good0, repeatToMebibyte('WARC/1.0\r\n')),
    },
    {
      name: 'endless HTTP headers',
      bytes: await makeGzipBomb(
        sizeMiB,
        makeRecordHead(2 ** 40, 'HTTP/1.1 200 OK\r\n'),
        repeatToMebibyte('X: y\r\n'),
      ),
    },
    {
      name: 'an endless chunk size',
      bytes: await makeGzipBomb(sizeMiB, makeRecordHead(2 ** 40, chunked), repeatToMebibyte('0')),
    },
    {
      name: 'chunks of one byte',
      bytes: await makeGzipBomb(
        Math.ceil(sizeMiB / 4),
        makeRecordHead(2 ** 40, chunked),
        repeatToMebibyte('1\r\nx\r\n'),
      ),
    },
    { name: 'many tiny responses', bytes: gzipSync(makeTinyRecords(sizeMiB * 150)) },
    {
      name: 'many tiny records that are passed over',
      bytes: gzipSync(Buffer.from(warcinfo.repeat(sizeMiB * 2_000))),
    },
    {
      name: 'many records without a length',
      bytes: gzipSync(Buffer.from('WARC/1.0\r\nWARC-Type: response\r\n\r\n'.repeat(sizeMiB * 400))),
    },
    { name: 'many tiny responses in zstandard', bytes: zstdCompressSync(makeTinyRecords(sizeMiB * 150)) },
    {
      name: 'a response of zeros in zstandard',
      bytes: zstdCompressSync(
        Buffer.concat([makeRecordHead(sizeMiB * 2 ** 20), Buffer.alloc(sizeMiB * 2 ** 20), recordEnd]),
      ),
    },
    {
      name: 'many beginnings of zstandard frames',
      bytes: Buffer.concat([makeZstdFrame(good0), ...repeatBuffer(frameStart, sizeMiB * 2_000)]),
    },
    {
      name: 'a WACZ of deflated gzip of zeros',
      bytes: makeWacz({
        content: await makeGzipBomb(sizeMiB, makeRecordHead(2 ** 50), mebibyte),
        deflated: true,
      }),
    },
    {
      name: 'a WACZ of many entries',
      bytes: makeWacz(...repeatBuffer(good, sizeMiB * 20).map((content) => ({ content }))),
    },
    {
      name: 'ARC headers of records that are longer than they are',
      bytes: Buffer.concat([
        makeFiledesc(),
        ...repeatBuffer(makeArcRecord('http://a/', 'x', { length: '60000' }), sizeMiB * 2_000),
      ]),
    },
    {
      name: 'an endless ARC header line',
      bytes: Buffer.concat([makeFiledesc(), ...repeatBuffer(repeatToMebibyte('http:'), sizeMiB)]),
    },
    { name: 'gzip in gzip in gzip', bytes: gzipSync(gzipSync(gzipSync(good))) },
    { name: 'gzip of gzip of zeros', bytes: gzipSync(zeros) },
    {
      name: 'many empty gzip members',
      bytes: Buffer.concat([good, ...repeatBuffer(gzipSync(''), sizeMiB * 500), good]),
    },
    {
      name: 'many beginnings of gzip members',
      bytes: Buffer.concat([good, ...repeatBuffer(memberStart, sizeMiB * 2_000), good]),
    },
    {
      name: 'beginnings of gzip members that nearly inflate',
      bytes: Buffer.concat([good, ...repeatBuffer(good.subarray(0, 40), sizeMiB * 200)]),
    },
    {
      name: 'a gzip header with an endless name',
      bytes: Buffer.concat([named, repeatToMebibyte('n'), repeatToMebibyte('n')]),
    },
    {
      name: 'a gzip header with an endless name behind a record',
      bytes: Buffer.concat([good, named, repeatToMebibyte('n'), repeatToMebibyte('n')]),
    },
  ];
}

const recordEnd = Buffer.from('\r\n\r\n');
const httpHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n';
const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
const memberStart = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
const frameStart = Buffer.from('28b52ffd2400010000', 'hex');
const named = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
const good0 = makeResponseRecord('http://bomb/', Buffer.from('good'));
const warcinfo = 'WARC/1.0\r\nWARC-Type: warcinfo\r\nContent-Length: 0\r\n\r\n\r\n\r\n';

/** Returns the WARC header and the HTTP header block of a response record whose body has `bodyBytes` bytes. */
function makeRecordHead(bodyBytes: number, http = httpHead): Buffer {
  const record = makeResponseRecord('http://bomb/', Buffer.alloc(0)).toString('latin1');
  const header = record.slice(0, record.indexOf('Content-Length'));
  return Buffer.from(`${header}Content-Length: ${bodyBytes + http.length}\r\n\r\n${http}`);
}

/** Repeats the text until it is about one mebibyte long. */
function repeatToMebibyte(text: string): Buffer {
  return Buffer.from(text.repeat(Math.floor(mebibyte.length / text.length)));
}

function makeWacz(...entries: { content: Buffer; deflated?: boolean }[]): Buffer {
  return makeZip(entries.map((entry, i) => ({ name: `archive/${i}.warc.gz`, ...entry }))).bytes;
}

function makeTinyRecords(count: number): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, (_, i) => makeResponseRecord(`http://t/${i}`, Buffer.from(`${i}`))),
  );
}

function repeatBuffer(bytes: Buffer, count: number): Buffer[] {
  return Array.from({ length: count }, () => bytes);
}

async function makeGzipBomb(
  sizeMiB: number,
  start: Buffer,
  filling: Buffer,
  end = Buffer.alloc(0),
): Promise<Buffer> {
  const gzip = createGzip({ level: 1 });
  const pieces: Buffer[] = [];
  const collected = (async () => {
    for await (const piece of gzip) pieces.push(piece as Buffer);
  })();
  gzip.write(start);
  for (let i = 0; i < sizeMiB; i++)
    if (!gzip.write(filling)) await new Promise((drained) => gzip.once('drain', drained));
  gzip.end(end);
  await collected;
  return Buffer.concat(pieces);
}
