// The order of captures, by the bytes of their keys, time and id, out of bytes as they lie: to make strings and numbers of
// every capture that a search passes would take most of its time.
import { int64, valueLength } from '@holdfast/pg-kit';
import { isLong } from '../domain/keys/key-spans.ts';
import { captureLayout, KEY_OFFSET } from '../index/replay/raw-captures.ts';

/** A place between two captures, or at either end of all. */
export interface Bound {
  readonly key: Buffer;
  readonly collectionMs: number;
  /** 16 bytes; without them, the place is beside all captures of that time. */
  readonly id: Buffer | undefined;
  /** Whether it is behind the capture, or captures, that it names. */
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

/** Whether all captures with that key are behind the place. */
export function isBeforeKey({ collectionMs, isBehind }: Bound): boolean {
  return collectionMs === Number.NEGATIVE_INFINITY && !isBehind;
}

/** Whether the capture whose values begin at `start` stands before the place. */
export function isCaptureBefore(bytes: Buffer, start: number, bound: Bound): boolean {
  const keyAt = start + KEY_OFFSET;
  const order = compareBytes(bytes, keyAt, valueLength(bytes, keyAt), bound.key, 0, bound.key.length);
  if (order !== 0) return order < 0;
  const ms = int64(bytes, timePlace(bytes, start));
  if (ms !== bound.collectionMs) return ms < bound.collectionMs;
  return bound.id === undefined ? bound.isBehind : isIdBefore(bytes, idPlace(bytes, start), bound);
}

/** The same for one whose key, time and id are in these places. */
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

/** Below, at or above 0. Buffer.compare takes as long to check what it is given as this does for a usual key. */
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

/** Where the bytes of the time begin in a capture whose row begins at `start`. */
export function timePlace(bytes: Buffer, start: number): number {
  return captureLayout.find(bytes, start, number.collectionMs);
}

/** Where the bytes of the id begin. */
export function idPlace(bytes: Buffer, start: number): number {
  return captureLayout.find(bytes, start, number.id);
}

const { number } = captureLayout;

/**
 * The shortest key that is above `a` and not above `b`, which is the greater one. Undefined where it is as long as a head:
 * keys of one head are not parted.
 */
export function keyBetween(a: Buffer, b: Buffer): string | undefined {
  let end = 0;
  while (end < a.length && a[end] === b[end]) end++;
  // All of the character that differs.
  for (end++; end < b.length && (b[end]! & 0xc0) === 0x80; ) end++;
  const between = b.toString('utf8', 0, end);
  return isLong(between) ? undefined : between;
}
