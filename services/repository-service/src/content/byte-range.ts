// Extracts byte ranges from streams.
import type { Readable } from 'node:stream';

export interface ByteRange {
  /** Offset of the first byte, starting at 0. */
  readonly start: number;
  /** Offset of the last byte, inclusive. */
  readonly end: number;
}

/**
 * Maximum length of records that are read and verified completely for a range request. For longer records, only the
 * requested range is read.
 */
const MAX_READ_THROUGH_BYTES = 64 * 1024 * 1024;

/** Returns whether the whole record must be verified before a range request can be completed. */
export function mustReadWhole(lengthBytes: number): boolean {
  return lengthBytes <= MAX_READ_THROUGH_BYTES;
}

/**
 * Yields the bytes of the range. If the range reaches the end of the content, reads the stream to its end, so that the
 * stream's final checks run. With `readThrough`, always reads the stream to its end before yielding the last bytes.
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
