// Parses the parameter `q` of a cdxa query, which consists of tokens `name:value` separated by white space. Each value
// is form-encoded a second time. Unknown tokens are ignored.
import type { repository } from '@holdfast/api-types';
import type { CaptureScope, KeyMatch } from '../../../domain/replay/capture-index.ts';
import { makeBadParameterError } from '../../errors.ts';
import { findFirstSecond, findLastSecond } from '../words/cdx-time.ts';
import { parseKeyMatch } from '../words/key-match.ts';

export type CdxaParameters = NonNullable<repository.operations['getCdxa']['parameters']['query']>;

export interface CdxaQuery {
  /** The value as given. */
  readonly url: string;
  /** `prefixquery` requests summaries of URLs; `urlquery` requests captures of one URL. */
  readonly type: 'urlquery' | 'prefixquery';
  readonly match: KeyMatch;
  readonly scope: CaptureScope;
  /** Time bounds as sent by the client. Undefined if absent. */
  readonly startDate: string | undefined;
  readonly endDate: string | undefined;
  /** The capture closest to this time, in seconds since the epoch, is flagged in the result (walk/closest-walk.ts). */
  readonly closestSecond: number | undefined;
  readonly offset: number;
  readonly limit: number;
}

const DEFAULT_LIMIT = 10_000;
const MAX_URL_CHARACTERS = 65_536;

/** Parses the query. Throws 400 if it is invalid. `max`: maximum number of results. */
export function parseCdxaQuery(
  namespace: string,
  parameters: CdxaParameters,
  { max }: { max: number },
): CdxaQuery {
  const tokens = parseQueryTokens(parameters.q ?? '');
  const url = tokens.get('url') ?? '';
  if (url === '' || url.length > MAX_URL_CHARACTERS) {
    throw makeBadParameterError(`q: url is required, with at most ${MAX_URL_CHARACTERS} characters.`);
  }
  const type = tokens.get('type') ?? 'urlquery';
  if (type !== 'urlquery' && type !== 'prefixquery')
    throw makeBadParameterError('q: type must be urlquery or prefixquery.');
  const [startDate, endDate, date] = ['startdate', 'enddate', 'date'].map((name) =>
    parseDateToken(tokens, name),
  );
  return {
    url,
    type,
    match: type === 'urlquery' ? parseKeyMatch(url) : parseKeyMatch(url.replace(/\*$/, ''), 'prefix'),
    scope: {
      namespace,
      fromMs: startDate === undefined ? undefined : findFirstSecond(startDate) * 1000,
      toMs: endDate === undefined ? undefined : findLastSecond(endDate) * 1000 + 999,
    },
    startDate,
    endDate,
    closestSecond: date === undefined ? undefined : findLastSecond(date),
    ...parseCdxaAmount(tokens, parameters, max),
  };
}

/** Request parameters `count` and `start_page` take precedence over tokens in `q`. */
function parseCdxaAmount(
  tokens: ReadonlyMap<string, string>,
  { count, start_page: page }: CdxaParameters,
  max: number,
) {
  const limit = Math.min(count ?? parseNumberToken(tokens, 'limit', 1) ?? DEFAULT_LIMIT, max);
  const offset = page === undefined ? (parseNumberToken(tokens, 'offset', 0) ?? 0) : (page - 1) * limit;
  if (!Number.isSafeInteger(offset)) throw makeBadParameterError('There is no such page.');
  return { limit, offset };
}

function parseQueryTokens(q: string): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const token of q.split(/\s+/)) {
    const colon = token.indexOf(':');
    if (colon > 0)
      tokens.set(decodeFormText(token.slice(0, colon)).toLowerCase(), decodeFormText(token.slice(colon + 1)));
  }
  return tokens;
}

function decodeFormText(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw makeBadParameterError('q: a value is not form-encoded UTF-8.');
  }
}

function parseDateToken(tokens: ReadonlyMap<string, string>, name: string): string | undefined {
  const value = tokens.get(name);
  if (value === undefined || value === '') return undefined;
  if (!/^\d{1,14}$/.test(value)) throw makeBadParameterError(`q: ${name} must have 1 to 14 digits.`);
  return value;
}

function parseNumberToken(
  tokens: ReadonlyMap<string, string>,
  name: string,
  least: number,
): number | undefined {
  const value = tokens.get(name);
  if (value === undefined || value === '') return undefined;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : -1;
  if (number < least) throw makeBadParameterError(`q: ${name} must be a number from ${least}.`);
  return number;
}
