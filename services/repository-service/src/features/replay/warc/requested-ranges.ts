// The Range and If-Range of a request (RFC 9110, 13.1.5 and 14.2) against what there is.
import type { IncomingHttpHeaders } from 'node:http';
import { rangeApplies } from '@holdfast/http-kit';
import type { ByteRange } from '../../../content/byte-range.ts';

export interface RangeRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  /** Express answers -1 when no range can be satisfied, -2 when the header is malformed. */
  range(
    sizeBytes: number,
    options: { combine: boolean },
  ): (ByteRange[] & { type: string }) | -1 | -2 | undefined;
}

/** More ranges than a client can want of one record are answered with the whole. */
const MAX_RANGES = 16;

/**
 * The ranges to answer with, overlapping ones combined; undefined: the whole. As the RFC allows, what is malformed, of
 * another unit, too much or out of date is answered with the whole.
 */
export function requestedRanges(
  request: RangeRequest,
  { sizeBytes, etag }: { sizeBytes: number; etag: string },
): ByteRange[] | 'unsatisfiable' | undefined {
  const { range } = request.headers;
  if (range === undefined || request.method !== 'GET') return undefined;
  if (!rangeApplies(request.headers, { etag })) return undefined;
  if (!/^bytes\s*=/i.test(range)) return undefined;
  const ranges = request.range(sizeBytes, { combine: true });
  if (ranges === undefined || ranges === -2) return undefined;
  // The library takes a suffix that is longer than the whole for one that cannot be satisfied.
  if (asksForMoreThanAll(range, sizeBytes)) return [{ start: 0, end: sizeBytes - 1 }];
  if (ranges === -1) return 'unsatisfiable';
  return ranges.length > MAX_RANGES ? undefined : [...ranges];
}

function asksForMoreThanAll(range: string, sizeBytes: number): boolean {
  return range.split(/[=,]/).some((part) => /^\s*-\d+\s*$/.test(part) && -Number(part) > sizeBytes);
}
