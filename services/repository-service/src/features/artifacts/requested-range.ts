// The one range of a payload that a request asks for (RFC 9110, 14).
import type { IncomingHttpHeaders } from 'node:http';
import { rangeApplies, type Validators } from '@holdfast/http-kit';
import type { ByteRange } from '../../content/byte-range.ts';

/**
 * The one range to answer with; undefined: the whole, which is also the answer to what is malformed, of another unit,
 * out of date, or several ranges.
 */
export function requestedRange(
  headers: IncomingHttpHeaders,
  sizeBytes: number,
  validators: Validators,
): ByteRange | 'unsatisfiable' | undefined {
  if (!rangeApplies(headers, validators)) return undefined;
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
