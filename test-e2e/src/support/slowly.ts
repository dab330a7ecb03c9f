// Yields bytes slowly, so that their consumer can be interrupted halfway.
import { setTimeout as sleep } from 'node:timers/promises';

/** Yields the bytes in `steps` equal parts, spread over the given time. */
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
