import { once } from 'node:events';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { DamagedRecordError } from '../../src/stored/stored-heads.ts';
import { openStoredRecord } from '../../src/stored/stored-record.ts';
import {
  createSeededRandom,
  makeNoise,
  makePlainRecord,
  makeResponseRecord,
  readWarc,
} from '../made-records.ts';

const CHUNKED = '5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n';
const chunked = makeResponseRecord('http://example.org/', CHUNKED, 'Transfer-Encoding: chunked\r\n');
const piecesOf = (bytes: Buffer, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
const open = (member: Buffer, size = 65_536) => openStoredRecord(Readable.from(piecesOf(member, size)));

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const piece of stream) text += (piece as Buffer).toString('latin1');
  return text;
}

describe('openStoredRecord', () => {
  it.each([1, 7, 65_536])('reads heads and body from pieces of %i bytes', async (size) => {
    const record = await open(gzipSync(chunked), size);
    expect(record).toMatchObject({ type: 'response', bodyLength: CHUNKED.length });
    expect(record.http).toMatchObject({ status: 200 });
    expect(record.http?.get('transfer-encoding')).toBe('chunked');
    expect(await textOf(record.body({ dechunk: false }))).toBe(CHUNKED);
    expect(await textOf((await open(gzipSync(chunked), size)).body({ dechunk: true }))).toBe('hello world');
  });

  it('gives the record plain, as long as it says', async () => {
    const record = await open(gzipSync(chunked));
    expect(record.plainLength).toBe(chunked.length);
    expect(await textOf(record.plain())).toBe(chunked.toString('latin1'));
  });

  it('reads the body that the import digested, whatever the media type of the block', async () => {
    for (const fields of [{ 'Content-Type': 'text/html' }, { 'Content-Type': '' }, {}]) {
      const stored = gzipSync(makeResponseRecord('http://example.org/', 'body', '', fields));
      const [imported] = readWarc(stored, 65_536).records;
      const record = await open(stored);
      expect(record.bodyLength).toBe(imported!.payload.length);
      expect(await textOf(record.body({ dechunk: false }))).toBe('body');
    }
  });

  it('streams a large body', async () => {
    const body = makeNoise(3_000_000, createSeededRandom(6));
    const record = await open(gzipSync(makePlainRecord('resource', body)));
    expect(record.http).toBeUndefined();
    let length = 0;
    for await (const piece of record.body({ dechunk: false })) length += (piece as Buffer).length;
    expect(length).toBe(body.length);
  });

  it('fails the stream when the checksum is wrong, before the last of the body goes out', async () => {
    const member = gzipSync(
      makeResponseRecord('http://example.org/', makeNoise(600_000, createSeededRandom(13))),
    );
    member[member.length - 8]! ^= 1;
    const record = await open(member);
    await expect(textOf(record.body({ dechunk: false }))).rejects.toThrow(DamagedRecordError);
  });

  it('fails on a cut member, a member without record, chunks that are none, and a source that fails', async () => {
    const member = gzipSync(
      makeResponseRecord('http://example.org/', makeNoise(100_000, createSeededRandom(7))),
    );
    const cut = await open(member.subarray(0, 50_000));
    await expect(textOf(cut.body({ dechunk: false }))).rejects.toThrow(DamagedRecordError);
    await expect(open(gzipSync('hello'))).rejects.toThrow(DamagedRecordError);
    await expect(open(Buffer.from('hello'))).rejects.toThrow(DamagedRecordError);
    const unframed = await open(gzipSync(makeResponseRecord('http://example.org/', 'hello')));
    await expect(textOf(unframed.body({ dechunk: true }))).rejects.toThrow(DamagedRecordError);
    const failing = Readable.from(
      (async function* () {
        yield member.subarray(0, 50_000);
        throw new Error('the store went away');
      })(),
    );
    const reading = openStoredRecord(failing).then((record) => textOf(record.body({ dechunk: false })));
    await expect(reading).rejects.toThrow('the store went away');
  });

  it('fails instead of waiting when the source closes too early', async () => {
    const member = gzipSync(
      makeResponseRecord('http://example.org/', makeNoise(100_000, createSeededRandom(8))),
    );
    const source = new Readable({ read() {} });
    source.push(member.subarray(0, 60_000));
    const record = await openStoredRecord(source);
    const reading = textOf(record.body({ dechunk: false }));
    source.destroy();
    await expect(reading).rejects.toThrow();
  });

  it('lets go of the source when it is destroyed after the heads, or its stream is', async () => {
    for (const how of ['record', 'stream'] as const) {
      const source = new Readable({ read() {} });
      source.push(
        gzipSync(
          makeResponseRecord('http://example.org/', makeNoise(600_000, createSeededRandom(10))),
        ).subarray(0, 500_000),
      );
      const record = await openStoredRecord(source);
      const closed = once(source, 'close');
      if (how === 'record') record.destroy();
      else {
        const body = record.body({ dechunk: false });
        await once(body, 'readable');
        body.read();
        body.destroy();
        source.push(null);
      }
      await closed;
      expect(source.destroyed).toBe(true);
    }
  });
});
