// One part of a stream of bytes.
import type { Readable } from 'node:stream';

export interface ByteRange {
  /** First byte, counted from 0. */
  start: number;
  /** Last byte, included. */
  end: number;
}

/** The bytes of the range. A range that reaches the end reads to the end, so that the checks made there count. */
export async function* sliceOf(source: Readable, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  let at = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const from = Math.max(0, start - at);
    const to = Math.min(chunk.length, end + 1 - at);
    const passesEnd = at + chunk.length > end + 1;
    at += chunk.length;
    if (from < to) yield chunk.subarray(from, to);
    if (passesEnd) return;
  }
}
