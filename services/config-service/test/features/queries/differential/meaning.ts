// What the operators and functions of the language give, value by value: written from language.ts, and nothing of it
// shared with what makes SQL of queries. Null is no value.
import { compareDecimals, type Decimal, decimalText, readDecimal, truncated } from './decimal.ts';

export type Value = string | boolean | Decimal;
export type Maybe<One> = One | null;

export function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Of two of a kind, or of a text and a number. Null when there is nothing to compare. */
export function compareValues(a: Maybe<Value>, b: Maybe<Value>, ignoreCase: boolean): Maybe<number> {
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

export function holds(operator: string, sign: Maybe<number>): Maybe<boolean> {
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

/** `%` is any run of characters, all else itself. */
export function isLike(text: Maybe<string>, pattern: Maybe<string>, ignoreCase: boolean): Maybe<boolean> {
  if (text === null || pattern === null) return null;
  const [subject, wanted] = ignoreCase ? [lower(text), lower(pattern)] : [text, pattern];
  const [first, ...rest] = wanted.split('%');
  if (rest.length === 0) return subject === wanted;
  const last = rest.pop()!;
  if (!subject.startsWith(first!)) return false;
  let at = first!.length;
  for (const piece of rest) {
    const found = subject.indexOf(piece, at);
    if (found === -1) return false;
    at = found + piece.length;
  }
  return subject.length - last.length >= at && subject.endsWith(last);
}

/** Character by character: what stands before or after a character does not matter. */
export function lower(text: string): string {
  return [...text].map((character) => character.toLowerCase()).join('');
}

export function upper(text: string): string {
  return [...text].map((character) => character.toUpperCase()).join('');
}

export function trim(text: string): string {
  return text.replace(/^[ \t\n\v\f\r]+|[ \t\n\v\f\r]+$/g, '');
}

/** The characters at positions from `start` on, `length` of them; positions before 1 hold none. */
export function substring(text: string, start: Decimal, length?: Decimal): string {
  const from = truncated(start);
  const end = length === undefined ? Number.POSITIVE_INFINITY : from + Math.max(0, truncated(length));
  return [...text].filter((_, index) => index + 1 >= from && index + 1 < end).join('');
}

export function concat(parts: readonly Maybe<string | Decimal>[]): Maybe<string> {
  if (parts.includes(null)) return null;
  return parts.map((part) => (typeof part === 'string' ? part : decimalText(part!))).join('');
}
