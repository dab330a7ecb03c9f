// Evaluates the operators and functions of the query language as language.ts defines them, independently of the
// compiler. Null means no value.
import { RE2JS } from 're2js';
import { compareDecimals, type Decimal, formatDecimal, readDecimal, truncate } from './decimal.ts';

export type QueryValue = string | boolean | Decimal;
export type Maybe<One> = One | null;

export function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/**
 * Compares two values of the same type, or a text and a number. Returns null if an operand is null or the text is not a
 * number.
 */
export function compareValues(
  a: Maybe<QueryValue>,
  b: Maybe<QueryValue>,
  ignoreCase: boolean,
): Maybe<number> {
  if (a === null || b === null) return null;
  if (typeof a === 'boolean' || typeof b === 'boolean') return Number(a) - Number(b);
  if (typeof a === 'object' || typeof b === 'object') {
    const [left, right] = [asNumber(a), asNumber(b)];
    return left === null || right === null ? null : compareDecimals(left, right);
  }
  return ignoreCase ? compareTexts(lower(a), lower(b)) : compareTexts(a, b);
}

export function asNumber(value: Maybe<string | Decimal>): Maybe<Decimal> {
  return typeof value === 'string' ? (readDecimal(value) ?? null) : value;
}

const comparisons: { readonly [operator: string]: (sign: number) => boolean } = {
  '=': (sign) => sign === 0,
  '!=': (sign) => sign !== 0,
  '<>': (sign) => sign !== 0,
  '<': (sign) => sign < 0,
  '<=': (sign) => sign <= 0,
  '>': (sign) => sign > 0,
  '>=': (sign) => sign >= 0,
};

export function evaluateComparison(operator: string, sign: Maybe<number>): Maybe<boolean> {
  return sign === null ? null : comparisons[operator]!(sign);
}

export function not(value: Maybe<boolean>): Maybe<boolean> {
  return value === null ? null : !value;
}

export function and(values: readonly Maybe<boolean>[]): Maybe<boolean> {
  if (values.includes(false)) return false;
  return values.includes(null) ? null : true;
}

export function or(values: readonly Maybe<boolean>[]): Maybe<boolean> {
  return not(and(values.map(not)));
}

/**
 * Evaluates LIKE: `%` matches any sequence of characters, `_` any single character. After the character `escaping`, `%`
 * and `_` are literal.
 */
export function isLike(
  text: Maybe<string>,
  pattern: Maybe<string>,
  { ignoreCase, escaping }: { ignoreCase: boolean; escaping?: string | undefined },
): Maybe<boolean> {
  if (text === null || pattern === null) return null;
  const folded = ignoreCase ? lower : (one: string) => one;
  const characters = [...folded(text)];
  // Lengths of all text prefixes that match the pattern up to the current character.
  let ends = new Set([0]);
  let isEscaped = false;
  for (const one of pattern) {
    if (one === escaping && !isEscaped) {
      isEscaped = true;
      continue;
    }
    const [isRun, isAny] = [one === '%' && !isEscaped, one === '_' && !isEscaped];
    const fits = (character: string | undefined) =>
      character !== undefined && (isAny || character === folded(one));
    isEscaped = false;
    const next = isRun
      ? [...characters.keys(), characters.length].filter((end) => end >= Math.min(...ends))
      : [...ends].filter((at) => fits(characters[at])).map((at) => at + 1);
    ends = new Set(next);
  }
  return ends.has(characters.length);
}

/**
 * Searches the text for a regular expression in RE2's syntax. If `ignoreCase`, the caller has converted the pattern to
 * lower case.
 */
export function isMatch(text: Maybe<string>, pattern: string, ignoreCase: boolean): Maybe<boolean> {
  return text === null
    ? null
    : RE2JS.compile(pattern)
        .matcher(ignoreCase ? lower(text) : text)
        .find();
}

/** Converts each character separately, because lower case must not depend on the context of a character. */
export function lower(text: string): string {
  return [...text].map((character) => character.toLowerCase()).join('');
}

export function upper(text: string): string {
  return [...text].map((character) => character.toUpperCase()).join('');
}

export function trim(text: string): string {
  return text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, '');
}

/** Returns `length` characters from position `start`. Positions before 1 contain no characters. */
export function substring(text: string, start: Decimal, length?: Decimal): string {
  const from = truncate(start);
  const end = length === undefined ? Number.POSITIVE_INFINITY : from + Math.max(0, truncate(length));
  return [...text].filter((_, index) => index + 1 >= from && index + 1 < end).join('');
}

export function concat(parts: readonly Maybe<string | Decimal>[]): Maybe<string> {
  if (parts.includes(null)) return null;
  return parts.map((part) => (typeof part === 'string' ? part : formatDecimal(part!))).join('');
}
