// Appends to a growable buffer that can be reused.

/**
 * Appends bytes[start, end) to the first `length` bytes of `held`. Returns `held`, or a larger copy if `held` is too
 * small.
 */
export function appendBytes(held: Buffer, length: number, bytes: Buffer, start: number, end: number): Buffer {
  const newLength = length + end - start;
  let target = held;
  if (held.length < newLength) {
    target = Buffer.allocUnsafeSlow(Math.max(newLength * 2, 4096));
    target.set(held.subarray(0, length));
  }
  target.set(bytes.subarray(start, end), length);
  return target;
}
