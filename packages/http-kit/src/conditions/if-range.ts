// If-Range (RFC 9110, 13.1.5): whether the Range of a request applies to the representation that there is now.
import type { IncomingHttpHeaders } from 'node:http';
import { matchesStrongly, parseTags } from './entity-tags.ts';
import { parseTime } from './http-time.ts';
import type { Validators } from './preconditions.ts';

/**
 * Tags are compared strongly. A date must be exactly that of Last-Modified. Anything else is out of date, so that the whole
 * is answered.
 */
export function rangeApplies(headers: IncomingHttpHeaders, { etag, modifiedMs }: Validators): boolean {
  const given = headers['if-range'];
  if (given === undefined) return true;
  const text = String(given).trim();
  const time = parseTime(text);
  if (time !== undefined)
    return time.wholeSeconds && modifiedMs !== undefined && Math.floor(modifiedMs / 1000) * 1000 === time.ms;
  const parsed = parseTags(text);
  if ('wrong' in parsed || parsed.tags === '*' || parsed.tags.length !== 1) return false;
  return matchesStrongly(etag, parsed.tags[0]!);
}
