// A parameter's text by its type: a plain value, a set of them, or a range. Whether it fits its type is checked when an
// AU is configured; here, what does not fit is taken as text.

export type Value =
  | { readonly kind: 'plain'; readonly plain: string | bigint }
  | { readonly kind: 'set'; readonly text: string; readonly members: readonly string[] }
  | Range;
/** `numeric`: both ends are whole numbers and are compared as such; otherwise as text. */
export interface Range {
  readonly kind: 'range';
  readonly text: string;
  readonly min: string;
  readonly max: string;
  readonly numeric: boolean;
}

/** Keyed by the code of the parameter type; a value of an unknown one is text. */
const readers: Readonly<Record<number, (text: string) => Value>> = {
  2: whole,
  4: whole,
  5: truth,
  6: whole,
  7: (text) => rangeOf(text, false),
  8: (text) => rangeOf(text, true),
  9: setOf,
  11: whole,
};
const MAX_MEMBERS = 10_000;
const WHOLE_NUMBER = /^[+-]?\d{1,30}$/;

export function typedValue(type: number | undefined, text: string): Value {
  return (readers[type ?? 0] ?? plain)(text);
}

/** `a-b`. A single value is a range of one. */
export function rangeOf(text: string, byNumber: boolean): Range {
  const ends = text.split('-', 3).map((end) => end.trim());
  const [min, max] = ends.length === 2 ? [ends[0]!, ends[1]!] : [text.trim(), text.trim()];
  const numeric = byNumber && /^\d+$/.test(min) && /^\d+$/.test(max);
  return { kind: 'range', text, min, max, numeric };
}

function plain(text: string): Value {
  return { kind: 'plain', plain: text };
}

function whole(text: string): Value {
  return {
    kind: 'plain',
    plain: WHOLE_NUMBER.test(text.trim()) ? BigInt(text.trim().replace('+', '')) : text,
  };
}

function truth(text: string): Value {
  const word = text.toLowerCase();
  if (['true', 'yes', 'on', '1'].includes(word)) return plain('true');
  return plain(['false', 'no', 'off', '0'].includes(word) ? 'false' : text);
}

/** `a, b, {3-5}`: the last stands for 3, 4 and 5. Members after the first 10,000 do not count. */
function setOf(text: string): Value {
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
