// Conditional requests (RFC 9110, 13): parses the headers and evaluates them in the order of section 13.2.2. The result
// is either to proceed, or to respond with 304 or 412.
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors/api-error.ts';

export interface Preconditions {
  readonly ifMatch?: EntityTagList;
  readonly ifNoneMatch?: EntityTagList;
  readonly ifModifiedSince?: ConditionTime;
  readonly ifUnmodifiedSince?: ConditionTime;
}

/** Validators of a representation. They are compared with the conditional headers of a request. */
export interface RepresentationValidators {
  /** Strong entity tag, including its quotes. */
  readonly etag: string;
  /** Modification time. Undefined if unknown; conditions on dates are then ignored. */
  readonly modifiedMs?: number | undefined;
  /** Modification time of the previous version, if known. */
  readonly earlierModifiedMs?: number | undefined;
}

/** Result of the preconditions. `not-modified`: respond to a read with 304. `failed`: respond with 412. */
export type PreconditionVerdict = 'proceed' | 'not-modified' | 'failed';

/** Validators of a file that does not exist. */
const ABSENT = { etag: '"0"', modifiedMs: 0 } as const;

const NONE: Preconditions = {};

/**
 * Parses the conditional headers. Throws 400 if If-Match or If-None-Match is not a list of entity tags. An empty header
 * counts as absent. "A recipient MUST ignore the If-Modified-Since header field if the received field value is not a
 * valid HTTP-date".
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
    ...createMember('ifMatch', parseTagHeader('If-Match', match)),
    ...createMember('ifNoneMatch', parseTagHeader('If-None-Match', noneMatch)),
    ...createMember('ifModifiedSince', parseTimeHeader(modified)),
    ...createMember('ifUnmodifiedSince', parseTimeHeader(unmodified)),
  };
}

/** Evaluates the preconditions of GET and HEAD. */
export function evaluateReadConditions(
  preconditions: Preconditions,
  validators: RepresentationValidators,
): PreconditionVerdict {
  if (!isExpectedVersion(preconditions, validators)) return 'failed';
  return isNewToClient(preconditions, validators) ? 'proceed' : 'not-modified';
}

/** Returns whether a write may be carried out. `validators` is undefined if the file does not exist. */
export function isWriteAllowed(
  preconditions: Preconditions,
  validators: RepresentationValidators | undefined,
): boolean {
  return isExpectedVersion(preconditions, validators) && isNewToClient(preconditions, validators);
}

/** Evaluates If-Match or, "when recipient is the origin server and If-Match is not present", If-Unmodified-Since. */
function isExpectedVersion(
  { ifMatch, ifUnmodifiedSince }: Preconditions,
  validators?: RepresentationValidators,
): boolean {
  if (ifMatch !== undefined) return matchesTagList(ifMatch, validators, matchesStrongly);
  const { modifiedMs } = validators ?? ABSENT;
  if (ifUnmodifiedSince === undefined || modifiedMs === undefined) return true;
  return !isLater(modifiedMs, ifUnmodifiedSince);
}

/** Evaluates If-None-Match or, "when If-None-Match is not present", If-Modified-Since. */
function isNewToClient(
  { ifNoneMatch, ifModifiedSince }: Preconditions,
  validators?: RepresentationValidators,
): boolean {
  if (ifNoneMatch !== undefined) return !matchesTagList(ifNoneMatch, validators, matchesWeakly);
  const { modifiedMs, earlierModifiedMs }: Partial<RepresentationValidators> = validators ?? ABSENT;
  if (ifModifiedSince === undefined || modifiedMs === undefined) return true;
  return wasModified(modifiedMs, earlierModifiedMs, ifModifiedSince);
}

function matchesTagList(
  tags: EntityTagList,
  validators: RepresentationValidators | undefined,
  matches: (etag: string, tag: EntityTag) => boolean,
): boolean {
  if (tags === '*') return validators !== undefined;
  const { etag } = validators ?? ABSENT;
  return tags.some((tag) => matches(etag, tag));
}

/**
 * Returns whether the file was modified after `since`. HTTP dates have a precision of one second. If the previous
 * version was modified in the same second, the client may have that version, so the result is also true.
 */
function wasModified(
  modifiedMs: number,
  earlierModifiedMs: number | undefined,
  since: ConditionTime,
): boolean {
  if (isLater(modifiedMs, since)) return true;
  return (
    since.wholeSeconds &&
    earlierModifiedMs !== undefined &&
    secondOf(earlierModifiedMs) === secondOf(modifiedMs)
  );
}

function isLater(modifiedMs: number, { ms, wholeSeconds }: ConditionTime): boolean {
  return wholeSeconds ? secondOf(modifiedMs) > secondOf(ms) : modifiedMs > ms;
}

const secondOf = (ms: number): number => Math.floor(ms / 1000);

function parseTagHeader(name: string, text = ''): EntityTagList | undefined {
  if (text.trim() === '') return undefined;
  const parsed = parseTags(text);
  if ('wrong' in parsed) throw new ApiError(400, `${name} ${parsed.wrong}.`);
  return parsed.tags;
}

function parseTimeHeader(text: string | undefined): ConditionTime | undefined {
  return text === undefined ? undefined : parseConditionTime(text.trim());
}

function createMember<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { [N in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { [N in Name]?: Value };
}

export interface EntityTag {
  readonly isWeak: boolean;
  /** Opaque tag, including its quotes. */
  readonly opaque: string;
}

export type EntityTagList = '*' | readonly EntityTag[];

/**
 * Parses a list of entity tags. If the list is invalid, `wrong` is an error message without a subject; the caller
 * prepends the header name.
 */
export function parseTags(text: string): { tags: EntityTagList } | { wrong: string } {
  const tags: EntityTag[] = [];
  let star = false;
  for (let at = 0; at < text.length; ) {
    const char = text[at]!;
    if (char === ' ' || char === '\t' || char === ',') {
      at += 1;
      continue;
    }
    const isWeak = text.startsWith('W/"', at);
    const start = isWeak ? at + 2 : at;
    const end = text[start] === '"' ? text.indexOf('"', start + 1) + 1 : start + 1;
    if (char === '*') star = true;
    else if (text[start] !== '"') return { wrong: 'must have its entity tags in double quotes' };
    else if (end === 0) return { wrong: 'has an entity tag without its closing quote' };
    else tags.push({ isWeak, opaque: text.slice(start, end) });
    if (!/^[ \t]*(?:,|$)/.test(text.slice(end, end + 100)))
      return { wrong: 'must have commas between its entity tags' };
    at = end;
  }
  if (star && tags.length > 0) return { wrong: 'must not have `*` among entity tags' };
  if (!star && tags.length === 0) return { wrong: 'contains no entity tag' };
  return { tags: star ? '*' : tags };
}

/**
 * Strong comparison: "two entity tags are equivalent if both are not weak and their opaque-tags match". `etag` is a
 * strong tag with its quotes.
 */
export const matchesStrongly = (etag: string, { isWeak, opaque }: EntityTag): boolean =>
  !isWeak && opaque === etag;

/** Weak comparison: "two entity tags are equivalent if their opaque-tags match", whether or not a tag is weak. */
export const matchesWeakly = (etag: string, { opaque }: EntityTag): boolean => opaque === etag;

export interface ConditionTime {
  readonly ms: number;
  /** True if the time was given as an HTTP date, which has whole seconds. False if it was a number of milliseconds. */
  readonly wholeSeconds: boolean;
}

const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const LONG_DAY = '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)';
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?<month>${months.join('|')})`;
const CLOCK = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';

const forms = [
  new RegExp(`^${DAY}, (?<day>\\d\\d) ${MONTH} (?<year>\\d{4}) ${CLOCK} GMT$`),
  new RegExp(`^${LONG_DAY}, (?<day>\\d\\d)-${MONTH}-(?<year>\\d\\d) ${CLOCK} GMT$`),
  new RegExp(`^${DAY} ${MONTH} (?<day>[ \\d]\\d) ${CLOCK} (?<year>\\d{4})$`),
];

/**
 * Parses an HTTP date or a number of milliseconds. Returns undefined for any other text. `nowMs` is used to complete
 * two-digit years.
 */
export function parseConditionTime(text: string, nowMs = Date.now()): ConditionTime | undefined {
  if (/^\d{1,15}$/.test(text)) return { ms: Number(text), wholeSeconds: false };
  for (const form of forms) {
    const parts = form.exec(text)?.groups;
    if (parts !== undefined) return toConditionTime(parts, nowMs);
  }
  return undefined;
}

function toConditionTime(parts: Record<string, string>, nowMs: number): ConditionTime | undefined {
  const [day, hour, minute, second] = ['day', 'hour', 'minute', 'second'].map((name) => Number(parts[name]));
  const monthNo = months.indexOf(parts.month!);
  const year = parts.year!.length === 2 ? toFullYear(Number(parts.year), nowMs) : Number(parts.year);
  // Accepts a leap second as the first second of the next minute.
  if (hour! > 23 || minute! > 59 || second! > 60) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year, monthNo, day);
  if (date.getUTCMonth() !== monthNo || date.getUTCDate() !== day) return undefined;
  date.setUTCHours(hour!, minute, second);
  return { ms: date.getTime(), wholeSeconds: true };
}

/** Adds the century to a two-digit year. A date "more than 50 years in the future" belongs to the previous century. */
function toFullYear(twoDigits: number, nowMs: number): number {
  const thisYear = new Date(nowMs).getUTCFullYear();
  const inThisCentury = thisYear - (thisYear % 100) + twoDigits;
  return inThisCentury > thisYear + 50 ? inThisCentury - 100 : inThisCentury;
}

/**
 * Evaluates If-Range. Compares tags strongly. A date must equal Last-Modified. Returns false for every other value, so
 * that the whole representation is sent.
 */
export function isRangeApplicable(
  headers: IncomingHttpHeaders,
  { etag, modifiedMs }: RepresentationValidators,
): boolean {
  const given = headers['if-range'];
  if (given === undefined) return true;
  const text = String(given).trim();
  const time = parseConditionTime(text);
  if (time !== undefined)
    return time.wholeSeconds && modifiedMs !== undefined && Math.floor(modifiedMs / 1000) * 1000 === time.ms;
  const parsed = parseTags(text);
  if ('wrong' in parsed || parsed.tags === '*' || parsed.tags.length !== 1) return false;
  return matchesStrongly(etag, parsed.tags[0]!);
}
