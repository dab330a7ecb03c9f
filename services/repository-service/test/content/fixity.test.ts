import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { sliceStream } from '../../src/content/byte-range.ts';
import { FixityCheck } from '../../src/content/fixity.ts';

const bytes = Buffer.from('the quick brown fox jumps over the lazy dog');
const digest = createHash('sha256').update(bytes).digest();
const chunks = (size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
const checked = (source: Buffer[], lengthBytes = bytes.length) =>
  Readable.from(source).pipe(new FixityCheck({ algorithm: 'sha256', digest, lengthBytes }));

describe('FixityCheck', () => {
  it.each([1, 7, 100])('passes right bytes on, in chunks of %d', async (size) => {
    expect(await buffer(checked(chunks(size)))).toEqual(bytes);
  });

  it('passes nothing on as nothing', async () => {
    const none = createHash('sha256').digest();
    const check = new FixityCheck({ algorithm: 'sha256', digest: none, lengthBytes: 0 });
    expect(await buffer(Readable.from([]).pipe(check))).toHaveLength(0);
  });

  it.each([1, 7, 100])('never delivers all of wrong bytes, in chunks of %d', async (size) => {
    const wrong = chunks(size).map((chunk, i) => (i === 0 ? Buffer.from(chunk).fill('T', 0, 1) : chunk));
    const got: Buffer[] = [];
    const reading = (async () => {
      for await (const chunk of checked(wrong)) got.push(chunk as Buffer);
    })();
    await expect(reading).rejects.toThrow('sha256 digest');
    expect(Buffer.concat(got).length).toBeLessThan(bytes.length);
  });

  it('fails for bytes that are missing', async () => {
    await expect(buffer(checked(chunks(7).slice(0, -1)))).rejects.toThrow('42 bytes were read instead of 43');
  });
});

describe('sliceStream', () => {
  it('gives every range of every chunking', async () => {
    for (const size of [1, 5, 100]) {
      for (let start = 0; start < bytes.length; start += 3) {
        for (let end = start; end < bytes.length; end += 5) {
          const source = Readable.from(chunks(size));
          const slice = await buffer(Readable.from(sliceStream(source, { start, end })));
          expect(slice.toString()).toBe(bytes.subarray(start, end + 1).toString());
        }
      }
    }
  });

  it('stops reading behind a range that does not reach the end', async () => {
    const source = Readable.from(chunks(1), { highWaterMark: 1 });
    await buffer(Readable.from(sliceStream(source, { start: 0, end: 2 })));
    expect(source.destroyed).toBe(true);
  });
});
