import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { DamagedRecordError } from '../../src/stored/stored-heads.ts';
import { openStoredRecord } from '../../src/stored/stored-record.ts';
import { dechunkBody, readWholeRecord } from '../../src/stored/whole-record.ts';
import { createSeededRandom, makeNoise, makePlainRecord, makeResponseRecord } from '../made-records.ts';

const CHUNKED = '5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n';
const plenty = { mostBytes: 10_000_000, likelyBytes: 1_000 };

describe('readWholeRecord', () => {
  it.each([
    ['a response', makeResponseRecord('http://example.org/', 'body')],
    ['a chunked one', makeResponseRecord('http://example.org/', CHUNKED, 'Transfer-Encoding: chunked\r\n')],
    ['one without body', makeResponseRecord('http://example.org/', '')],
    [
      'one under another media type',
      makeResponseRecord('http://example.org/', 'x', '', { 'Content-Type': 'text/html' }),
    ],
    ['a resource', makePlainRecord('resource', makeNoise(100_000, createSeededRandom(1)))],
    ['an empty resource', makePlainRecord('resource', Buffer.alloc(0))],
  ])('reads of %s what a stream of it gives', async (_name, record) => {
    const member = gzipSync(record);
    const streamed = await openStoredRecord(Readable.from([member]));
    const { type, header, contentType, blockLength, http } = streamed;
    const whole = readWholeRecord(member, plenty)!;
    expect(whole).toMatchObject({ type, header, contentType, blockLength });
    expect(whole.http?.bytes).toEqual(http?.bytes);
    expect(whole.http?.get('content-type')).toBe(http?.get('content-type'));
    expect(whole.body.equals(await buffer(streamed.body({ dechunk: false })))).toBe(true);
  });

  it('leaves what is larger than wanted to a stream', () => {
    const member = gzipSync(makeResponseRecord('http://example.org/', Buffer.alloc(50_000)));
    expect(readWholeRecord(member, { mostBytes: 10_000, likelyBytes: 1_000 })).toBeUndefined();
  });

  it('reads to where there is room for it, and elsewhere where there is too little', () => {
    const record = makeResponseRecord('http://example.org/', makeNoise(10_000, createSeededRandom(3)));
    for (const roomBytes of [1_000, 20_000]) {
      const room = Buffer.alloc(roomBytes);
      const whole = readWholeRecord(gzipSync(record), { ...plenty, room })!;
      expect(whole.body.equals(record.subarray(-10_004, -4))).toBe(true);
      expect(whole.body.buffer === room.buffer).toBe(roomBytes === 20_000);
    }
  });

  it('refuses a cut member, a wrong checksum, a member without record, and what is no member', () => {
    const member = gzipSync(
      makeResponseRecord('http://example.org/', makeNoise(10_000, createSeededRandom(2))),
    );
    const wrong = Buffer.from(member);
    wrong[wrong.length - 8]! ^= 1;
    const short = gzipSync(makeResponseRecord('http://example.org/', 'body').subarray(0, -6));
    for (const bad of [member.subarray(0, 5_000), wrong, gzipSync('hello'), Buffer.from('hello'), short]) {
      expect(() => readWholeRecord(bad, plenty)).toThrow(DamagedRecordError);
    }
  });
});

describe('dechunkedWhole', () => {
  it('gives what is in the chunks', () => {
    expect(dechunkBody(Buffer.from(CHUNKED)).toString()).toBe('hello world');
    expect(dechunkBody(Buffer.from('0\r\n\r\n'))).toHaveLength(0);
  });

  it.each(['hello', '5\r\nhello', '5\r\nhello\r\n0', '5\r\nhelloo\r\n0\r\n\r\n'])('refuses %j', (body) => {
    expect(() => dechunkBody(Buffer.from(body))).toThrow(DamagedRecordError);
  });
});
