// Damaged piece files: every look-up returns the right answer or says that it cannot.
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { printedSeed, temporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import type { Capture } from '../../src/domain/replay/capture.ts';
import type { RawCapture } from '../../src/index/replay/raw-captures.ts';
import { Cold, repeatWhenWarm } from '../../src/replay-copy/cold.ts';
import { DamagedPieceError } from '../../src/replay-copy/damaged-piece-error.ts';
import { ofSpan } from '../../src/replay-copy/look-ups.ts';
import { OpenPiece } from '../../src/replay-copy/piece.ts';
import { capture, generator, plain, roomyMemory, write } from './made-captures.ts';

const captures = Array.from({ length: 60 }, (_, i) =>
  capture({ urlkey: `key ${100 + (i >> 2)}`, collectionMs: i }),
);
const span = { prefix: Buffer.alloc(0), from: undefined, to: undefined };
const page = { direction: 'forward' as const, after: undefined, limit: 1_000 };

async function madeFile(): Promise<{ path: string; bytes: Buffer }> {
  const folder = await temporaryFolder();
  const [{ file } = { file: '' }] = await write(folder, captures, { blockBytes: 2_000 });
  const path = join(folder, file);
  return { path, bytes: await readFile(path) };
}

async function readAll(path: string): Promise<Capture[]> {
  const piece = await OpenPiece.open(roomyMemory(), path);
  try {
    const lookUp = () => ofSpan([piece], span, page);
    const now = lookUp();
    return plain((now instanceof Cold ? await repeatWhenWarm(now, lookUp) : now)!);
  } finally {
    await piece.close();
  }
}

describe('a file', () => {
  it('is read when it is whole', async () => {
    expect(await readAll((await madeFile()).path)).toEqual(captures);
  });

  it('in which any byte differs is recognised', async () => {
    const { path, bytes } = await madeFile();
    const random = generator(printedSeed('damaged pieces'));
    const atEnd = Array.from({ length: 600 }, (_, i) => bytes.length - 1 - i);
    const anywhere = Array.from({ length: 150 }, () => Math.floor(random() * bytes.length));
    for (const at of [...atEnd, ...anywhere]) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1 + Math.floor(random() * 255);
      await writeFile(path, damaged);
      await expect(readAll(path)).rejects.toThrow(DamagedPieceError);
    }
  });

  it('that is cut off anywhere, or goes on, is recognised when it is opened', async () => {
    const { path, bytes } = await madeFile();
    const lengths = [
      0,
      1,
      8,
      51,
      52,
      53,
      100,
      bytes.length >> 1,
      ...Array.from({ length: 70 }, (_, i) => bytes.length - 1 - i),
    ];
    for (const length of lengths) {
      await writeFile(path, bytes.subarray(0, length));
      await expect(OpenPiece.open(roomyMemory(), path)).rejects.toThrow(DamagedPieceError);
    }
    await writeFile(path, bytes);
    await appendFile(path, 'x');
    await expect(OpenPiece.open(roomyMemory(), path)).rejects.toThrow(DamagedPieceError);
    await writeFile(path, bytes);
    await appendFile(path, bytes);
    await expect(OpenPiece.open(roomyMemory(), path)).rejects.toThrow(DamagedPieceError);
  });

  it('of which the beginning is missing, or a stretch is zeroes, is recognised', async () => {
    const { path, bytes } = await madeFile();
    await writeFile(path, bytes.subarray(100));
    await expect(readAll(path)).rejects.toThrow(DamagedPieceError);
    await writeFile(path, Buffer.from(bytes).fill(0, 4_096, 8_192));
    await expect(readAll(path)).rejects.toThrow(DamagedPieceError);
  });

  it('in which a byte changes after it was read is recognised when it is read again', async () => {
    const { path, bytes } = await madeFile();
    const piece = await OpenPiece.open(roomyMemory(), path);
    await piece.loadIndex();
    const index = piece.index!;
    await piece.loadBlocks(index, 0, index.blocks - 1);
    expect(plain(ofSpan([piece], span, page) as RawCapture[])).toEqual(captures);
    // Blocks in memory stay right; another look-up has evicted them.
    const inBlocks = index.bytesBetween(0, index.blocks - 1);
    for (let at = 0; at < inBlocks; at += 97) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1 << (at % 8);
      await writeFile(path, damaged);
      piece.memory.room.forget(piece);
      expect(() => ofSpan([piece], span, page)).toThrow(DamagedPieceError);
    }
    await writeFile(path, bytes);
    expect(plain(ofSpan([piece], span, page) as RawCapture[])).toEqual(captures);
    await piece.close();
  });

  it('that is cut off while it is open is recognised, cold and warm', async () => {
    const { path } = await madeFile();
    const [cold, warm] = [
      await OpenPiece.open(roomyMemory(), path),
      await OpenPiece.open(roomyMemory(), path),
    ];
    await warm.loadIndex();
    await warm.loadBlocks(warm.index!, 0, warm.index!.blocks - 1);
    await truncate(path, 5_000);
    await expect(cold.loadIndex()).rejects.toThrow(DamagedPieceError);
    expect(() => ofSpan([warm], span, page)).toThrow(DamagedPieceError);
    await Promise.all([cold.close(), warm.close()]);
  });

  it('that is not there is none', async () => {
    await expect(OpenPiece.open(roomyMemory(), join(await temporaryFolder(), 'none'))).rejects.toThrow(
      'ENOENT',
    );
  });
});
