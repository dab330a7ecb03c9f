import { expect, it } from '@jest/globals';
import { parseSnapshot } from '../../src/domain/replay/snapshot.ts';
import type { HeldPiece } from '../../src/replay-copy/held-pieces.ts';
import type { CopyPiece } from '../../src/replay-copy/manifest.ts';
import { replacePieces } from '../../src/replay-copy/manifest.ts';
import type { OpenPiece } from '../../src/replay-copy/piece.ts';
import { findFirstDue, findFirstMissing } from '../../src/replay-copy/wanted.ts';

const namespaces = [
  { id: 1, name: 'one' },
  { id: 2, name: 'two' },
];
const wishes = { smallBytes: 100, quietMs: 5_000, lateMs: 60_000, most: 3 };

function pieceOf(namespaceId: number, from: string, below: string | undefined, bytes = 1_000): CopyPiece {
  const namespace = namespaces[namespaceId - 1]!.name;
  return {
    namespace,
    namespaceId,
    file: `${namespace} ${from}`,
    from,
    below,
    snapshot: '1:1:',
    captures: 1,
    bytes,
  };
}

function held(of: CopyPiece, changedMs?: { first: number; last: number }): HeldPiece {
  const snapshot = parseSnapshot(of.snapshot);
  return { of, snapshot, piece: {} as OpenPiece, changes: [], hasMore: false, changedMs };
}

it('wants the keys that no piece has, the first first', () => {
  const [a, c, all] = [
    held(pieceOf(1, '', 'b')),
    held(pieceOf(1, 'c', 'd')),
    held(pieceOf(1, 'd', undefined)),
  ];
  expect(findFirstMissing(namespaces, [])).toEqual({
    namespace: 'one',
    namespaceId: 1,
    from: '',
    below: undefined,
  });
  expect(findFirstMissing(namespaces, [a, c, all])).toMatchObject({ namespaceId: 1, from: 'b', below: 'c' });
  expect(findFirstMissing(namespaces, [a])).toMatchObject({ namespaceId: 1, from: 'b', below: undefined });
  const whole = [held(pieceOf(1, '', undefined))];
  expect(findFirstMissing(namespaces, whole)).toMatchObject({ namespaceId: 2, from: '', below: undefined });
  expect(findFirstMissing(namespaces, [...whole, held(pieceOf(2, '', undefined))])).toBeUndefined();
});

it('makes what has changed anew when it has come to rest, or waits for too long', () => {
  const nowMs = 100_000;
  const of = pieceOf(1, 'b', 'c');
  const ripe = (first: number, last: number) => findFirstDue([held(of, { first, last })], nowMs, wishes);
  expect(findFirstDue([held(of)], nowMs, wishes)).toBeUndefined();
  expect(ripe(nowMs - 10_000, nowMs - 1_000)).toBeUndefined();
  expect(ripe(nowMs - 10_000, nowMs - 5_000)).toMatchObject({ from: 'b', below: 'c' });
  expect(ripe(nowMs - 60_000, nowMs)).toMatchObject({ from: 'b', below: 'c' });
});

it('makes neighbours anew together, the small ones too, and no more than so many', () => {
  const changed = { first: 0, last: 0 };
  const pieces = [
    held(pieceOf(1, '', 'b')),
    held(pieceOf(1, 'b', 'c'), changed),
    held(pieceOf(1, 'c', 'd', 50)),
    held(pieceOf(1, 'd', 'e'), changed),
    held(pieceOf(1, 'e', undefined), changed),
    held(pieceOf(2, '', undefined), changed),
  ];
  expect(findFirstDue(pieces, 100_000, wishes)).toMatchObject({ from: 'b', below: 'e' });
  expect(findFirstDue(pieces.slice(4), 100_000, wishes)).toMatchObject({
    namespaceId: 1,
    from: 'e',
    below: undefined,
  });
});

it('puts pieces in the place of those that have their keys, and of no others', () => {
  const pieces = [
    pieceOf(1, '', 'b'),
    pieceOf(1, 'b', 'c'),
    pieceOf(1, 'c', undefined),
    pieceOf(2, '', undefined),
  ];
  const manifest = { id: 'a', beat: 0, beatMs: 0, pieces };
  const made = [
    { ...pieceOf(1, 'b', 'bb'), file: 'new 1' },
    { ...pieceOf(1, 'bb', 'c'), file: 'new 2' },
  ];
  const range = { namespaceId: 1, from: 'b', below: 'c' };
  const files = replacePieces(manifest, range, made).pieces.map(({ file }) => file);
  expect(files).toEqual(['one ', 'new 1', 'new 2', 'one c', 'two ']);
});
