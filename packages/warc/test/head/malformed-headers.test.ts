// Tests HTTP status lines that browsers accept although RFC 9112 forbids them, and chunked bodies with bytes after the
// last chunk. Such records are imported and read back.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { openStoredRecord } from '../../src/stored/stored-record.ts';
import { dechunkBody, readWholeRecord } from '../../src/stored/whole-record.ts';
import { gzipEach, makePlainRecord, makeResponseRecord, readInAllModes } from '../made-records.ts';

const FIELDS = 'Content-Type: application/pdf\r\nLocation: /x\r\n\r\n';
const BODY = '%PDF-1.4 what was captured';
const B = makeResponseRecord('http://example.org/b', 'three');
const plenty = { mostBytes: 10_000_000, likelyBytes: 1_000 };
const BEHIND = [expect.stringContaining('follow the last chunk')];

async function readBack(member: Buffer, dechunk: boolean, payloadLength?: number) {
  const streamed = await openStoredRecord(Readable.from([member]), payloadLength);
  const whole = readWholeRecord(member, { ...plenty, payloadLength })!;
  expect(whole.http?.bytes).toEqual(streamed.http?.bytes);
  const body = await buffer(streamed.body({ dechunk }));
  expect((dechunk ? dechunkBody(whole.body) : whole.body).equals(body)).toBe(true);
  return { http: streamed.http, body: body.toString('latin1') };
}

describe('a status line that is odd', () => {
  it.each([
    ['HTTP/1.1 0 OK', 0],
    ['HTTP/1.1 0', 0],
    ['HTTP/1.1 200OK', 200],
    ['HTTP/1.1200 OK', 200],
    ['HTTP/1.1\t200\tOK', 200],
    ['HTTP/1.1 200\tOK', 200],
    ['HTTP/1.1\x0b404\x0cNot Found', 404],
    ['HTTP/1.1\r200 OK', 200],
    ['HTTP/1.1 099 OK', 99],
    ['HTTP/1.1 20 OK', 20],
    ['HTTP/1.1 2000 OK', 2000],
    ['HTTP/1.1 20000 OK', undefined],
    ['HTTP/1.1 -1 OK', undefined],
    ['HTTP/1.1 OK', undefined],
    ['HTTP/1.1', undefined],
    ['HTTP/1.1 ', undefined],
    ['http/2 0', 0],
    ['HTTP/1.1 \xe9t\xe9', undefined],
    [`HTTP/1.1 ${'x'.repeat(400_000)}`, undefined],
  ])('%.30j is kept with a warning', async (line, status) => {
    for (const end of ['\r\n', '\n']) {
      const head = `${line}${end}${FIELDS}`;
      const record = makePlainRecord('response', Buffer.from(head + BODY, 'latin1'));
      for (const input of [Buffer.concat([record, B]), gzipEach([record, B])]) {
        const { records, damages } = readInAllModes(input);
        expect(damages).toEqual([]);
        expect(records.map(({ error }) => error)).toEqual([undefined, undefined]);
        expect(records[0]!.http).toMatchObject({
          status,
          contentType: 'application/pdf',
          headLength: head.length,
        });
        expect(records[0]!.payload.length).toBe(BODY.length);
        expect(records[0]!.warnings).toEqual([expect.stringContaining('status line')]);
      }
      const { http, body } = await readBack(gzipSync(record), false, BODY.length);
      expect(http!.status).toBe(status);
      expect(http!.bytes.toString('latin1')).toBe(head);
      expect(body).toBe(BODY);
    }
  });

  it.each([
    'HTTP/1.1 200 OK',
    'HTTP/1.0 999',
    'HTTP/2 200',
    'HTTP 200 OK',
    'ICY 200 OK',
    'HTTP/1.1  301  Moved',
  ])('%j is none', (line) => {
    const [record] = readInAllModes(makePlainRecord('response', `${line}\r\n${FIELDS}${BODY}`)).records;
    expect(record!.warnings).toEqual([]);
    expect(record!.http!.status).toBeGreaterThanOrEqual(200);
  });

  it('of a block that was stored as all payload stays payload', async () => {
    const block = `HTTP/1.1 0 OK\r\n${FIELDS}${BODY}`;
    const { http, body } = await readBack(gzipSync(makePlainRecord('response', block)), false, block.length);
    expect(http).toBeUndefined();
    expect(body).toBe(block);
  });
});

describe('a chunked body with bytes behind its last chunk', () => {
  const chunks = '5\r\nhello\r\n0\r\n\r\n';
  it.each(['\r', '\r\n', '\r\n\r\n', '\0', 'x', 'WARC/1.0\r\n', '5\r\nhello\r\n', 'y'.repeat(500_000)])(
    '%.20j is what the chunks hold, with a warning',
    async (behind) => {
      const head = 'Transfer-Encoding: chunked\r\nContent-Type: text/plain\r\n';
      const record = makeResponseRecord('http://a/', chunks + behind, head, {
        'WARC-Payload-Digest': 'sha1:VL2MMHO4YXUKFWV63YHTWSBM3GXKSQ2N',
      });
      const { records, damages } = readInAllModes(gzipEach([record, B]));
      expect(damages).toEqual([]);
      expect(records.map(({ error }) => error)).toEqual([undefined, undefined]);
      expect(records[0]!.payload).toMatchObject({
        length: 5,
        dechunked: true,
        sha1: 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d',
      });
      expect(records[0]!.warnings.filter((text) => !text.includes('Content-Length'))).toEqual(BEHIND);
      expect((await readBack(gzipSync(record), true, 5)).body).toBe('hello');
    },
  );

  it('is taken as it was recorded where that is asked for', () => {
    const record = makeResponseRecord('http://a/', `${chunks}x`, 'Transfer-Encoding: chunked\r\n');
    const [read] = readInAllModes(record, { payloads: 'recorded' }).records;
    expect(read).toMatchObject({ payload: { length: chunks.length + 1, dechunked: false }, warnings: [] });
  });
});
