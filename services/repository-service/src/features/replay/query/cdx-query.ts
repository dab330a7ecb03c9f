// Parses and validates request parameters as a CDX query, and rejects invalid combinations of parameters.
import type { repository } from '@holdfast/api-types';
import type { UrlkeyRequest } from '@holdfast/surt';
import type { CaptureScope, KeyMatch } from '../../../domain/replay/capture-index.ts';
import { makeBadParameterError } from '../../errors.ts';
import type { CdxPage } from '../walk/cdx-pages.ts';
import {
  type CollapseFunction,
  makeFieldCollapse,
  makeTimeAndStatusCollapse,
} from '../words/cdx-collapse.ts';
import { cdxColumns, findCdxField, originalNames } from '../words/cdx-fields.ts';
import {
  type CaptureTest,
  compileCaptureFilters,
  type FilterDialect,
  isNotSelfRedirect,
} from '../words/cdx-filter.ts';
import { findFirstSecond, findLastSecond } from '../words/cdx-time.ts';
import { parseKeyMatch, parseUrlkeyMatch } from '../words/key-match.ts';

export type CdxParameters = NonNullable<repository.operations['getCdxb']['parameters']['query']>;

export interface CdxQuery {
  readonly match: KeyMatch;
  readonly scope: CaptureScope;
  readonly sort: CdxSort;
  /** A capture must match all filters. */
  readonly filters: CaptureTest[];
  readonly collapses: CollapseFunction[];
  /** Capture that is returned for a collapsed group. */
  readonly keeps: 'first' | 'last';
  readonly offset: number;
  readonly limit: number;
  /** Whether the response must report that the result was truncated. Not needed if the client set the limit. */
  readonly tellsRest: boolean;
  /** Whether to return the last captures instead of the first ones. */
  readonly fromEnd: boolean;
  readonly page: CdxPage | undefined;
  readonly resumeKey: string | undefined;
  /** All parameters that determine the captures and their order. A resume key is valid only for the same parameters. */
  readonly identity: unknown[];
}

/** Sort order. `closest`: by distance from `second`, in seconds since the epoch. */
export type CdxSort = { by: 'forward' | 'backward' } | { by: 'closest'; second: number };

export interface CdxLimits {
  /** Maximum number of captures in a response. */
  readonly max: number;
  /** Filter dialect of requests that do not name one. */
  readonly filterDialect?: FilterDialect | undefined;
}

const DEFAULT_PAGE_SIZE = 10_000;

export function parseCdxQuery(namespace: string, parameters: CdxParameters, limits: CdxLimits): CdxQuery {
  const sort = parseSort(parameters);
  const page = parsePage(parameters, sort, limits);
  const { from, to, filter = [], filterDialect, collapseTime } = parameters;
  const omitSelfRedirects = Boolean(parameters.omitSelfRedirects);
  const dialect = {
    of: filterDialect ?? limits.filterDialect ?? 'pywb',
    isNamed: filterDialect !== undefined,
  };
  const collapsing = parseCollapsing(parameters);
  const scope = {
    namespace,
    fromMs: from ? findFirstSecond(from) * 1000 : undefined,
    toMs: to ? findLastSecond(to) * 1000 + 999 : undefined,
  };
  const match = parseMatch(parameters);
  return {
    match,
    scope,
    sort,
    filters: [
      ...compileCaptureFilters(filter, namespace, dialect),
      ...(omitSelfRedirects ? [isNotSelfRedirect] : []),
    ],
    collapses: createCollapseFunctions(collapsing.specs, collapseTime, namespace),
    keeps: collapsing.keeps,
    ...parseAmount(parameters, sort, limits),
    page,
    resumeKey: parameters.resumeKey,
    identity: [match, scope, sort, filter, dialect.of, collapsing, collapseTime, omitSelfRedirects],
  };
}

/** Returns the output fields, under the names that the client used for them. */
export function chooseCdxFields(
  { fl, fields = fl, resolveRevisits }: CdxParameters,
  usual: readonly string[] = cdxColumns,
): string[] {
  if (fl !== undefined && fl !== fields)
    throw makeBadParameterError('fl and fields are synonyms, but have different values.');
  return fields ? fields.split(',') : [...usual, ...(resolveRevisits ? originalNames : [])];
}

function parseMatch({ url: plainUrl, urlkey, matchType, ...asked }: CdxParameters): KeyMatch {
  const url = asked.alt_url?.includes('__wb_method=') ? asked.alt_url : (plainUrl ?? asked.alt_url);
  if (url !== undefined && urlkey !== undefined)
    throw makeBadParameterError('url and urlkey cannot be combined.');
  if (urlkey !== undefined && (asked.method ?? asked.requestBody) !== undefined)
    throw makeBadParameterError(
      'method and requestBody cannot be combined with urlkey, which already contains them.',
    );
  if (urlkey !== undefined) return parseUrlkeyMatch(urlkey, matchType);
  if (url === undefined)
    throw makeBadParameterError('Query parameter "url" is required, or "urlkey" instead.');
  return parseKeyMatch(url, matchType, parseUrlkeyRequest(url, asked));
}

/** Returns the method and body of the captured request to look up. Returns undefined for GET. */
function parseUrlkeyRequest(
  url: string,
  { method = 'GET', requestBody }: CdxParameters,
): UrlkeyRequest | undefined {
  const isGet = method.toUpperCase() === 'GET';
  if (isGet && requestBody !== undefined)
    throw makeBadParameterError('requestBody requires a method other than GET.');
  if (isGet) return undefined;
  if (url.includes('__wb_method='))
    throw makeBadParameterError('method cannot be combined with the method in url.');
  return { method: method.toUpperCase(), body: requestBody };
}

function parseSort({ sort: named, reverse, closest, fastLatest, limit = 1 }: CdxParameters): CdxSort {
  if (reverse && (named === 'closest' || (named === undefined && closest !== undefined)))
    throw makeBadParameterError('reverse cannot be combined with closest, unless sort=reverse is set.');
  const sort = reverse ? 'reverse' : named;
  const isByDistance = closest !== undefined && (sort ?? 'closest') === 'closest';
  if (fastLatest) {
    if (isByDistance) throw makeBadParameterError('fastLatest cannot be combined with sort=closest.');
    if (limit > 0) return { by: 'backward' };
  }
  if (isByDistance) return { by: 'closest', second: findLastSecond(closest) };
  return { by: sort === 'reverse' ? 'backward' : 'forward' };
}

function parsePage(
  { page, pageSize, showNumPages, resumeKey, limit = 1 }: CdxParameters,
  sort: CdxSort,
  { max }: CdxLimits,
): CdxPage | undefined {
  if (page === undefined && !showNumPages) return undefined;
  if (sort.by === 'closest') throw makeBadParameterError('Pages cannot be combined with sort=closest.');
  if (resumeKey !== undefined) throw makeBadParameterError('Pages cannot be combined with resumeKey.');
  if (limit < 0) throw makeBadParameterError('Pages cannot be combined with a negative limit.');
  return { number: page ?? 0, size: Math.min(pageSize ?? DEFAULT_PAGE_SIZE, max) };
}

function parseAmount(
  { offset = 0, limit, resumeKey, showResumeKey }: CdxParameters,
  sort: CdxSort,
  { max }: CdxLimits,
): Pick<CdxQuery, 'offset' | 'limit' | 'tellsRest' | 'fromEnd'> {
  if (limit !== undefined && limit < 0) {
    if (sort.by === 'closest' || offset > 0 || resumeKey !== undefined)
      throw makeBadParameterError(
        'A negative limit cannot be combined with sort=closest, offset or resumeKey.',
      );
    return { offset, limit: Math.min(-limit, max), tellsRest: false, fromEnd: true };
  }
  if (sort.by === 'closest' && offset > max) {
    throw makeBadParameterError(`With sort=closest, offset is at most ${max}; resumeKey reaches farther.`);
  }
  // A resumed query skips no captures, because its first response already applied the offset.
  return {
    offset: resumeKey === undefined ? offset : 0,
    limit: Math.min(limit ?? max, max),
    tellsRest: Boolean(showResumeKey) || limit === undefined || limit > max,
    fromEnd: false,
  };
}

/** Reads the collapse parameters. `collapse` and `collapseToFirst` are synonyms. */
function parseCollapsing({ collapse, collapseToFirst, collapseToLast, collapseTime }: CdxParameters) {
  if (collapse && collapseToFirst !== undefined && collapse.join() !== collapseToFirst)
    throw makeBadParameterError('collapse and collapseToFirst are synonyms, but have different values.');
  if (collapseToLast === undefined) {
    const specs = collapse ?? (collapseToFirst === undefined ? [] : [collapseToFirst]);
    return { keeps: 'first' as const, specs };
  }
  if (collapse ?? collapseToFirst ?? collapseTime)
    throw makeBadParameterError(
      'collapseToLast cannot be combined with collapse, collapseToFirst or collapseTime.',
    );
  return { keeps: 'last' as const, specs: [collapseToLast] };
}

function createCollapseFunctions(
  specs: readonly string[],
  collapseTime: number | undefined,
  namespace: string,
): CollapseFunction[] {
  const values = specs.map((spec) => {
    const [name = '', characters] = spec.split(':');
    const field = findCdxField(name);
    if (field === undefined)
      throw makeBadParameterError(`collapse: there is no field ${JSON.stringify(name)}.`);
    return makeFieldCollapse(field, characters === undefined ? undefined : Number(characters), namespace);
  });
  return collapseTime === undefined
    ? values
    : [...values, makeTimeAndStatusCollapse(collapseTime, namespace)];
}
