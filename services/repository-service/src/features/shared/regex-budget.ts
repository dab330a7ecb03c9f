// The regular expressions of one request, whose programs have a bounded size together.
import { RE2JS } from 're2js';
import { badParameter } from '../errors.ts';

const MAX_PATTERN_CHARACTERS = 1_000;
/** Instructions of all expressions. A match takes at most so many steps a character, and nobody else has a turn meanwhile. */
const MAX_PROGRAM_SIZE = 2_000;

export class RegexBudget {
  readonly #parameter: string;
  #left = MAX_PROGRAM_SIZE;

  /** `parameter`: what the client is told of. */
  constructor(parameter: string) {
    this.#parameter = parameter;
  }

  /**
   * Compiles what `wrap` makes of an expression that is one by itself, in RE2 syntax: no text takes more than linear time.
   * Throws 400.
   */
  compile(expression: string, wrap: (expression: string) => string = (one) => one, flags = 0): RE2JS {
    const { length } = expression;
    if (length > MAX_PATTERN_CHARACTERS)
      throw badParameter(
        `${this.#parameter}: the expression is longer than ${MAX_PATTERN_CHARACTERS} characters.`,
      );
    this.#left -= estimateProgramSize(expression);
    if (this.#left < 0)
      throw badParameter(
        `${this.#parameter}: the regular expressions of this request are too large together. Repeat less, as in {0,100}.`,
      );
    try {
      RE2JS.compile(expression);
      return RE2JS.compile(wrap(expression), flags);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'it does not parse';
      throw badParameter(`${this.#parameter} is not a usable regular expression: ${reason}`);
    }
  }
}

// How large the program of a regular expression (RE2 syntax) becomes, told from its text: a repetition of 1,000 makes a large
// program of a short text, and compiling it would already stall everybody else.

/** Upper bound of the instructions that RE2 needs, near the true number; no expression that RE2 takes needs more. */
export function estimateProgramSize(expression: string): number {
  const outer: Sizes[] = [];
  let sizes: Sizes = { total: 2, last: 0 };
  const add = (size: number): void => {
    sizes.total += size;
    sizes.last = size;
  };
  for (let at = 0; at < expression.length; ) {
    const [token, repeat] = readToken(expression, at);
    at += token.length;
    if (token.startsWith('(')) {
      if (token.endsWith(')')) continue;
      outer.push(sizes);
      sizes = { total: token.endsWith(':') ? 0 : 2, last: 0 };
    } else if (token === ')') {
      const inner = sizes.total;
      sizes = outer.pop() ?? { total: 0, last: 0 };
      add(inner);
    } else if (repeat !== undefined) {
      const repeated = sizes.last * repeat.times + repeat.optional;
      sizes.total += repeated - sizes.last;
      sizes.last = repeated;
    } else add(token === '|' ? 2 : token.startsWith('\\Q') ? token.length : 1);
  }
  return outer.reduce((sum, { total }) => sum + total, sizes.total);
}

/** Of one group: the instructions of all of it, and of what a repetition that follows would repeat. */
interface Sizes {
  total: number;
  last: number;
}

interface Repeat {
  readonly times: number;
  /** Copies that may be left out: each begins with an instruction of its own. */
  readonly optional: number;
}

const CLASS = /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/sy;
const LITERAL = /\\Q.*?(?:\\E|$)/sy;
const ESCAPE = /\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|[pP].|.)/suy;
/** A group begins, or flags are set: `(`, `(?:`, `(?i:`, `(?P<name>`, `(?i)`. */
const GROUP = /\((?:\?(?:P?<\w+>|[a-zA-Z]*(?:-[a-zA-Z]+)?[:)]))?/y;
const COUNTS = /\{(\d+)(,(\d*))?\}/y;

function readToken(text: string, at: number): [token: string, repeat?: Repeat] {
  for (const form of [CLASS, LITERAL, ESCAPE, GROUP]) {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found !== null) return [found[0]];
  }
  COUNTS.lastIndex = at;
  const counts = COUNTS.exec(text);
  if (counts !== null) {
    const [all, least, range, most] = counts;
    const times = Math.max(Number(least), Number(most ?? 0), 1);
    return [all, { times, optional: range === undefined ? 0 : Math.max(1, times - Number(least)) }];
  }
  const character = text[at]!;
  return '*+?'.includes(character) ? [character, { times: 1, optional: 1 }] : [character];
}
