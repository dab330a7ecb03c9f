// The four conditional headers of reads and writes of configuration files: which combinations make sense, and whether
// what they demand holds.
import type { IncomingHttpHeaders } from 'node:http';
import { parseTags, type Tags } from './entity-tags.ts';
import { type GivenTime, parseTime } from './given-time.ts';

/** A fault of the headers: the message is a sentence that names them. */
export class PreconditionError extends Error {
  override readonly name = 'PreconditionError';
}

export interface Preconditions {
  readonly ifMatch?: Tags;
  readonly ifNoneMatch?: Tags;
  readonly ifModifiedSince?: GivenTime;
  readonly ifUnmodifiedSince?: GivenTime;
}

/** The validators of a file, which the headers are compared with. */
export interface Validators {
  /** Strong, with its quotes. */
  readonly etag: string;
  readonly modifiedMs: number;
  /** When the version before was made, if it is known. */
  readonly earlierModifiedMs?: number | undefined;
}

/** The validators of a file that is not there. */
const ABSENT: Validators = { etag: '"0"', modifiedMs: 0 };

const CONFLICTING_HEADERS: readonly (readonly [string, string])[] = [
  ['if-match', 'if-none-match'],
  ['if-match', 'if-modified-since'],
  ['if-none-match', 'if-unmodified-since'],
  ['if-modified-since', 'if-unmodified-since'],
];

const properNames = new Map([
  ['if-match', 'If-Match'],
  ['if-none-match', 'If-None-Match'],
  ['if-modified-since', 'If-Modified-Since'],
  ['if-unmodified-since', 'If-Unmodified-Since'],
]);

/** Throws PreconditionError. A header with an empty value counts as absent. */
export function parsePreconditions(headers: IncomingHttpHeaders): Preconditions {
  const given = (name: string): string => String(headers[name] ?? '').trim();
  for (const [one, other] of CONFLICTING_HEADERS) {
    if (given(one) === '' || given(other) === '') continue;
    throw new PreconditionError(
      `${properNames.get(one)} and ${properNames.get(other)} make no sense together.`,
    );
  }
  return {
    ...member('ifMatch', tagsOf('if-match', given('if-match'))),
    ...member('ifNoneMatch', tagsOf('if-none-match', given('if-none-match'))),
    ...member('ifModifiedSince', timeOf('if-modified-since', given('if-modified-since'))),
    ...member('ifUnmodifiedSince', timeOf('if-unmodified-since', given('if-unmodified-since'))),
  };
}

/** Whether all hold. `validators` is undefined when there is no such file. */
export function hold(preconditions: Preconditions, validators: Validators | undefined): boolean {
  const { ifMatch, ifNoneMatch, ifModifiedSince, ifUnmodifiedSince } = preconditions;
  const present = validators !== undefined;
  const actual = validators ?? ABSENT;
  const is = (tags: Tags): boolean => (tags === '*' ? present : tags.includes(actual.etag));
  if (ifMatch !== undefined && !is(ifMatch)) return false;
  if (ifNoneMatch !== undefined && is(ifNoneMatch)) return false;
  if (ifUnmodifiedSince !== undefined && isLater(actual.modifiedMs, ifUnmodifiedSince)) return false;
  return ifModifiedSince === undefined || wasModified(actual, ifModifiedSince);
}

/** The status of the answer to a read whose preconditions do not hold. */
export function statusOfRead({ ifNoneMatch, ifModifiedSince }: Preconditions): 304 | 412 {
  return ifNoneMatch !== undefined || ifModifiedSince !== undefined ? 304 : 412;
}

/**
 * An HTTP date has whole seconds. When two versions were made in the second it names, who has the first of them must
 * still learn of the second one.
 */
function wasModified({ modifiedMs, earlierModifiedMs }: Validators, since: GivenTime): boolean {
  if (isLater(modifiedMs, since)) return true;
  return (
    since.wholeSeconds &&
    earlierModifiedMs !== undefined &&
    secondOf(earlierModifiedMs) === secondOf(modifiedMs)
  );
}

function isLater(modifiedMs: number, { ms, wholeSeconds }: GivenTime): boolean {
  return wholeSeconds ? secondOf(modifiedMs) > secondOf(ms) : modifiedMs > ms;
}

const secondOf = (ms: number): number => Math.floor(ms / 1000);

function tagsOf(name: string, text: string): Tags | undefined {
  if (text === '') return undefined;
  const parsed = parseTags(text);
  if ('wrong' in parsed) throw new PreconditionError(`${properNames.get(name)} ${parsed.wrong}.`);
  return parsed.tags;
}

function timeOf(name: string, text: string): GivenTime | undefined {
  if (text === '') return undefined;
  const time = parseTime(text);
  if (time === undefined) {
    throw new PreconditionError(
      `${properNames.get(name)} must be an HTTP date or milliseconds since the epoch.`,
    );
  }
  return time;
}

function member<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };
}
