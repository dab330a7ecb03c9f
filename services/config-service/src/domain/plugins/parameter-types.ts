// The twelve types of plugin parameters, and the values that each accepts. Values come from clients and title
// databases, so every check takes time linear in the length of the value.

export type ParameterType = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;

/** Returns an expectation that completes "must be …", or undefined if `value` is valid. */
export function describeExpectation(type: ParameterType, value: string): string | undefined {
  const [fits, expected] = checks[type];
  return fits(value) ? undefined : expected;
}

export function isParameterType(type: number): type is ParameterType {
  return Object.hasOwn(checks, type);
}

type ValueCheck = readonly [(value: string) => boolean, string];

const checks: Readonly<Record<ParameterType, ValueCheck>> = {
  1: [(value) => value !== '', 'text that is not empty'],
  2: [(value) => isInteger(value, INT32_LIMIT), 'a whole number of at most 32 bits'],
  3: [isUrl, 'an absolute URL'],
  4: [(value) => /^(?:\d{4}|0)$/.test(value), 'a year of four digits, or 0'],
  5: [(value) => /^(?:true|yes|on|1|false|no|off|0)$/i.test(value), 'true or false (yes, no, on, off, 1, 0)'],
  6: [
    (value) => isInteger(value, INT32_LIMIT) && BigInt(value) >= 0n,
    'a whole number of at most 32 bits that is not negative',
  ],
  7: [
    (value) => isRange(value, isTextInOrder),
    'a range such as a-b whose end does not come before its start',
  ],
  8: [
    (value) => isRange(value, isNumberInOrder),
    'a range of numbers such as 1-9 whose end does not come before its start',
  ],
  9: [isSet, 'a list such as a,b,{1-9} with at least one value'],
  10: [isLogin, 'a user name and a password with a colon between them'],
  11: [(value) => isInteger(value, INT64_LIMIT), 'a whole number of at most 64 bits'],
  12: [isInterval, 'a time interval such as 500ms, 30s, 5m, 2h, 10d, 2w or 1y'],
};

const INT32_LIMIT = 2n ** 31n;
const INT64_LIMIT = 2n ** 63n;

/** Accepts an integer in Java's notation (optional sign, digits, no white space) with −limit ≤ n < limit. */
function isInteger(value: string, limit: bigint): boolean {
  // Limits the number of digits: a value may have many leading zeros, and BigInt() takes more than linear time.
  if (!/^[+-]?\d{1,40}$/.test(value)) return false;
  const number = integerOf(value);
  return number >= -limit && number < limit;
}

function integerOf(value: string): bigint {
  return BigInt(value.startsWith('+') ? value.slice(1) : value);
}

/** Trims white space, as Java's URL class does. */
function isUrl(value: string): boolean {
  const text = value.trim();
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]/i.test(text) && !hasControl(text) && URL.canParse(text);
}

function hasControl(value: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check is for control characters
  return /[\x00-\x1f\x7f]/.test(value);
}

/** Accepts `a-b`, and `a` alone, which means `a-a`. Ignores white space around the bounds. */
function isRange(value: string, inOrder: (from: string, to: string) => boolean): boolean {
  const ends = value.split('-', 3).map((end) => end.trim());
  const [from, to = from] = ends;
  return ends.length <= 2 && !!from && !!to && inOrder(from, to);
}

/** Compares in UTF-16 order, as Java does. */
function isTextInOrder(from: string, to: string): boolean {
  return from <= to;
}

/** Compares as numbers if both are numbers, otherwise as text. */
function isNumberInOrder(from: string, to: string): boolean {
  const numeric = isInteger(from, INT64_LIMIT) && isInteger(to, INT64_LIMIT);
  return numeric ? integerOf(from) <= integerOf(to) : isTextInOrder(from, to);
}

/**
 * Accepts elements separated by commas; at least one must not be empty. `{m-n}` means all whole numbers from m to n.
 * LOCKSS uses only the first 10,000 elements.
 */
function isSet(value: string): boolean {
  for (const element of elementsOf(value)) if (sizeOf(element.trim()) > 0) return true;
  return false;
}

/** Yields elements one by one, because a list of a million elements would be too large. */
function* elementsOf(value: string): Generator<string> {
  for (let start = 0; start <= value.length; ) {
    const comma = value.indexOf(',', start);
    const end = comma < 0 ? value.length : comma;
    yield value.slice(start, end);
    start = end + 1;
  }
}

function sizeOf(element: string): number {
  const range = /^\{\s*(\d{1,9})\s*-\s*(\d{1,9})\s*\}$/.exec(element);
  if (range === null) return element === '' ? 0 : 1;
  return Math.max(0, Number(range[2]) - Number(range[1]) + 1);
}

function isLogin(value: string): boolean {
  const colon = value.indexOf(':');
  return colon > 0 && colon < value.length - 1;
}

function isInterval(value: string): boolean {
  const [, number] = /^([+-]?\d{1,19})(?:ms|[smhdwy])?$/i.exec(value) ?? [];
  return number !== undefined && isInteger(number, INT64_LIMIT);
}
