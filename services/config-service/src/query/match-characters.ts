// Parses the character sets of regular expressions and prints them in PostgreSQL's syntax.
import { PatternError } from '../domain/linear-regex/tree.ts';

/** First and last code point, inclusive. */
type CodePointRange = readonly [number, number];
export type CharacterSet = readonly CodePointRange[];

const LAST = 0x10ffff;

/** Lowest code point. PostgreSQL's text type cannot contain U+0000. */
const FIRST = 1;

const ranges = (text: string): CharacterSet =>
  text.split(' ').map((one) => [one.codePointAt(0)!, [...one].at(-1)!.codePointAt(0)!] as const);

const digits = ranges('0-9');
const words = ranges('0-9 A-Z a-z _');
const spaces = toCharacterSet('\t\n\f\r ');

const escapes: { readonly [letter: string]: CharacterSet } = {
  d: digits,
  D: complementSet(digits),
  w: words,
  W: complementSet(words),
  s: spaces,
  S: complementSet(spaces),
  n: toCharacterSet('\n'),
  t: toCharacterSet('\t'),
  r: toCharacterSet('\r'),
  f: toCharacterSet('\f'),
  v: toCharacterSet('\v'),
  a: toCharacterSet('\x07'),
};

const named: { readonly [name: string]: CharacterSet } = {
  alnum: ranges('0-9 A-Z a-z'),
  alpha: ranges('A-Z a-z'),
  ascii: [[FIRST, 0x7f]],
  blank: toCharacterSet('\t '),
  cntrl: [
    [FIRST, 0x1f],
    [0x7f, 0x7f],
  ],
  digit: digits,
  graph: ranges('!-~'),
  lower: ranges('a-z'),
  print: [[0x20, 0x7e]],
  punct: ranges('!-/ :-@ [-` {-~'),
  space: toCharacterSet('\t\n\v\f\r '),
  upper: ranges('A-Z'),
  word: words,
  xdigit: ranges('0-9 A-F a-f'),
};

export function toCharacterSet(text: string): CharacterSet {
  return [...text].map((one) => [one.codePointAt(0)!, one.codePointAt(0)!] as const);
}

/** Returns the complement of a set. */
export function complementSet(characters: CharacterSet): CharacterSet {
  const others: CodePointRange[] = [];
  let next = FIRST;
  for (const [from, to] of characters.toSorted(([a], [b]) => a - b)) {
    if (from > next) others.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= LAST) others.push([next, LAST]);
  return others;
}

/**
 * Returns the set of characters that a character, an escape or a bracket expression matches. If case is ignored, the
 * set contains the lower-case forms as well. Throws PatternError for unsupported syntax.
 */
export function parseCharacterClass(text: string, ignoreCase: boolean): CharacterSet {
  if (!text.startsWith('[') || text.length === 1) return addLowerCases(parseSingle(text), ignoreCase);
  const negated = text.startsWith('[^');
  const listed = addLowerCases(parseMembers(text.slice(negated ? 2 : 1, -1), text), ignoreCase);
  return negated ? complementSet(listed) : listed;
}

function parseSingle(text: string): CharacterSet {
  if (!text.startsWith('\\') || text.length === 1) return toCharacterSet(text);
  const [, hex] = /^\\x(?:\{([\da-fA-F]{1,6})\}|[\da-fA-F]{2})$/.exec(text) ?? [];
  if (/^\\x/.test(text)) {
    const code = Number.parseInt(hex ?? text.slice(2), 16);
    if (Number.isNaN(code) || code < FIRST || code > LAST)
      throw new PatternError(`it has no character ${text}`);
    return [[code, code]];
  }
  const name = text.slice(1);
  const known = Object.hasOwn(escapes, name) ? escapes[name] : undefined;
  if (known !== undefined) return known;
  if (/^[a-zA-Z0-9]/.test(name)) throw new PatternError(`it has an unknown escape (${text})`);
  return toCharacterSet(name);
}

const MEMBER = /\[:(\^?)(\w+):\]|\\x\{[^}]*\}|\\x[\da-fA-F]{2}|\\[pP]\{[^}]*\}|\\.|./suy;

/** Parses the text between the brackets. */
function parseMembers(inside: string, whole: string): CharacterSet {
  const found: CodePointRange[] = [];
  let at = 0;
  const next = (): RegExpExecArray => {
    MEMBER.lastIndex = at;
    const match = MEMBER.exec(inside)!;
    at = MEMBER.lastIndex;
    return match;
  };
  while (at < inside.length) {
    const [text, not, name] = next();
    if (name !== undefined) {
      if (!Object.hasOwn(named, name)) throw new PatternError(`it has an unknown character class (${text})`);
      found.push(...(not === '^' ? complementSet(named[name]!) : named[name]!));
      continue;
    }
    const first = parseSingle(text);
    if (inside[at] !== '-' || at === inside.length - 1) {
      found.push(...first);
      continue;
    }
    at += 1;
    const last = parseSingle(next()[0]);
    const [from, to] = [requireOneCharacter(first, whole), requireOneCharacter(last, whole)];
    if (to < from) throw new PatternError(`it has a range whose end is before its start (${whole})`);
    found.push([from, to]);
  }
  return found;
}

function requireOneCharacter([first, ...more]: CharacterSet, whole: string): number {
  if (first === undefined || more.length > 0 || first[0] !== first[1]) {
    throw new PatternError(`it has a range whose ends are not single characters (${whole})`);
  }
  return first[0];
}

let pairs: readonly CodePointRange[] | undefined;

/** Returns pairs of a character and its lower-case form. Computes the pairs only once. */
function lowerCases(): readonly CodePointRange[] {
  pairs ??= Array.from({ length: 0x1e950 }, (_, code) => code).flatMap((code) => {
    if (code >= 0xd800 && code <= 0xdfff) return [];
    const [lower, more] = [...String.fromCodePoint(code).toLowerCase()];
    const is = lower?.codePointAt(0);
    return is === undefined || is === code || more !== undefined ? [] : [[code, is] as const];
  });
  return pairs;
}

function addLowerCases(characters: CharacterSet, ignoreCase: boolean): CharacterSet {
  if (!ignoreCase) return characters;
  const within = (code: number) => characters.some(([from, to]) => from <= code && code <= to);
  return [
    ...characters,
    ...lowerCases().flatMap(([code, lower]): CodePointRange[] => (within(code) ? [[lower, lower]] : [])),
  ];
}

/** Prints a character set in PostgreSQL's syntax. Throws PatternError for an empty set. */
export function printForPostgres(characters: CharacterSet): string {
  if (characters.length === 0) throw new PatternError('it has a class without characters');
  const [[from, to], ...more] = characters as readonly [CodePointRange, ...CodePointRange[]];
  const point = (code: number) => `\\U${code.toString(16).padStart(8, '0')}`;
  if (more.length === 0 && from === to) return point(from);
  const written = characters.map(([a, b]) => (a === b ? point(a) : `${point(a)}-${point(b)}`));
  return `[${written.join('')}]`;
}
