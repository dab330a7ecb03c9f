// Extracts a byte range from a stream.
import type { Readable } from 'node:stream';

export interface ByteRange {
  /** Offset of the first byte, counted from 0. */
  readonly start: number;
  /** Offset of the last byte, inclusive. */
  readonly end: number;
}

/**
 * Records up to this length are read whole and verified, even if only a range is requested. For longer records, only
 * the range is read.
 */
const LONGEST_READ_THROUGH_BYTES = 64 * 1024 * 1024;

/** Returns whether the whole record must be read and verified before the last bytes of a range are sent. */
export function mustReadWhole(lengthBytes: number): boolean {
  return lengthBytes <= LONGEST_READ_THROUGH_BYTES;
}

/**
 * Yields the bytes of the range. If the range reaches the end of the content, reads the stream to its end so that the
 * final checks run. With `readThrough`, always reads the stream to its end before it yields the last bytes.
 */
export async function* sliceStream(
  source: Readable,
  { start, end }: ByteRange,
  readThrough = false,
): AsyncGenerator<Buffer> {
  let at = 0;
  let held: Buffer | undefined;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const from = Math.max(0, start - at);
    const to = Math.min(chunk.length, end + 1 - at);
    const passesEnd = at + chunk.length > end + 1;
    at += chunk.length;
    if (from < to) {
      if (held) yield held;
      held = chunk.subarray(from, to);
    }
    if (passesEnd && !readThrough) break;
  }
  if (held) yield held;
}
