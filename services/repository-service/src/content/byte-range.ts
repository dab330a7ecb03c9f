// One part of a stream of bytes.
import type { Readable } from 'node:stream';

export interface ByteRange {
  /** First byte, counted from 0. */
  readonly start: number;
  /** Last byte, included. */
  readonly end: number;
}

/** A part of something longer is served without reading the rest. */
const LONGEST_READ_THROUGH_BYTES = 64 * 1024 * 1024;

/** Whether all of it is read, and so checked, before a part of it is complete. */
export function readsThrough(lengthBytes: number): boolean {
  return lengthBytes <= LONGEST_READ_THROUGH_BYTES;
}

/**
 * The bytes of the range. A range that reaches the end reads to the end, so that the checks made there count; with
 * `readThrough` any range does, and its last bytes come only after that.
 */
export async function* sliceOf(
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
