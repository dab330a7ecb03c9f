// Reads values in PostgreSQL's binary format. A length field of 4 bytes precedes each value; -1 means null. Numbers are
// big-endian. `at` is the position of the value, after its length field. Does not use the methods of Buffer, because
// checking their arguments takes longer than reading.
import { UnsafeIntegerError } from '../connections/value-types.ts';

/** Size of the length field before each value, in bytes. */
export const VALUE_LENGTH_BYTES = 4;

export function readInt16(bytes: Uint8Array, at: number): number {
  return ((bytes[at]! << 24) >> 16) | bytes[at + 1]!;
}

export function readInt32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

export function readInt64(bytes: Uint8Array, at: number): number {
  return readInt32(bytes, at) * 2 ** 32 + (readInt32(bytes, at + 4) >>> 0);
}

/**
 * Reads a `smallint`, `integer` or `bigint`. Throws UnsafeIntegerError if a number cannot represent the value exactly.
 */
export function readIntegerAt(bytes: Buffer, at: number): number | undefined {
  const length = readValueLength(bytes, at);
  if (length === 4) return readInt32(bytes, at);
  if (length !== 8) return length < 0 ? undefined : readInt16(bytes, at);
  const value = readInt64(bytes, at);
  if (Number.isSafeInteger(value)) return value;
  throw new UnsafeIntegerError(`bigint ${bytes.readBigInt64BE(at)} is beyond what a number holds exactly`);
}

/** Formats the 16 bytes of a UUID. */
export function formatUuidAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Reads a text. Returns undefined for null. */
export function readRawTextAt(bytes: Buffer, at: number): string | undefined {
  const length = readValueLength(bytes, at);
  return length < 0 ? undefined : bytes.toString('utf8', at, at + length);
}

/** Returns the length of the value. A negative length means null. */
export function readValueLength(bytes: Uint8Array, at: number): number {
  return readInt32(bytes, at - VALUE_LENGTH_BYTES);
}

export function isNullValue(bytes: Uint8Array, at: number): boolean {
  return bytes[at - VALUE_LENGTH_BYTES]! > 127;
}

/** Returns the position after the value. This is `at` for null. */
export function findValueEnd(bytes: Uint8Array, at: number): number {
  return at + Math.max(0, readValueLength(bytes, at));
}

/** Returns the position of the next column's value. */
export function findNextValue(bytes: Uint8Array, at: number): number {
  return findValueEnd(bytes, at) + VALUE_LENGTH_BYTES;
}
