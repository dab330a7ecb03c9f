// Converts a parameter's text to a plain value, a set or a range, depending on the type of the parameter. Values are
// validated when an AU is configured, so an invalid value is not reported here but becomes text.

export type TemplateValue =
  | { readonly kind: 'plain'; readonly plain: string | bigint }
  | { readonly kind: 'set'; readonly text: string; readonly members: readonly string[] }
  | ValueRange;
/** Range of values. If `numeric` is true, both bounds are compared as whole numbers, otherwise as text. */
export interface ValueRange {
  readonly kind: 'range';
  readonly text: string;
  readonly min: string;
  readonly max: string;
  readonly numeric: boolean;
}

/** Parsers by the code of the parameter type. Values of other types are text. */
const readers: Readonly<Record<number, (text: string) => TemplateValue>> = {
  2: parseIntegerValue,
  4: parseIntegerValue,
  5: parseBooleanValue,
  6: parseIntegerValue,
  7: (text) => parseRange(text, false),
  8: (text) => parseRange(text, true),
  9: setOf,
  11: parseIntegerValue,
};
const MAX_MEMBERS = 10_000;
const WHOLE_NUMBER = /^[+-]?\d{1,30}$/;

export function parseTypedValue(type: number | undefined, text: string): TemplateValue {
  return (readers[type ?? 0] ?? makePlainValue)(text);
}

/** Parses `a-b`. A single value is a range with equal bounds. */
export function parseRange(text: string, byNumber: boolean): ValueRange {
  const ends = text.split('-', 3).map((end) => end.trim());
  const [min, max] = ends.length === 2 ? [ends[0]!, ends[1]!] : [text.trim(), text.trim()];
  const numeric = byNumber && /^\d+$/.test(min) && /^\d+$/.test(max);
  return { kind: 'range', text, min, max, numeric };
}

function makePlainValue(text: string): TemplateValue {
  return { kind: 'plain', plain: text };
}

function parseIntegerValue(text: string): TemplateValue {
  return {
    kind: 'plain',
    plain: WHOLE_NUMBER.test(text.trim()) ? BigInt(text.trim().replace('+', '')) : text,
  };
}

function parseBooleanValue(text: string): TemplateValue {
  const word = text.toLowerCase();
  if (['true', 'yes', 'on', '1'].includes(word)) return makePlainValue('true');
  return makePlainValue(['false', 'no', 'off', '0'].includes(word) ? 'false' : text);
}

/** Parses `a, b, {3-5}`, where `{3-5}` means 3, 4 and 5. Ignores all elements after the first 10,000. */
function setOf(text: string): TemplateValue {
  const members: string[] = [];
  for (const element of text.split(',')) {
    members.push(...membersOf(element.trim()));
    if (members.length >= MAX_MEMBERS) break;
  }
  return { kind: 'set', text, members: members.slice(0, MAX_MEMBERS) };
}

function membersOf(element: string): string[] {
  const [, from, to] = /^\{\s*(\d{1,9})\s*-\s*(\d{1,9})\s*\}$/.exec(element) ?? [];
  if (from === undefined) return element === '' ? [] : [element];
  const length = Math.min(Math.max(0, Number(to) - Number(from) + 1), MAX_MEMBERS + 1);
  return Array.from({ length }, (_, index) => String(Number(from) + index));
}
