// Conditional requests (RFC 9110, 13): reads the headers, and decides in the order of section 13.2.2 whether the request is
// carried out, answered with 304 or refused with 412.
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors/api-error.ts';
import { type EntityTag, matchesStrongly, matchesWeakly, parseTags, type Tags } from './entity-tags.ts';
import { type GivenTime, parseTime } from './http-time.ts';

export interface Preconditions {
  readonly ifMatch?: Tags;
  readonly ifNoneMatch?: Tags;
  readonly ifModifiedSince?: GivenTime;
  readonly ifUnmodifiedSince?: GivenTime;
}

/** Validators of a representation, which the headers are compared with. */
export interface Validators {
  /** Strong, with its quotes. */
  readonly etag: string;
  /** Undefined if no modification date is known: conditions on dates are ignored then. */
  readonly modifiedMs?: number | undefined;
  /** When the version before was made, if it is known. */
  readonly earlierModifiedMs?: number | undefined;
}

/** `not-modified`: 304 to a read. `failed`: 412. */
export type Verdict = 'proceed' | 'not-modified' | 'failed';

/** Validators of a file that does not exist. */
const ABSENT = { etag: '"0"', modifiedMs: 0 } as const;

const NONE: Preconditions = {};

/**
 * Throws 400 for text that is no list of entity tags. "A recipient MUST ignore the If-Modified-Since header field if the
 * received field value is not a valid HTTP-date". A header with an empty value counts as absent.
 */
export function parsePreconditions(headers: IncomingHttpHeaders): Preconditions {
  const {
    'if-match': match,
    'if-none-match': noneMatch,
    'if-modified-since': modified,
    'if-unmodified-since': unmodified,
  } = headers;
  if ((match ?? noneMatch ?? modified ?? unmodified) === undefined) return NONE;
  return {
    ...member('ifMatch', tagsOf('If-Match', match)),
    ...member('ifNoneMatch', tagsOf('If-None-Match', noneMatch)),
    ...member('ifModifiedSince', timeOf(modified)),
    ...member('ifUnmodifiedSince', timeOf(unmodified)),
  };
}

/** Decides on GET and HEAD. */
export function judgeRead(preconditions: Preconditions, validators: Validators): Verdict {
  if (!isAsExpected(preconditions, validators)) return 'failed';
  return isNews(preconditions, validators) ? 'proceed' : 'not-modified';
}

/** Whether a write may be carried out. `validators` is undefined if the file does not exist. */
export function allowsWrite(preconditions: Preconditions, validators: Validators | undefined): boolean {
  return isAsExpected(preconditions, validators) && isNews(preconditions, validators);
}

/** "When recipient is the origin server and If-Match is not present", If-Unmodified-Since is evaluated. */
function isAsExpected({ ifMatch, ifUnmodifiedSince }: Preconditions, validators?: Validators): boolean {
  if (ifMatch !== undefined) return includes(ifMatch, validators, matchesStrongly);
  const { modifiedMs } = validators ?? ABSENT;
  if (ifUnmodifiedSince === undefined || modifiedMs === undefined) return true;
  return !isLater(modifiedMs, ifUnmodifiedSince);
}

/** "When If-None-Match is not present", If-Modified-Since is evaluated. */
function isNews({ ifNoneMatch, ifModifiedSince }: Preconditions, validators?: Validators): boolean {
  if (ifNoneMatch !== undefined) return !includes(ifNoneMatch, validators, matchesWeakly);
  const { modifiedMs, earlierModifiedMs }: Partial<Validators> = validators ?? ABSENT;
  if (ifModifiedSince === undefined || modifiedMs === undefined) return true;
  return wasModified(modifiedMs, earlierModifiedMs, ifModifiedSince);
}

function includes(
  tags: Tags,
  validators: Validators | undefined,
  matches: (etag: string, tag: EntityTag) => boolean,
): boolean {
  if (tags === '*') return validators !== undefined;
  const { etag } = validators ?? ABSENT;
  return tags.some((tag) => matches(etag, tag));
}

/**
 * An HTTP date has whole seconds. If two versions were made in the second that it names, a client that has the first of
 * them must still learn of the second one.
 */
function wasModified(modifiedMs: number, earlierModifiedMs: number | undefined, since: GivenTime): boolean {
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

function tagsOf(name: string, text = ''): Tags | undefined {
  if (text.trim() === '') return undefined;
  const parsed = parseTags(text);
  if ('wrong' in parsed) throw new ApiError(400, `${name} ${parsed.wrong}.`);
  return parsed.tags;
}

function timeOf(text: string | undefined): GivenTime | undefined {
  return text === undefined ? undefined : parseTime(text.trim());
}

function member<Name extends string, Value>(name: Name, value: Value | undefined): { [N in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };
}
