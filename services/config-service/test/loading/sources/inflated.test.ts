import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { inflateSource } from '../../../src/loading/sources/inflate-source.ts';

async function* pieces(bytes: Buffer, length = bytes.length): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

describe('a source', () => {
  it.each(['', 'a', 'a=1\nb=2'])('that is no gzip file is as it is: %j', async (content) => {
    for (const length of [1, 2, 100]) {
      expect(await text(inflateSource(pieces(Buffer.from(content), length), 3))).toBe(content);
    }
  });

  it('that is a gzip file is inflated, all of its members', async () => {
    const bytes = Buffer.concat([gzipSync('a=1\n'), gzipSync('b=2\n')]);
    for (const length of [1, 7, 1_000]) {
      expect(await text(inflateSource(pieces(bytes, length), 100))).toBe('a=1\nb=2\n');
    }
  });

  it('may not become larger than it is allowed to be', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    await expect(text(inflateSource(pieces(bomb, 1_000), 1_000_000))).rejects.toThrow(
      'is larger than the 1000000 bytes allowed when it is inflated',
    );
  });

  it.each([
    ['cut short', gzipSync('x'.repeat(1_000)).subarray(0, -9)],
    ['no gzip file behind its first bytes', Buffer.from('\x1f\x8bhello hello hello', 'latin1')],
  ])('that is %s is damaged', async (_what, bytes) => {
    await expect(text(inflateSource(pieces(bytes), 10_000))).rejects.toThrow('is a damaged gzip file');
  });

  it('that breaks off says so itself', async () => {
    const broken = async function* () {
      yield gzipSync('abc').subarray(0, 12);
      throw new Error('broke off');
    };
    await expect(text(inflateSource(broken(), 100))).rejects.toThrow('broke off');
  });
});
