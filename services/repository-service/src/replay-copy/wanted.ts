// Chooses what to copy next: keys without a piece, and changed pieces once the changes have stopped or lasted
// long enough. Pure.
import { compareKeys } from '../domain/keys/key-spans.ts';
import type { NamespaceName } from '../index/replay/copies.db.ts';
import type { HeldPiece } from './held-pieces.ts';
import type { PartKeys } from './part.ts';

export interface CopyPolicy {
  /** Smaller pieces are combined with their neighbour. */
  readonly smallBytes: number;
  /** A piece is made anew when it has not changed for `quietMs`, or when its first change is `lateMs` old. */
  readonly quietMs: number;
  readonly lateMs: number;
  /** Maximum number of pieces that are made anew together. */
  readonly most: number;
}

/** Returns keys without a piece; undefined if the copy is complete. `pieces` must be in order. */
export function findFirstMissing(
  namespaces: readonly NamespaceName[],
  pieces: readonly HeldPiece[],
): PartKeys | undefined {
  for (const { id, name } of namespaces) {
    const gap = firstGap(pieces.filter(({ of }) => of.namespaceId === id));
    if (gap) return { namespace: name, namespaceId: id, ...gap };
  }
  return undefined;
}

/** Returns the keys of adjacent pieces that have changed and are due. */
export function findFirstDue(
  pieces: readonly HeldPiece[],
  nowMs: number,
  wishes: CopyPolicy,
): PartKeys | undefined {
  const { quietMs, lateMs, most, smallBytes } = wishes;
  const isRipe = ({ changedMs }: HeldPiece) =>
    changedMs !== undefined && (nowMs - changedMs.last >= quietMs || nowMs - changedMs.first >= lateMs);
  const first = pieces.findIndex(isRipe);
  if (first < 0) return undefined;
  const { namespace, namespaceId, from } = pieces[first]!.of;
  let end = first + 1;
  for (; end < pieces.length && end - first < most; end++) {
    const next = pieces[end]!;
    const isOne = next.of.namespaceId === namespaceId && (isRipe(next) || next.of.bytes < smallBytes);
    if (!isOne) break;
  }
  return { namespace, namespaceId, from, below: pieces[end - 1]!.of.below };
}

function firstGap(pieces: readonly HeldPiece[]): Pick<PartKeys, 'from' | 'below'> | undefined {
  let from = '';
  for (const { of } of pieces) {
    if (compareKeys(from, of.from) < 0) return { from, below: of.from };
    if (of.below === undefined) return undefined;
    from = of.below;
  }
  return { from, below: undefined };
}
