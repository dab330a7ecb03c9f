// Captures as the text that packed-rows.ts speaks of, in the order of the index but for those of one part and time, which
// are in none.
import { compareKeys } from '../../domain/keys/key-spans.ts';
import type { Capture, Direction } from '../../domain/replay/capture.ts';
import { optional, orNull, type PackedRows, packedColumns, unpackedRows } from '../packed-rows.ts';

const columns = [
  'id',
  'urlkey',
  'url',
  'collection_ms',
  'http_status',
  `encode(sha1, 'hex')`,
  'length',
  orNull('mime'),
  orNull('redirect'),
  orNull('method'),
  orNull('request_body'),
];
const packed = packedColumns(columns);

export const captureColumns = `id, urlkey, url, collection_ms, http_status, sha1,
  coalesce(replay_length, record_length) as length, mime, redirect, method, request_body`;

/** Of rows with the columns above. */
export function packedOf(rows: string): string {
  return `select ${packed} from (${rows}) found`;
}

/** Undefined when they must be asked for in columns. */
export function unpacked(rows: PackedRows): Capture[] | undefined {
  return unpackedRows(rows, columns.length, captureOf);
}

function captureOf(texts: readonly string[]): Capture {
  return {
    id: texts[0]!,
    urlkey: texts[1]!,
    url: texts[2]!,
    collectionMs: Number(texts[3]),
    httpStatus: texts[4] === '' ? undefined : Number(texts[4]),
    sha1: texts[5]!,
    lengthBytes: Number(texts[6]),
    mime: optional(texts[7]!),
    redirect: optional(texts[8]!),
    method: optional(texts[9]!),
    requestBody: optional(texts[10]!),
  };
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
