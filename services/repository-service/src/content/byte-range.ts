// Cuts a byte range out of a stream.
import type { Readable } from 'node:stream';

export interface ByteRange {
  /** First byte, counted from 0. */
  readonly start: number;
  /** Last byte, inclusive. */
  readonly end: number;
}

/** Longest record that is read whole for a range of it. Longer records are read only in part. */
const LONGEST_READ_THROUGH_BYTES = 64 * 1024 * 1024;

/** Returns whether the whole record must be read, and so verified, before the last bytes of a range are sent. */
export function mustReadWhole(lengthBytes: number): boolean {
  return lengthBytes <= LONGEST_READ_THROUGH_BYTES;
}

/**
 * Yields the bytes of the range. A range that includes the end reads to the end, so that the final checks apply. With
 * `readThrough`, every range is read to the end before its last bytes are yielded.
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
