// The pieces of a copy that this process has open, and what has changed since each was made: no more than these answer, and
// only for keys of which nothing has changed.
import { compareKeys, headOf } from '../domain/keys/key-spans.ts';
import type { KeyChange } from '../domain/replay/copy-news.ts';
import { type Snapshot, sees } from '../domain/replay/snapshot.ts';
import { firstNot } from './first-not.ts';
import { type CopyPiece, isBelow } from './manifest.ts';
import type { Piece } from './piece.ts';

export interface HeldPiece {
  of: CopyPiece;
  snapshot: Snapshot;
  readonly piece: Piece;
  /** That were committed after its snapshot and touch its keys. */
  changes: KeyChange[];
  /** Whether there were so many that not all are among these: whatever is asked of the piece may have changed. */
  hasMore: boolean;
  /** When the first and the last of these were heard of, by a clock that only goes forward. */
  changedMs: { readonly first: number; readonly last: number } | undefined;
}

/** By name of the namespace, in the order of keys. */
export type HeldPieces = ReadonlyMap<string, readonly HeldPiece[]>;

const MOST_CHANGES = 100;

export function byNamespace(pieces: readonly HeldPiece[]): HeldPieces {
  const found = new Map<string, HeldPiece[]>();
  for (const held of pieces) {
    const others = found.get(held.of.namespace);
    if (others) others.push(held);
    else found.set(held.of.namespace, [held]);
  }
  return found;
}

/** Notes those of the changes that concern the piece and are not in it. */
export function noteChanges(held: HeldPiece, changes: readonly KeyChange[], nowMs: number): void {
  for (const change of changes) {
    if (!concerns(change, held.of) || sees(held.snapshot, change.xid)) continue;
    held.changedMs = { first: held.changedMs?.first ?? nowMs, last: nowMs };
    if (held.changes.length < MOST_CHANGES) held.changes.push(change);
    else held.hasMore = true;
  }
}

export function hasChanged({ changes, hasMore }: HeldPiece): boolean {
  return hasMore || changes.length > 0;
}

/** The one that has the key, unless what it has of it may have changed. */
export function pieceOfKey(pieces: readonly HeldPiece[], key: string): Piece | undefined {
  const held = pieces[lastFrom(pieces, key)];
  if (!held || isBelow(held.of, key) || isTouched(held, key, key)) return undefined;
  return held.piece;
}

/** Those of which nothing between these keys may have changed, both inclusive; undefined: without bound. */
export function piecesBetween(
  pieces: readonly HeldPiece[],
  lowest: string,
  highest: string | undefined,
): Piece[] {
  const found: Piece[] = [];
  for (let at = Math.max(0, lastFrom(pieces, lowest)); at < pieces.length; at++) {
    const held = pieces[at]!;
    if (highest !== undefined && compareKeys(held.of.from, highest) > 0) break;
    if (!isTouched(held, lowest, highest)) found.push(held.piece);
  }
  return found;
}

/** The place of the last one that begins no later than the key; -1: all begin behind it. */
function lastFrom(pieces: readonly HeldPiece[], key: string): number {
  return firstNot(0, pieces.length, (place) => compareKeys(pieces[place]!.of.from, key) <= 0) - 1;
}

function isTouched({ changes, hasMore }: HeldPiece, lowest: string, highest: string | undefined): boolean {
  if (hasMore || changes.length === 0) return hasMore;
  const [lowestHead, highestHead] = [headOf(lowest), highest === undefined ? undefined : headOf(highest)];
  return changes.some(
    (change) =>
      change.namespaceId === undefined ||
      (compareKeys(change.highest, lowestHead) >= 0 &&
        (highestHead === undefined || compareKeys(change.lowest, highestHead) <= 0)),
  );
}

/** Changes tell heads of keys, and pieces are cut between heads. */
function concerns(change: KeyChange, { namespaceId, from, below }: CopyPiece): boolean {
  if (change.namespaceId === undefined) return true;
  if (change.namespaceId !== namespaceId || compareKeys(change.highest, headOf(from)) < 0) return false;
  return below === undefined || compareKeys(change.lowest, headOf(below)) <= 0;
}
