// Compiles the URL patterns of plugin rules. Fills a template with the quoted parameters of an AU, and compiles the
// result to a regular expression that matches in linear time.
import { RE2JS } from 're2js';
import { type LinearForm, toLinearForm } from '../linear-regex/linear-form.ts';
import { PatternError } from '../linear-regex/tree.ts';
import type { AuValues } from './au-values.ts';
import { printValue } from './print.ts';
import { parseTemplate, TemplateError, type TemplateSlot } from './template.ts';
import type { ValueRange } from './value.ts';

export interface UrlPattern {
  /** Returns whether the pattern matches anywhere in the URL. */
  isIn(url: string): boolean;
  /** Approximate number of instructions per character. */
  readonly weight: number;
}

const MAX_CHARACTERS = 65_536;

/** Compiles a pattern template. Throws TemplateError. */
export function compileUrlPattern(source: string, values: AuValues): UrlPattern {
  const ranges: ValueRange[] = [];
  const texts = parseTemplate(source).pieces.map((piece) =>
    typeof piece === 'string' ? piece : patternOf(piece, values, ranges),
  );
  const pattern = texts.join('');
  if (pattern.length > MAX_CHARACTERS) {
    throw new TemplateError(`with the values of the AU it is longer than ${MAX_CHARACTERS} characters`);
  }
  return compile(pattern, ranges);
}

/**
 * Returns the regular expression for a value. A set becomes alternatives. A range becomes a capturing group, whose text
 * is compared after matching.
 */
function patternOf(slot: TemplateSlot, values: AuValues, ranges: ValueRange[]): string {
  const value = values(slot.argument);
  if (value.kind === 'plain') return quote(printValue(value.plain, slot));
  if (value.kind === 'set')
    return `(?:${value.members.map((one) => quote(printValue(one, slot))).join('|')})`;
  ranges.push(value);
  return `(?<${groupOf(ranges.length - 1)}>${value.numeric ? '\\d+' : '.*'})`;
}

/** Escapes a value for use in the pattern. A space in the value also matches a plus sign or `%20`. */
function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' ', '(?: |\\+|%20)');
}

const groupOf = (index: number) => `holdfastRange${index}`;

function compile(pattern: string, ranges: readonly ValueRange[]): UrlPattern {
  const { source, flags, reversed, weight } = usableForm(pattern);
  if (ranges.length > 0 && (reversed || flags !== 0 || source !== pattern)) {
    throw new TemplateError('it has both a range and a lookaround or back reference');
  }
  const regex = compileRegex(source, flags);
  if (reversed) return { weight, isIn: (url) => regex.test([...url].reverse().join('')) };
  if (ranges.length === 0) return { weight, isIn: (url) => regex.test(url) };
  return { weight, isIn: (url) => regex.test(url) && isWithin(ranges, regex, url) };
}

function usableForm(pattern: string): LinearForm {
  try {
    return toLinearForm(pattern);
  } catch (error) {
    throw error instanceof PatternError ? new TemplateError(error.message) : error;
  }
}

function compileRegex(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'it fails';
    throw new TemplateError(`it is not a regular expression that can be matched in linear time: ${reason}`);
  }
}

/** Compares range values in the first match only, as LOCKSS does. */
function isWithin(ranges: readonly ValueRange[], regex: RE2JS, url: string): boolean {
  const matcher = regex.matcher(url);
  return (
    matcher.find() &&
    ranges.every(({ min, max, numeric }, index) => {
      const found = matcher.group(groupOf(index)) ?? '';
      return numeric ? isBetweenNumbers(min, found, max) : min <= found && found <= max;
    })
  );
}

function isBetweenNumbers(min: string, digits: string, max: string): boolean {
  return compareNumbers(min, digits) <= 0 && compareNumbers(digits, max) <= 0;
}

/** Compares numbers as text, because a number in a URL may have any number of digits. */
function compareNumbers(a: string, b: string): number {
  const [one, other] = [a.replace(/^0+/, ''), b.replace(/^0+/, '')];
  if (one.length !== other.length) return one.length - other.length;
  return one < other ? -1 : one > other ? 1 : 0;
}
