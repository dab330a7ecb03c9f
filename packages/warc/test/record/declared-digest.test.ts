// A declared payload digest may be the digest of the stored or of the de-chunked body, in any algorithm. The body may
// arrive whole or in chunks.
import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { makeResponseRecord, readInAllModes } from '../made-records.ts';

const STORED = '5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n';
const ENTITY = 'hello world';
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const WARNING = 'WARC-Payload-Digest matches neither the stored nor the de-chunked payload.';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

function read(body: string, head: string, declared: string, payloads: 'entity' | 'recorded') {
  const record = makeResponseRecord('http://example.org/', body, head, { 'WARC-Payload-Digest': declared });
  const { records, damages } = readInAllModes(record, { payloads });
  expect(damages).toEqual([]);
  return records[0]!;
}

describe.each(['md5', 'sha1', 'sha256', 'sha512'])('a payload digest in %s', (algorithm) => {
  const digest = (text: string) => `${algorithm}:${createHash(algorithm).update(text).digest('hex')}`;

  it.each([
    ['what is stored', STORED, CHUNKED, digest(STORED), []],
    ['what the chunks hold', STORED, CHUNKED, digest(ENTITY), []],
    ['neither', STORED, CHUNKED, digest('other'), [WARNING]],
    ['a body without chunks', ENTITY, '', digest(ENTITY), []],
    ['another than a body without chunks', ENTITY, '', digest('other'), [WARNING]],
    ['a body that is not in chunks as it says', ENTITY, CHUNKED, digest(ENTITY), []],
    ['another than a body that is not in chunks as it says', ENTITY, CHUNKED, digest('other'), [WARNING]],
  ])('may be that of %s', (_, body, head, declared, warnings) => {
    const asEntity = read(body, head, declared, 'entity');
    const asRecorded = read(body, head, declared, 'recorded');
    expect(asEntity.warnings).toEqual(warnings);
    expect(asRecorded.warnings).toEqual(warnings);
    expect(asEntity.payload.sha1).toBe(sha1(ENTITY));
    expect(asEntity.payload.storedSha1).toBe(body === STORED ? sha1(STORED) : undefined);
    expect(asRecorded.payload).toMatchObject({ sha1: sha1(body), dechunked: false });
  });
});
