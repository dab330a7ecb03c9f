// Bytes that take their time, so that what takes them can be interrupted on the way.
import { setTimeout as sleep } from 'node:timers/promises';

/** All of the bytes in so many steps of the same length, spread over the time. */
export async function* slowly(
  bytes: Buffer,
  { steps, totalMs }: { steps: number; totalMs: number },
): AsyncGenerator<Buffer> {
  const size = Math.ceil(bytes.length / steps);
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
    await sleep(totalMs / steps);
  }
}
