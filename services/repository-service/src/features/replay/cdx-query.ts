// A CDX query as the domain works with it, out of the parameters of a request: everything is checked here, and what
// cannot be combined is refused.
import type { repository } from '@holdfast/api-types';
import type { CaptureScope, KeyMatch } from '../../domain/replay/capture-index.ts';
import { badParameter } from '../errors.ts';
import { type CollapseValue, sameField, sameTimeAndStatus } from './cdx-collapse.ts';
import { cdxColumns, cdxField } from './cdx-fields.ts';
import { type CaptureTest, captureFilter, isNoSelfRedirect } from './cdx-filter.ts';
import type { Page } from './cdx-pages.ts';
import { firstSecondOf, lastSecondOf } from './cdx-time.ts';
import { keyMatch } from './key-match.ts';

export type CdxParameters = repository.operations['getCdxb']['parameters']['query'];

export interface CdxQuery {
  readonly match: KeyMatch;
  readonly scope: CaptureScope;
  readonly sort: CdxSort;
  /** All must hold. */
  readonly filters: CaptureTest[];
  readonly collapses: CollapseValue[];
  readonly offset: number;
  readonly limit: number;
  readonly page: Page | undefined;
  readonly resumeKey: string | undefined;
  /** What a resume key is bound to: everything that decides which captures come in what order. */
  readonly identity: unknown[];
}

/** `closest`: to this moment, seconds since the epoch. */
export type CdxSort = { by: 'forward' | 'backward' } | { by: 'closest'; second: number };

export interface CdxLimits {
  /** No answer has more captures. */
  readonly max: number;
}

const DEFAULT_PAGE_SIZE = 10_000;

export function cdxQuery(namespace: string, parameters: CdxParameters, limits: CdxLimits): CdxQuery {
  const sort = sortOf(parameters);
  const page = pageOf(parameters, sort, limits);
  const { matchType, from, to, filter = [], collapse, collapseTime, omitSelfRedirects = false } = parameters;
  const scope = {
    namespace,
    fromMs: from ? firstSecondOf(from) * 1000 : undefined,
    toMs: to ? lastSecondOf(to) * 1000 + 999 : undefined,
  };
  const match = keyMatch(parameters.url, matchType);
  return {
    match,
    scope,
    sort,
    filters: [
      ...filter.map((text) => captureFilter(text, namespace)),
      ...(omitSelfRedirects ? [isNoSelfRedirect] : []),
    ],
    collapses: collapsesOf(parameters, namespace),
    ...amountOf(parameters, sort, limits),
    page,
    resumeKey: parameters.resumeKey,
    identity: [match, scope, sort, filter, collapse, collapseTime, omitSelfRedirects],
  };
}

/** The fields to give, by the names the client uses for them. */
export function fieldsOf({ fl }: CdxParameters, usual: readonly string[] = cdxColumns): string[] {
  const names = fl ? fl.split(',') : [...usual];
  const unknown = names.find((name) => cdxField(name) === undefined);
  if (unknown !== undefined) throw badParameter(`fl: there is no field ${JSON.stringify(unknown)}.`);
  return names;
}

function sortOf({ sort, closest, fastLatest }: CdxParameters): CdxSort {
  const nearest = closest !== undefined && closest !== '' && (sort ?? 'closest') === 'closest';
  if (fastLatest) {
    if (nearest) throw badParameter('fastLatest cannot be combined with sort=closest.');
    return { by: 'backward' };
  }
  if (nearest) return { by: 'closest', second: lastSecondOf(closest) };
  return { by: sort === 'reverse' ? 'backward' : 'forward' };
}

function pageOf(
  { page, pageSize, showNumPages, resumeKey }: CdxParameters,
  sort: CdxSort,
  { max }: CdxLimits,
): Page | undefined {
  if (page === undefined && !showNumPages) return undefined;
  if (sort.by === 'closest') throw badParameter('Pages cannot be combined with sort=closest.');
  if (resumeKey !== undefined) throw badParameter('Pages cannot be combined with resumeKey.');
  return { number: page ?? 0, size: Math.min(pageSize ?? DEFAULT_PAGE_SIZE, max) };
}

function amountOf(
  { offset = 0, limit, resumeKey }: CdxParameters,
  sort: CdxSort,
  { max }: CdxLimits,
): Pick<CdxQuery, 'offset' | 'limit'> {
  if (sort.by === 'closest' && offset > max) {
    throw badParameter(`With sort=closest, offset is at most ${max}; resumeKey reaches farther.`);
  }
  // What was passed over lies before the place where a resumed answer goes on.
  return { offset: resumeKey === undefined ? offset : 0, limit: Math.min(limit ?? max, max) };
}

function collapsesOf({ collapse, collapseTime }: CdxParameters, namespace: string): CollapseValue[] {
  const values: CollapseValue[] = [];
  if (collapse !== undefined) {
    const [name = '', characters] = collapse.split(':');
    const field = cdxField(name);
    if (field === undefined) throw badParameter(`collapse: there is no field ${JSON.stringify(name)}.`);
    values.push(sameField(field, characters === undefined ? undefined : Number(characters), namespace));
  }
  if (collapseTime !== undefined) values.push(sameTimeAndStatus(collapseTime, namespace));
  return values;
}
