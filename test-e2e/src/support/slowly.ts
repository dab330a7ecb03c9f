// Yields bytes slowly, so that a test can interrupt the consumer halfway.
import { setTimeout as sleep } from 'node:timers/promises';

/** Yields the bytes in `steps` equal chunks, spread over `totalMs` milliseconds. */
export async function* sendSlowly(
  bytes: Buffer,
  { steps, totalMs }: { steps: number; totalMs: number },
): AsyncGenerator<Buffer> {
  const size = Math.ceil(bytes.length / steps);
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
    await sleep(totalMs / steps);
  }
}
