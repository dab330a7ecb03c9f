// Open pieces: which stay open and for how long, memory use, closing, and missing pieces.

import { temporaryFolder } from '@holdfast/testkit';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Cold, repeatWhenWarm } from '../../src/replay-copy/cold.ts';
import { around, ofKey, ofSpan } from '../../src/replay-copy/look-ups.ts';
import type { OpenPiece } from '../../src/replay-copy/piece.ts';
import { PieceMemory } from '../../src/replay-copy/piece-memory.ts';
import type { WrittenPiece } from '../../src/replay-copy/write-pieces.ts';
import { capture, openAll, plain, roomyMemory, write } from './made-captures.ts';

const keys = Array.from({ length: 40 }, (_, i) => `key ${100 + i}`);
const captures = keys.flatMap((urlkey) => [0, 1, 2].map((collectionMs) => capture({ urlkey, collectionMs })));
const always = { fromMs: undefined, toMs: undefined };
const page = (limit: number) => ({ direction: 'forward' as const, after: undefined, limit });
const all = { prefix: Buffer.alloc(0), from: undefined, to: undefined };
const ofOne = (pieces: readonly OpenPiece[], key: string) => ofKey(pieces, key, page(10), always);

let folder: string;
let written: WrittenPiece[];

beforeAll(async () => {
  folder = await temporaryFolder();
  written = await write(folder, captures, { targetBytes: 2_000, blockBytes: 900 });
});

async function warmed<T>(lookUp: () => T | Cold): Promise<T | undefined> {
  const now = lookUp();
  expect(now).toBeInstanceOf(Cold);
  return repeatWhenWarm(now as Cold, lookUp);
}

describe('a look-up', () => {
  it('reads at once what was read in the last ten minutes, and else asks for it to be loaded', async () => {
    let nowMs = 0;
    const memory = new PieceMemory({ nowMs: () => nowMs }, { indexBytes: 1_000_000 });
    const pieces = await openAll(folder, written, memory);
    const mine = captures.filter(({ urlkey }) => urlkey === keys[9]);
    expect(plain((await warmed(() => ofOne(pieces, keys[9]!)))!)).toEqual(mine);
    for (nowMs = 0; nowMs < 3_000_000; nowMs += 500_000) expect(ofOne(pieces, keys[9]!)).toHaveLength(3);
    nowMs += 700_000;
    expect(plain((await warmed(() => ofOne(pieces, keys[9]!)))!)).toEqual(mine);
    expect(ofOne(pieces, keys[9]!)).toHaveLength(3);
    expect(ofOne(pieces, keys[39]!)).toBeInstanceOf(Cold);
    await Promise.all(pieces.map((piece) => piece.close()));
  });

  it('leaves what it gave as it is when others come', async () => {
    const pieces = await openAll(folder, written, roomyMemory());
    const first = (await warmed(() => ofOne(pieces, keys[3]!)))!;
    const before = plain(first);
    for (const key of keys) {
      const now = ofOne(pieces, key);
      if (now instanceof Cold) await repeatWhenWarm(now, () => ofOne(pieces, key));
    }
    expect(plain(first)).toEqual(before);
    await Promise.all(pieces.map((piece) => piece.close()));
  });

  it('is left to PostgreSQL where pieces are missing that it needs, and only there', async () => {
    const whole = await openAll(folder, written, roomyMemory());
    expect(await warmed(() => ofSpan(whole, all, page(1_000)))).toHaveLength(captures.length);
    const holed = whole.toSpliced(2, 1);
    const missing = captures.filter(({ urlkey }) => urlkey >= whole[2]!.from && urlkey < whole[2]!.below!);
    expect(missing.length).toBeGreaterThan(0);
    for (const key of keys) {
      const isMissing = missing.some(({ urlkey }) => urlkey === key);
      const found = ofOne(holed, key);
      if (isMissing) expect(found).toBeUndefined();
      else expect(found).toHaveLength(3);
      const both = around(holed, key, { earlierToMs: 1, laterFromMs: 2 }, 5, always);
      expect(both === undefined).toBe(isMissing);
    }
    const before = captures.filter(({ urlkey }) => urlkey < whole[2]!.from).length;
    const behind = captures.length - before - missing.length;
    const backward = (limit: number) => ({ ...page(limit), direction: 'backward' as const });
    expect(ofSpan(holed, all, page(before))).toHaveLength(before);
    expect(ofSpan(holed, all, page(before + 1))).toBeUndefined();
    expect(ofSpan(holed, all, backward(behind))).toHaveLength(behind);
    expect(ofSpan(holed, all, backward(behind + 1))).toBeUndefined();
    const upToHole = { ...all, to: { part: Buffer.from(whole[2]!.from), inclusive: false } };
    expect(ofSpan(holed, upToHole, page(1_000))).toHaveLength(before);
    expect(ofSpan(holed, upToHole, backward(1_000))).toHaveLength(before);
    const intoHole = { ...all, to: { part: Buffer.from(whole[2]!.from), inclusive: true } };
    expect(ofSpan(holed, intoHole, page(1_000))).toBeUndefined();
    expect(ofSpan(holed, intoHole, backward(1_000))).toBeUndefined();
    expect(ofSpan([], all, page(1))).toBeUndefined();
    expect(ofSpan(whole.slice(1), all, page(1))).toBeUndefined();
    expect(ofSpan(whole.slice(0, -1), all, backward(1))).toBeUndefined();
    await Promise.all(whole.map((piece) => piece.close()));
  });

  it('is left to PostgreSQL where that says no, or answers more at once', async () => {
    const pieces = await openAll(folder, written, roomyMemory());
    expect(ofOne(pieces, 'key\0')).toBeUndefined();
    expect(ofKey(pieces, keys[0]!, page(1_001), always)).toBeUndefined();
    const after = { collectionMs: 0, id: 'no id' };
    expect(ofKey(pieces, keys[0]!, { ...page(1), after }, always)).toBeUndefined();
    expect(ofSpan(pieces, { ...all, prefix: Buffer.from('k') }, page(1))).toBeUndefined();
    await Promise.all(pieces.map((piece) => piece.close()));
  });

  it('has no more bytes at once than memory allows', async () => {
    const large = Array.from({ length: 12 }, (_, i) =>
      capture({ collectionMs: i, url: 'u'.repeat(1024 * 1024) }),
    );
    const itsFolder = await temporaryFolder();
    const pieces = await openAll(itsFolder, await write(itsFolder, large), roomyMemory());
    expect(plain((await warmed(() => ofSpan(pieces, all, page(5))))!)).toEqual(large.slice(0, 5));
    expect(await warmed(() => ofSpan(pieces, all, page(12)))).toBeUndefined();
    await Promise.all(pieces.map((piece) => piece.close()));
  });
});

describe('indexes of blocks', () => {
  it('are held within the budget, those longest unused given up first', async () => {
    const unlimited = roomyMemory();
    const [one] = await openAll(folder, written.slice(0, 1), unlimited);
    await one!.loadIndex();
    const memory = new PieceMemory({ nowMs: () => 0 }, { indexBytes: unlimited.heldBytes * 4 });
    const pieces = await openAll(folder, written, memory);
    expect(pieces.length).toBeGreaterThan(6);
    for (const piece of pieces) {
      await pieces[0]!.loadIndex();
      expect(pieces[0]!.index).toBeDefined();
      await piece.loadIndex();
      expect(memory.heldBytes).toBeLessThanOrEqual(unlimited.heldBytes * 4);
    }
    expect(pieces[0]!.index).toBeDefined();
    expect(pieces[1]!.index).toBeUndefined();
    expect(pieces.at(-1)!.index).toBeDefined();
    await Promise.all([one!, ...pieces].map((piece) => piece.close()));
    expect(memory.heldBytes).toBe(0);
  });

  it('are loaded again and again where no budget is enough, until PostgreSQL is asked', async () => {
    const pieces = await openAll(folder, written, new PieceMemory({ nowMs: () => 0 }, { indexBytes: 1 }));
    for (const key of keys) {
      const now = ofOne(pieces, key);
      expect(now instanceof Cold ? await repeatWhenWarm(now, () => ofOne(pieces, key)) : now).toHaveLength(3);
    }
    expect(await warmed(() => ofSpan(pieces, all, page(1_000)))).toBeUndefined();
    await Promise.all(pieces.map((piece) => piece.close()));
  });
});

describe('a piece that is closed', () => {
  it('answers no more, and ends the reads that are under way', async () => {
    const pieces = await openAll(folder, written, roomyMemory());
    await warmed(() => ofOne(pieces, keys[0]!));
    const { index } = pieces[0]!;
    const under = [pieces[1]!.loadIndex(), pieces[0]!.loadBlocks(index!, 0, index!.blocks - 1)];
    const closed = Promise.all(pieces.map((piece) => piece.close()));
    expect(ofOne(pieces, keys[0]!)).toBeUndefined();
    await Promise.all([...under, closed]);
    expect(pieces[1]!.index).toBeUndefined();
    await pieces[1]!.loadIndex();
    expect(pieces[1]!.index).toBeUndefined();
    expect(ofOne(pieces, keys[0]!)).toBeUndefined();
    await pieces[0]!.close();
  });

  it('leaves a look-up that waits for it to PostgreSQL', async () => {
    const pieces = await openAll(folder, written, roomyMemory());
    const waiting = warmed(() => ofOne(pieces, keys[0]!));
    await Promise.all(pieces.map((piece) => piece.close()));
    expect(await waiting).toBeUndefined();
  });
});
