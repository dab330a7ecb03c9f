// Captures as the bytes that PostgreSQL sends, in the order of the index but for those of one part and time, which are in
// none.
import type { RawRows } from '@holdfast/pg-kit';
import { compareKeys } from '../../domain/keys/key-spans.ts';
import type { Capture, Direction } from '../../domain/replay/capture.ts';
import { RawCapture } from '../../domain/replay/raw-capture.ts';

/** What to select of artifact: the values of RawCapture, in its order and by its types. */
export const captureColumns = `urlkey, collection_ms, url, mime, http_status, sha1, redirect,
  coalesce(replay_length, record_length) as length, id, method, request_body`;

/** The rows begin with the values above. */
export function capturesOf({ bytes, starts }: RawRows): RawCapture[] {
  return starts.map((start) => new RawCapture(bytes, start));
}

/** Orders those of one time by id, in place. `samePart`: whether two that share a time also share their part of the key. */
export function orderTies(
  captures: Capture[],
  direction: Direction,
  samePart: (a: Capture, b: Capture) => boolean,
): Capture[] {
  for (let start = 0; start < captures.length - 1; ) {
    let end = start + 1;
    while (end < captures.length && isTie(captures[start]!, captures[end]!, samePart)) end++;
    if (end - start > 1) {
      const tied = captures.slice(start, end).sort((a, b) => compareKeys(a.id, b.id));
      captures.splice(start, tied.length, ...(direction === 'forward' ? tied : tied.reverse()));
    }
    start = end;
  }
  return captures;
}

function isTie(a: Capture, b: Capture, samePart: (a: Capture, b: Capture) => boolean): boolean {
  return a.collectionMs === b.collectionMs && samePart(a, b);
}
