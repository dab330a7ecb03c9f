// Compares captures by key, time and id directly on their bytes. Decoding every capture that a search passes
// would take most of its time.
import { int64, valueLength } from '@holdfast/pg-kit';
import { isLong } from '../domain/keys/key-spans.ts';
import { captureLayout, KEY_OFFSET } from '../index/replay/raw-captures.ts';

/** A position between two captures, or at either end. */
export interface Bound {
  readonly key: Buffer;
  readonly collectionMs: number;
  /** 16 bytes; undefined for a position before or after all captures with that time. */
  readonly id: Buffer | undefined;
  /** Whether the position is after the capture or captures that it names. */
  readonly isBehind: boolean;
}

export const ID_BYTES = 16;

export const beforeKey = (key: Buffer): Bound => beforeTime(key, Number.NEGATIVE_INFINITY);
export const behindKey = (key: Buffer): Bound => behindTime(key, Number.POSITIVE_INFINITY);

export function beforeTime(key: Buffer, collectionMs: number): Bound {
  return { key, collectionMs, id: undefined, isBehind: false };
}

export function behindTime(key: Buffer, collectionMs: number): Bound {
  return { key, collectionMs, id: undefined, isBehind: true };
}

/** Returns whether all captures with that key are after the position. */
export function isBeforeKey({ collectionMs, isBehind }: Bound): boolean {
  return collectionMs === Number.NEGATIVE_INFINITY && !isBehind;
}

/** Returns whether the capture whose values start at `start` is before the position. */
export function isCaptureBefore(bytes: Buffer, start: number, bound: Bound): boolean {
  const keyAt = start + KEY_OFFSET;
  const order = compareBytes(bytes, keyAt, valueLength(bytes, keyAt), bound.key, 0, bound.key.length);
  if (order !== 0) return order < 0;
  const ms = int64(bytes, readTimeOffset(bytes, start));
  if (ms !== bound.collectionMs) return ms < bound.collectionMs;
  return bound.id === undefined ? bound.isBehind : isIdBefore(bytes, readIdOffset(bytes, start), bound);
}

/** Like `isCaptureBefore`, for key, time and id at separate offsets. */
export function isPositionBefore(
  bytes: Buffer,
  keyAt: number,
  keyBytes: number,
  timeAt: number,
  bound: Bound,
): boolean {
  const order = compareBytes(bytes, keyAt, keyBytes, bound.key, 0, bound.key.length);
  if (order !== 0) return order < 0;
  const ms = int64(bytes, timeAt);
  if (ms !== bound.collectionMs) return ms < bound.collectionMs;
  return bound.id === undefined ? bound.isBehind : isIdBefore(bytes, timeAt + TIME_BYTES, bound);
}

export const TIME_BYTES = 8;

function isIdBefore(bytes: Buffer, at: number, { id, isBehind }: Bound): boolean {
  const order = compareBytes(bytes, at, ID_BYTES, id!, 0, ID_BYTES);
  return order === 0 ? isBehind : order < 0;
}

/**
 * Returns a number below, equal to or above 0. For typical keys, the argument checks of Buffer.compare take
 * as long as this whole function.
 */
export function compareBytes(
  a: Buffer,
  aStart: number,
  aBytes: number,
  b: Buffer,
  bStart: number,
  bBytes: number,
): number {
  const common = Math.min(aBytes, bBytes);
  for (let i = 0; i < common; i++) {
    const difference = a[aStart + i]! - b[bStart + i]!;
    if (difference !== 0) return difference;
  }
  return aBytes - bBytes;
}

/** Returns the offset of the time in the capture whose row starts at `start`. */
export function readTimeOffset(bytes: Buffer, start: number): number {
  return captureLayout.find(bytes, start, number.collectionMs);
}

/** Returns the offset of the id. */
export function readIdOffset(bytes: Buffer, start: number): number {
  return captureLayout.find(bytes, start, number.id);
}

const { number } = captureLayout;

/**
 * Returns the shortest key that is greater than `a` and at most `b`; `b` must be greater than `a`. Returns
 * undefined if it would be as long as a head, because keys with the same head are not split.
 */
export function findKeyBetween(a: Buffer, b: Buffer): string | undefined {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end++;
  // Includes all bytes of the character that differs.
  for (end++; end < b.length && (b[end]! & 0xc0) === 0x80; ) end++;
  const between = b.toString('utf8', 0, end);
  return isLong(between) ? undefined : between;
}
