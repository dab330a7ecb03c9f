// The body of a request for whoever keeps parts of it.
import type { HttpRequest } from '@holdfast/http-kit';
import { brokenOff } from '../../errors.ts';

/** What is kept must not cost a buffer object for every few bytes that a client sends at a time. */
const leastBytes = 16 * 1024;

/** Leaves the request open when the iteration ends early, so that it can still be answered. */
export async function* bytesOf(request: HttpRequest): AsyncGenerator<Buffer, void> {
  try {
    yield* joined(request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>);
  } catch (error) {
    throw brokenOff(error);
  }
}

/** The same bytes in chunks of at least `leastBytes`, but for the last. */
export async function* joined(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let held: Buffer | undefined;
  let filled = 0;
  for await (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0; ) {
      if (!held && rest.length >= leastBytes) {
        yield rest;
        break;
      }
      held ??= Buffer.allocUnsafeSlow(leastBytes);
      const copied = rest.copy(held, filled);
      filled += copied;
      rest = rest.subarray(copied);
      if (filled < leastBytes) continue;
      yield held;
      held = undefined;
      filled = 0;
    }
  }
  if (held) yield held.subarray(0, filled);
}
