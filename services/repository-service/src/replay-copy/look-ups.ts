// Replay look-ups in the pieces of a copy, with the same results as the prepared statements of the index
// (index/replay/prepared-captures.db.ts). They return undefined if the pieces cannot answer; PostgreSQL is
// then asked. The pieces belong to one namespace and are in key order; some may be missing. All look-ups are
// synchronous, or return what must be loaded first. All throw DamagedPieceError.
import { HEAD_CHARACTERS, isLong, type KeySpan } from '../domain/keys/key-spans.ts';
import type { Page, Sides, SpanCursor, TimeAndId } from '../domain/replay/capture-index.ts';
import type { RawCapture } from '../index/replay/raw-captures.ts';
import { Cold } from './cold.ts';
import { findFirstNot } from './first-not.ts';
import {
  type Bound,
  beforeKey,
  beforeTime,
  behindKey,
  behindTime,
  compareBytes,
  ID_BYTES,
  isBeforeKey,
} from './key-order.ts';
import type { OpenPiece } from './piece.ts';
import { type Walk, type WalkObstacle, walkPiece } from './piece-walk.ts';
import { MOST_CAPTURES } from './read-room.ts';

/** Inclusive time bounds. */
export interface Times {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export interface RawAround {
  /** The latest first. */
  readonly earlier: RawCapture[];
  readonly later: RawCapture[];
}

export function ofKey(
  pieces: readonly OpenPiece[],
  key: string,
  { direction, after, limit }: Page<TimeAndId>,
  { fromMs, toMs }: Times,
): RawCapture[] | Cold | undefined {
  if (!isPlain(key) || limit > MOST_CAPTURES) return undefined;
  const keyBytes = Buffer.from(key);
  let low = fromMs === undefined ? beforeKey(keyBytes) : beforeTime(keyBytes, fromMs);
  let high = toMs === undefined ? behindKey(keyBytes) : behindTime(keyBytes, toMs);
  if (after) {
    const cursor = cursorAt(keyBytes, after, direction === 'forward');
    if (cursor === undefined) return undefined;
    if (direction === 'forward' && !(after.collectionMs < low.collectionMs)) low = cursor;
    if (direction === 'backward' && !(after.collectionMs > high.collectionMs)) high = cursor;
  }
  return walk(pieces, { low, high, direction, limit, found: [] });
}

/** Returns the first `limit` captures of the key in each direction from two times. */
export function around(
  pieces: readonly OpenPiece[],
  key: string,
  { earlierToMs, laterFromMs }: Sides,
  limit: number,
  { fromMs = Number.NEGATIVE_INFINITY, toMs = Number.POSITIVE_INFINITY }: Times,
): RawAround | Cold | undefined {
  if (!isPlain(key) || limit > MOST_CAPTURES) return undefined;
  const keyBytes = Buffer.from(key);
  const [low, high] = [beforeTime(keyBytes, fromMs), behindTime(keyBytes, toMs)];
  const to = behindTime(keyBytes, Math.min(toMs, earlierToMs));
  const earlier = walk(pieces, { low, high: to, direction: 'backward', limit, found: [] });
  if (earlier === undefined || earlier instanceof Cold) return earlier;
  const from = beforeTime(keyBytes, Math.max(fromMs, laterFromMs));
  const later = walk(pieces, { low: from, high, direction: 'forward', limit, found: [] });
  if (later === undefined || later instanceof Cold) return later;
  return { earlier, later };
}

export function ofSpan(
  pieces: readonly OpenPiece[],
  { prefix, from, to }: KeySpan,
  { direction, after, limit }: Page<SpanCursor>,
): RawCapture[] | Cold | undefined {
  if (prefix.length > 0 || limit > MOST_CAPTURES) return undefined;
  if (!isPlainPart(from?.part) || !isPlainPart(to?.part) || !isPlainPart(after?.part)) return undefined;
  let low = from?.inclusive === false ? behindKey(from.part) : beforeKey(from?.part ?? NO_KEY);
  let high = to && (to.inclusive ? behindKey(to.part) : beforeKey(to.part));
  if (after) {
    const isForward = direction === 'forward';
    const cursor = spanCursor(after, isForward);
    if (cursor === undefined) return undefined;
    if (isForward) low = cursor;
    else high = cursor;
  }
  return walk(pieces, { low, high, direction, limit, found: [] });
}

const NO_KEY = Buffer.alloc(0);

function spanCursor({ part, at }: SpanCursor, isForward: boolean): Bound | undefined {
  if (at) return cursorAt(part, at, isForward);
  return isForward ? behindKey(part) : beforeKey(part);
}

/** Returns undefined if the id is not a uuid. */
function cursorAt(key: Buffer, { collectionMs, id }: TimeAndId, isBehind: boolean): Bound | undefined {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return bytes.length === ID_BYTES ? { key, collectionMs, id: bytes, isBehind } : undefined;
}

/** PostgreSQL rejects text with a zero byte, so such keys are left to it. */
function isPlain(key: string): boolean {
  return !isLong(key) && !key.includes('\0');
}

function isPlainPart(part: Buffer | undefined): boolean {
  if (part === undefined) return true;
  return (part.length < HEAD_CHARACTERS || !isLong(part.toString())) && !part.includes(0);
}

function walk(pieces: readonly OpenPiece[], asked: Walk): RawCapture[] | Cold | undefined {
  const hindrance = asked.direction === 'forward' ? walkForward(pieces, asked) : walkBackward(pieces, asked);
  if (hindrance === undefined) return asked.found;
  return hindrance === 'beyond' ? undefined : hindrance;
}

function walkForward(pieces: readonly OpenPiece[], asked: Walk): WalkObstacle | undefined {
  const { low, high } = asked;
  let at = lastNotAbove(pieces, low.key);
  if (at < 0 || endsBefore(pieces[at]!, low.key)) return 'beyond';
  for (;;) {
    const piece = pieces[at]!;
    const hindrance = walkPiece(piece, asked);
    if (hindrance || asked.found.length >= asked.limit || reaches(piece, high)) return hindrance;
    if (!isNext(piece, pieces[++at])) return 'beyond';
  }
}

function walkBackward(pieces: readonly OpenPiece[], asked: Walk): WalkObstacle | undefined {
  const { low, high } = asked;
  let at = high === undefined ? pieces.length - 1 : lastNotAbove(pieces, high.key);
  if (at < 0 || !reaches(pieces[at]!, high)) return 'beyond';
  for (;;) {
    const piece = pieces[at]!;
    const hindrance = walkPiece(piece, asked);
    if (hindrance || asked.found.length >= asked.limit) return hindrance;
    if (compareKeys(piece.fromKey, low.key) <= 0) return undefined;
    const before = pieces[--at];
    if (before === undefined || !isNext(before, piece)) return 'beyond';
  }
}

/** Returns the index of the last piece that begins at or before the key; -1 if all begin after it. */
function lastNotAbove(pieces: readonly OpenPiece[], key: Buffer): number {
  return findFirstNot(0, pieces.length, (place) => compareKeys(pieces[place]!.fromKey, key) <= 0) - 1;
}

function endsBefore({ belowKey }: OpenPiece, key: Buffer): boolean {
  return belowKey !== undefined && compareKeys(belowKey, key) <= 0;
}

/** Returns whether all keys before the bound are before the piece's end. */
function reaches({ belowKey }: OpenPiece, high: Bound | undefined): boolean {
  if (belowKey === undefined) return true;
  if (high === undefined) return false;
  const order = compareKeys(high.key, belowKey);
  return order < 0 || (order === 0 && isBeforeKey(high));
}

function isNext({ belowKey }: OpenPiece, next: OpenPiece | undefined): boolean {
  return belowKey !== undefined && next !== undefined && compareKeys(belowKey, next.fromKey) === 0;
}

function compareKeys(a: Buffer, b: Buffer): number {
  return compareBytes(a, 0, a.length, b, 0, b.length);
}
