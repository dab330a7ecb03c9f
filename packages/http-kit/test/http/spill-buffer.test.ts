// Tests that a slow and a fast reader get all data in the order of writing, and that no file is left behind.
import { mkdtemp, open, readdir, rm, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SpillBuffer, type SpillSpace } from '../../src/http/spill-buffer.ts';

let folder: string;
let opened: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'elastic-'));
  opened = 0;
});
afterEach(() => rm(folder, { recursive: true }));

const elastic = (memoryBytes: number, space?: SpillSpace) =>
  new SpillBuffer({
    memoryBytes,
    openFile: async () => {
      opened += 1;
      const file = await open(join(folder, `${opened}`), 'wx+');
      await unlink(join(folder, `${opened}`));
      return file;
    },
    ...(space && { space }),
  });

const line = (i: number) => Buffer.from(`line ${i} ${'x'.repeat(i % 100)}\n`);
const lines = (count: number) => Array.from({ length: count }, (_, i) => line(i));

describe('SpillBuffer', () => {
  it('holds what fits in memory and opens no file', async () => {
    const stream = elastic(1_000_000);
    for (const one of lines(100)) stream.append(one);
    stream.finish();
    expect(await buffer(stream)).toEqual(Buffer.concat(lines(100)));
    expect(opened).toBe(0);
  });

  it('puts what does not fit into one anonymous temp file, and gives all of it back in order', async () => {
    const stream = elastic(2_000);
    for (const one of lines(2_000)) stream.append(one);
    stream.finish();
    expect(await buffer(stream)).toEqual(Buffer.concat(lines(2_000)));
    expect(opened).toBe(1);
    expect(await readdir(folder)).toEqual([]);
  });

  it('keeps the order while both sides go on at changing paces', async () => {
    const stream = elastic(500);
    const wanted = lines(3_000);
    const writing = (async () => {
      for (const [i, one] of wanted.entries()) {
        stream.append(one);
        if (i % 50 === 0) await sleep(0);
      }
      stream.finish();
    })();
    const got: Buffer[] = [];
    for await (const chunk of stream) {
      got.push(chunk as Buffer);
      if (got.length % 7 === 0) await sleep(1);
    }
    await writing;
    expect(Buffer.concat(got)).toEqual(Buffer.concat(wanted));
  });

  it('fails, instead of waiting for ever, when the file cannot be written', async () => {
    const stream = new SpillBuffer({
      memoryBytes: 1,
      openFile: () => Promise.reject(new Error('disk full')),
    });
    stream.append(Buffer.from('too long'));
    stream.finish();
    await expect(buffer(stream)).rejects.toThrow('disk full');
  });

  it('takes no more of the space than there is, and gives it back', async () => {
    let left = 100;
    const space: SpillSpace = {
      take: (bytes) => {
        if (bytes > left) throw new Error('no room');
        left -= bytes;
      },
      give: (bytes) => {
        left += bytes;
      },
    };
    const stream = elastic(10, space);
    for (const length of [10, 60, 40]) stream.append(Buffer.alloc(length));
    expect(() => stream.append(Buffer.alloc(1))).toThrow('no room');
    await stream.written();
    stream.finish();
    expect(await buffer(stream)).toHaveLength(110);
    expect(left).toBe(100);
  });

  it('closes its file when it is destroyed before it was read', async () => {
    const stream = elastic(1);
    for (const one of lines(10)) stream.append(one);
    const closed = new Promise((resolve) => stream.once('close', resolve));
    stream.destroy();
    await closed;
    expect(await readdir(folder)).toEqual([]);
  });
});
