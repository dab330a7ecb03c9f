// Written pieces: where they are cut, what they contain, and what remains if writing fails.
import { readdir } from 'node:fs/promises';
import { heldMemory, printedSeed, temporaryFolder } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { isLong } from '../../src/domain/keys/key-spans.ts';
import type { Capture } from '../../src/domain/replay/capture.ts';
import { Cold, repeatWhenWarm } from '../../src/replay-copy/cold.ts';
import { ofSpan } from '../../src/replay-copy/look-ups.ts';
import { writePieces } from '../../src/replay-copy/write-pieces.ts';
import {
  capture,
  compareCaptures,
  deps,
  everything,
  generator,
  openAll,
  plain,
  readRows,
  roomyMemory,
  write,
} from './made-captures.ts';

const sorted = (captures: Capture[]) => captures.toSorted(compareCaptures);

/** Returns all captures of the pieces in order. */
async function contents(folder: string, written: Awaited<ReturnType<typeof write>>): Promise<Capture[]> {
  const pieces = await openAll(folder, written, roomyMemory());
  const all: Capture[] = [];
  const [first, end] = [Buffer.from(written[0]!.from), written.at(-1)!.below];
  const span = {
    prefix: Buffer.alloc(0),
    from: { part: first, inclusive: true },
    to: end === undefined ? undefined : { part: Buffer.from(end), inclusive: false },
  };
  for (;;) {
    const last = all.at(-1);
    const after = last && { part: Buffer.from(last.urlkey), at: last };
    const page = { direction: 'forward' as const, after, limit: 7 };
    const now = ofSpan(pieces, span, page);
    const batch = now instanceof Cold ? await repeatWhenWarm(now, () => ofSpan(pieces, span, page)) : now;
    all.push(...plain(batch!));
    if (batch!.length < 7) break;
  }
  await Promise.all(pieces.map((piece) => piece.close()));
  return all;
}

describe('pieces', () => {
  it('follow one another and are the whole range', async () => {
    const captures = sorted(
      Array.from({ length: 500 }, (_, i) => capture({ urlkey: `k${(i * 7) % 300}`, collectionMs: i })),
    );
    const folder = await temporaryFolder();
    const range = { from: 'k', below: 'l' };
    const written = await write(folder, captures, { targetBytes: 5_000, blockBytes: 700 }, range);
    expect(written.length).toBeGreaterThan(10);
    expect(written[0]!.from).toBe('k');
    expect(written.at(-1)!.below).toBe('l');
    for (const [at, { from }] of written.entries()) if (at > 0) expect(from).toBe(written[at - 1]!.below);
    expect(written.reduce((sum, piece) => sum + piece.captures, 0)).toBe(captures.length);
    expect((await readdir(folder)).toSorted()).toEqual(written.map(({ file }) => file).toSorted());
    expect(await contents(folder, [{ ...written[0]! }])).toEqual(
      captures.filter(({ urlkey }) => urlkey < written[0]!.below!),
    );
  });

  it('give back what was written', async () => {
    const captures = [
      capture({ urlkey: 'a', collectionMs: -1, url: 'é', mime: undefined, httpStatus: undefined }),
      capture({ urlkey: 'a', collectionMs: 2 ** 40, redirect: 'there', method: 'POST', requestBody: 'b=c' }),
      capture({ urlkey: 'b', url: `http://${'x'.repeat(300_000)}`, lengthBytes: 2 ** 41 }),
      capture({ urlkey: 'b\u{10ffff}' }),
    ];
    const folder = await temporaryFolder();
    expect(await contents(folder, await write(folder, captures))).toEqual(captures);
  });

  it('are cut in front of a key that is shorter than a head, never between keys of one head', async () => {
    const head = 'h'.repeat(500);
    const urlkeys = [
      'g',
      'h'.repeat(498),
      'h'.repeat(499),
      head,
      `${head}a`,
      `${head}b`,
      `${'h'.repeat(498)}i`,
      'i',
    ];
    const captures = urlkeys.map((urlkey) => capture({ urlkey }));
    const folder = await temporaryFolder();
    const written = await write(folder, captures, { targetBytes: 1, blockBytes: 1 });
    const bounds = written.slice(1).map(({ from }) => from);
    expect(bounds).toEqual(['h', 'h'.repeat(499), `${'h'.repeat(498)}i`, 'i']);
    expect(bounds.some(isLong)).toBe(false);
  });

  it('are cut between any two other keys', async () => {
    const random = generator(printedSeed('pieces cut between any keys'));
    const characters = ['a', 'b', '\u007f', '\u0080', 'é', '\u0fff', '\ufffd', '\u{10000}', '\u{10ffff}'];
    const keys = new Set(
      Array.from({ length: 300 }, () =>
        Array.from(
          { length: Math.floor(random() * 6) },
          () => characters[Math.floor(random() * characters.length)],
        ).join(''),
      ),
    );
    const captures = sorted([...keys].map((urlkey) => capture({ urlkey })));
    const folder = await temporaryFolder();
    const written = await write(folder, captures, { targetBytes: 1 });
    expect(written).toHaveLength(captures.length);
    expect(await contents(folder, written)).toEqual(captures);
    for (const [at, { from, below }] of written.entries()) {
      const key = Buffer.from(captures[at]!.urlkey);
      expect(Buffer.from(from).compare(key)).toBeLessThanOrEqual(0);
      if (below !== undefined) expect(key.compare(Buffer.from(below))).toBeLessThan(0);
    }
  });

  it('of nothing are one that is empty', async () => {
    const folder = await temporaryFolder();
    const written = await write(folder, [], {}, { from: 'a', below: 'b' });
    expect(written).toEqual([
      { file: expect.any(String), from: 'a', below: 'b', captures: 0, bytes: expect.any(Number) },
    ]);
    expect(await contents(folder, await write(folder, []))).toEqual([]);
  });

  it('take no more than a batch in memory', async () => {
    const folder = await temporaryFolder();
    const batches = 300;
    const held: number[] = [];
    const rows = async function* () {
      for (let batch = 0; batch < batches; batch++) {
        const some = Array.from({ length: 10 }, (_, i) =>
          capture({ urlkey: 'one', collectionMs: batch * 10 + i, url: 'u'.repeat(50_000) }),
        );
        yield* readRows(some);
        if (batch % 60 !== 0) continue;
        // The first garbage collection may still be releasing memory.
        heldMemory();
        held.push(heldMemory().bufferBytes);
      }
    };
    const [written] = await writePieces(deps, folder, rows(), everything, {});
    expect(written!.bytes).toBeGreaterThan(150_000_000);
    expect(Math.max(...held) - Math.min(...held)).toBeLessThan(written!.bytes / 4);
  });
});

describe('nothing is left when', () => {
  const place = (urlkey: string, collectionMs: number, id: string) =>
    capture({ urlkey, collectionMs, id: `00000000-0000-0000-0000-00000000000${id}` });
  const inOrder = [place('b', 0, '0'), place('b', 1, '1'), place('c', 0, '0')];
  const range = { from: 'b', below: 'd' };
  const wrong: [string, Capture[]][] = [
    ['a key is out of order', [...inOrder, place('bb', 5, '5')]],
    ['a time is out of order', [...inOrder, place('c', -1, '5')]],
    ['an id is out of order', [place('b', 0, '2'), place('b', 0, '1')]],
    ['a capture comes twice', [...inOrder, inOrder[2]!]],
    ['a key is below the range', [place('a', 0, '0'), ...inOrder]],
    ['a key is above the range', [...inOrder, place('d', 0, '0')]],
  ];

  it.each(wrong)('%s', async (_, captures) => {
    for (const perBatch of [1, 100]) {
      const folder = await temporaryFolder();
      await expect(
        writePieces(deps, folder, readRows(captures, perBatch), range, { targetBytes: 1 }),
      ).rejects.toThrow();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('the rows end in an error', async () => {
    const folder = await temporaryFolder();
    const rows = async function* () {
      yield* readRows(inOrder);
      throw new Error('The connection is gone.');
    };
    await expect(writePieces(deps, folder, rows(), range, { targetBytes: 1 })).rejects.toThrow('connection');
    expect(await readdir(folder)).toEqual([]);
  });
});
