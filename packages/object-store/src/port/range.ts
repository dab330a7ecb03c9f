// Validates the range of a read.
import { BadRangeError } from './errors.ts';

/** Throws BadRangeError unless offset and length are non-negative integers. */
export function checkRange(key: string, offset: number, length: number | undefined): void {
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new BadRangeError(key, `${offset} is not a valid offset`);
  if (length === undefined) return;
  if (!Number.isSafeInteger(length) || length < 0)
    throw new BadRangeError(key, `${length} is not a valid length`);
  if (!Number.isSafeInteger(offset + length)) throw new BadRangeError(key, 'the range is too large');
}

export const MAX_READ_BYTES = 1024 * 1024;

/** Does the same as `checkRange`. Also throws RangeError if the range is too large for one buffer. */
export function checkBytesRange(key: string, offset: number, length: number): void {
  checkRange(key, offset, length);
  if (length > MAX_READ_BYTES) throw new RangeError(`${length} bytes are too many for one read`);
}

/** Returns the number of bytes to read from an object of this size. Throws BadRangeError if it is too short. */
export function computeReadLength(
  key: string,
  sizeBytes: number,
  offset: number,
  length: number | undefined,
): number {
  const wanted = length ?? sizeBytes - offset;
  if (wanted < 0 || offset + wanted > sizeBytes) throw createBeyondEndError(key, sizeBytes, offset, length);
  return wanted;
}

export function createBeyondEndError(
  key: string,
  sizeBytes: number | undefined,
  offset: number,
  length?: number,
): BadRangeError {
  const asked = length === undefined ? `offset ${offset}` : `${length} bytes from ${offset}`;
  return new BadRangeError(key, `${asked} requested, but it has ${sizeBytes ?? 'only fewer'} bytes`);
}
