// What of the index is to be copied next: keys that no piece has, and pieces of which something has changed, once that has
// come to rest or has lasted for long enough. Plain data.
import { compareKeys } from '../domain/keys/key-spans.ts';
import type { NamespaceName } from '../index/replay/copies.db.ts';
import type { HeldPiece } from './held-pieces.ts';
import type { PartKeys } from './part.ts';

export interface Wishes {
  /** Pieces smaller than this are made one with their neighbour. */
  readonly smallBytes: number;
  /** A piece is made anew when nothing has changed for so long, or something first did so long ago. */
  readonly quietMs: number;
  readonly lateMs: number;
  /** Of pieces that are made anew together. */
  readonly most: number;
}

/** Keys that no piece has; undefined: the copy is whole. `pieces` are in order. */
export function firstMissing(
  namespaces: readonly NamespaceName[],
  pieces: readonly HeldPiece[],
): PartKeys | undefined {
  for (const { id, name } of namespaces) {
    const gap = firstGap(pieces.filter(({ of }) => of.namespaceId === id));
    if (gap) return { namespace: name, namespaceId: id, ...gap };
  }
  return undefined;
}

/** Keys of pieces, one behind the other, of which something has changed. */
export function firstRipe(pieces: readonly HeldPiece[], nowMs: number, wishes: Wishes): PartKeys | undefined {
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
