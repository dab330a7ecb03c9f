import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { GzipCheck } from '../src/format/gzip-check.ts';

const members = Buffer.concat([
  gzipSync('one record '.repeat(500)),
  gzipSync('another'),
  gzipSync('manifest'),
]);

async function faultOf(bytes: Uint8Array, chunkBytes = 64): Promise<string | undefined> {
  const check = new GzipCheck();
  for (let at = 0; at < bytes.length; at += chunkBytes)
    await check.chunk(bytes.subarray(at, at + chunkBytes));
  return check.end();
}

it('finds nothing in whole members, however they are divided', async () => {
  for (const chunkBytes of [1, 7, 64, 100_000]) expect(await faultOf(members, chunkBytes)).toBeUndefined();
});

it.each([
  ['a flipped bit in what is compressed', changed((bytes) => bytes.writeUInt8(bytes[30]! ^ 4, 30))],
  ['a flipped bit in a checksum', changed((bytes) => bytes.writeUInt8(bytes.at(-6)! ^ 1, bytes.length - 6))],
  [
    'a member that is none',
    changed((bytes) => bytes.writeUInt8(0, gzipSync('one record '.repeat(500)).length)),
  ],
  ['a lost end', members.subarray(0, -3)],
  ['zeros behind it', Buffer.concat([members, Buffer.alloc(100)])],
  ['something else behind it', Buffer.concat([members, Buffer.from('something else')])],
  ['nothing but zeros', Buffer.alloc(100)],
])('finds %s', async (_, bytes) => {
  for (const chunkBytes of [7, 100_000]) expect(await faultOf(bytes, chunkBytes)).toEqual(expect.any(String));
});

function changed(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(members);
  change(bytes);
  return bytes;
}
