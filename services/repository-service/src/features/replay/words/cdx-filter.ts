// Parses the `filter` parameters of a CDX query, in two dialects. pywb: `[!][=|~]field:expr`. By default, the field
// must contain the expression; with `=`, it must equal the expression; with `~`, a regular expression must match the
// beginning of the field. OutbackCDX and the Internet Archive's server: `[~][!]field:expr`. By default, a regular
// expression must match the whole field; with `~`, the field must contain the expression. `!` negates the filter.
// Without a field, the filter applies to the whole line of eleven columns.
import { makeUrlkey } from '@holdfast/surt';
import { RE2JS } from 're2js';
import type { Capture } from '../../../domain/replay/capture.ts';
import { makeBadParameterError } from '../../errors.ts';
import { RegexBudget } from '../../shared/regex-budget.ts';
import {
  type CdxField,
  findCdxField,
  formatCdxLine,
  formatFieldValue,
  resolveRedirect,
} from './cdx-fields.ts';

export type CaptureTest = (capture: Capture) => boolean;

export type FilterDialect = 'pywb' | 'outbackcdx';

export interface FilterSyntax {
  readonly of: FilterDialect;
  /** Whether the request itself names the dialect. */
  readonly isNamed: boolean;
}

/** Compiles the filters. Throws 400 if a filter is invalid, or if all filters together are too complex. */
export function compileCaptureFilters(
  filters: readonly string[],
  namespace: string,
  dialect: FilterSyntax,
): CaptureTest[] {
  const budget = new RegexBudget('filter');
  return filters.map((filter) => createCaptureTest(filter, namespace, dialect, budget));
}

function createCaptureTest(
  filter: string,
  namespace: string,
  dialect: FilterSyntax,
  budget: RegexBudget,
): CaptureTest {
  const { isNegated, how, rest } =
    dialect.of === 'pywb' ? parsePywbFilter(filter) : parseOutbackCdxFilter(filter);
  const { field, expression } = splitField(rest);
  if (dialect.of === 'pywb' && !dialect.isNamed && how === 'contains') refuseRegex(expression);
  const matches = createTextTest(how, expression, budget);
  const textOf = (capture: Capture) =>
    field === undefined ? formatCdxLine(capture, namespace) : formatFieldValue(field, capture, namespace);
  return (capture) => matches(textOf(capture)) !== isNegated;
}

type MatchMode = 'contains' | 'is' | 'begins with a match' | 'matches';

interface FilterParts {
  readonly isNegated: boolean;
  readonly how: MatchMode;
  readonly rest: string;
}

function parsePywbFilter(filter: string): FilterParts {
  if (filter.startsWith('~!'))
    throw makeBadParameterError(
      'filter: "~!" requires filterDialect=outbackcdx. In this dialect, use "!~" to negate a regular expression.',
    );
  const [, negation, sign, rest = ''] = /^(!?)([=~]?)(.*)$/s.exec(filter)!;
  const how = { '': 'contains', '=': 'is', '~': 'begins with a match' }[sign ?? ''] as MatchMode;
  return { isNegated: negation === '!', how, rest };
}

function parseOutbackCdxFilter(filter: string): FilterParts {
  const [, sign, negation, rest = ''] = /^(~?)(!?)(.*)$/s.exec(filter)!;
  if (/^[=~]/.test(rest))
    throw makeBadParameterError(
      'filter: "=" and "!~" require filterDialect=pywb. In this dialect, an expression without a sign must match the whole field, and "~!" excludes fields that contain a match.',
    );
  return { isNegated: negation === '!', how: sign === '~' ? 'contains' : 'matches', rest };
}

// Regular expression operators that never occur in media types or status codes, and rarely in URLs.
const REGEX_SYNTAX = /\.[*+]|\[.*\]|\(.*\|.*\)|\\[.dswb]|^\^|\$$|[^?&=]\{\d|^[^?]*\|/;

/**
 * Rejects a regular expression where the dialect expects literal text. As literal text it would match nothing, and the
 * client would get no error.
 */
function refuseRegex(expression: string): void {
  if (!REGEX_SYNTAX.test(expression)) return;
  throw makeBadParameterError(
    'filter: without a sign, the field must contain the literal text, but this looks like a regular expression. ' +
      'Use filterDialect=outbackcdx for a regular expression, "~" before the field to match the beginning of the field, or ' +
      'filterDialect=pywb for literal text.',
  );
}

/** Returns true unless the capture redirects to its own URL key. */
export function isNotSelfRedirect(capture: Capture): boolean {
  const target = resolveRedirect(capture);
  return target === undefined || makeUrlkey(target) !== capture.urlkey;
}

function splitField(text: string): { field: CdxField | undefined; expression: string } {
  const colon = text.indexOf(':');
  if (colon < 0) return { field: undefined, expression: text };
  const field = findCdxField(text.slice(0, colon));
  if (field === undefined)
    throw makeBadParameterError(`filter: there is no field ${JSON.stringify(text.slice(0, colon))}.`);
  return { field, expression: text.slice(colon + 1) };
}

function createTextTest(how: MatchMode, expression: string, budget: RegexBudget): (text: string) => boolean {
  if (how === 'contains') return (text) => text.includes(expression);
  if (how === 'is') return (text) => text === expression;
  const end = how === 'matches' ? '$' : '';
  const pattern = budget.compile(expression, (one) => `^(?:${one})${end}`, RE2JS.DOTALL);
  return (text) => pattern.test(text);
}
