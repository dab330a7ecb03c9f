// A buffer that is appended to and used again.

/** `held`, whose first `length` bytes count, with bytes[start, end) behind them: the same buffer, or a larger one. */
export function appended(held: Buffer, length: number, bytes: Buffer, start: number, end: number): Buffer {
  const newLength = length + end - start;
  let target = held;
  if (held.length < newLength) {
    target = Buffer.allocUnsafeSlow(Math.max(newLength * 2, 4096));
    target.set(held.subarray(0, length));
  }
  target.set(bytes.subarray(start, end), length);
  return target;
}
