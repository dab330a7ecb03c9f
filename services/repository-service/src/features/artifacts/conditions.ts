// What a request's conditional headers and its Range ask for (RFC 9110, 13 and 14), given what there is.
import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../../content/byte-range.ts';
import { wellFormedDate } from '../../content/capture-headers.ts';

export interface Validators {
  /** Strong, with its quotes. */
  readonly etag: string;
  /** An HTTP date. */
  readonly lastModified: string | undefined;
}

/**
 * Whether the client has these bytes already. Not Express's `fresh`: that one answers a request with `Cache-Control:
 * no-cache` in full, which is meant for caches, and which some clients send along with every condition.
 */
export function isKnown(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined) {
    return tags.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()));
  }
  const since = wellFormedDate(headers['if-modified-since']);
  return since !== undefined && lastModified !== undefined && Date.parse(lastModified) <= Date.parse(since);
}

/**
 * The one range to answer with; undefined: the whole, which is also the answer to what is malformed, of another unit,
 * out of date, or several ranges.
 */
export function requestedRange(
  headers: IncomingHttpHeaders,
  sizeBytes: number,
  { etag, lastModified }: Validators,
): ByteRange | 'unsatisfiable' | undefined {
  const ifRange = headers['if-range'];
  if (ifRange !== undefined && ifRange !== etag && ifRange !== lastModified) return undefined;
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(headers.range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  if (first === '') return lastBytes(Number(last), sizeBytes);
  const [start, end] = [Number(first), last === '' ? Number.POSITIVE_INFINITY : Number(last)];
  if (end < start) return undefined;
  return start < sizeBytes ? { start, end: Math.min(end, sizeBytes - 1) } : 'unsatisfiable';
}

function lastBytes(lengthBytes: number, sizeBytes: number): ByteRange | 'unsatisfiable' {
  if (lengthBytes === 0 || sizeBytes === 0) return 'unsatisfiable';
  return { start: Math.max(0, sizeBytes - lengthBytes), end: sizeBytes - 1 };
}
