// The pieces of a copy that this process has open, with the changes since each was made. A piece answers only
// for keys without changes.
import { compareKeys, cutKeyHead } from '../domain/keys/key-spans.ts';
import type { KeyChange } from '../domain/replay/copy-news.ts';
import { type Snapshot, sees } from '../domain/replay/snapshot.ts';
import { findFirstNot } from './first-not.ts';
import { type CopyPiece, isBelow } from './manifest.ts';
import type { OpenPiece } from './piece.ts';

export interface HeldPiece {
  of: CopyPiece;
  snapshot: Snapshot;
  readonly piece: OpenPiece;
  /** Changes to this piece's keys committed after the piece's snapshot. */
  changes: KeyChange[];
  /** Whether there were too many changes to list. Then every key of the piece counts as changed. */
  hasMore: boolean;
  /** When the first and the last of the changes were received, by the monotonic clock. */
  changedMs: { readonly first: number; readonly last: number } | undefined;
}

/** Pieces by name of the namespace, in key order. */
export type HeldPieces = ReadonlyMap<string, readonly HeldPiece[]>;

const MOST_CHANGES = 100;

export function groupByNamespace(pieces: readonly HeldPiece[]): HeldPieces {
  const found = new Map<string, HeldPiece[]>();
  for (const held of pieces) {
    const others = found.get(held.of.namespace);
    if (others) others.push(held);
    else found.set(held.of.namespace, [held]);
  }
  return found;
}

/** Adds the changes that touch the piece and are newer than its snapshot. */
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

/** Returns the piece with the key; undefined if there is none or the key may have changed. */
export function findPieceOfKey(pieces: readonly HeldPiece[], key: string): OpenPiece | undefined {
  const held = pieces[lastFrom(pieces, key)];
  if (!held || isBelow(held.of, key) || isTouched(held, key, key)) return undefined;
  return held.piece;
}

/**
 * Returns the pieces between these keys, inclusive, in which nothing between them may have changed. Undefined
 * bounds are open.
 */
export function findPiecesBetween(
  pieces: readonly HeldPiece[],
  lowest: string,
  highest: string | undefined,
): OpenPiece[] {
  const found: OpenPiece[] = [];
  for (let at = Math.max(0, lastFrom(pieces, lowest)); at < pieces.length; at++) {
    const held = pieces[at]!;
    if (highest !== undefined && compareKeys(held.of.from, highest) > 0) break;
    if (!isTouched(held, lowest, highest)) found.push(held.piece);
  }
  return found;
}

/** Returns the index of the last piece that begins at or before the key; -1 if all begin after it. */
function lastFrom(pieces: readonly HeldPiece[], key: string): number {
  return findFirstNot(0, pieces.length, (place) => compareKeys(pieces[place]!.of.from, key) <= 0) - 1;
}

function isTouched({ changes, hasMore }: HeldPiece, lowest: string, highest: string | undefined): boolean {
  if (hasMore || changes.length === 0) return hasMore;
  const [lowestHead, highestHead] = [
    cutKeyHead(lowest),
    highest === undefined ? undefined : cutKeyHead(highest),
  ];
  return changes.some(
    (change) =>
      change.namespaceId === undefined ||
      (compareKeys(change.highest, lowestHead) >= 0 &&
        (highestHead === undefined || compareKeys(change.lowest, highestHead) <= 0)),
  );
}

/** Changes contain the heads of keys, and pieces begin and end between heads. */
function concerns(change: KeyChange, { namespaceId, from, below }: CopyPiece): boolean {
  if (change.namespaceId === undefined) return true;
  if (change.namespaceId !== namespaceId || compareKeys(change.highest, cutKeyHead(from)) < 0) return false;
  return below === undefined || compareKeys(change.lowest, cutKeyHead(below)) <= 0;
}
