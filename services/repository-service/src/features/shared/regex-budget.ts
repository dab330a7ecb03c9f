// Compiles the regular expressions of a request, and limits the total size of their compiled programs.
import { RE2JS } from 're2js';
import { makeBadParameterError } from '../errors.ts';

const MAX_PATTERN_CHARACTERS = 1_000;
/**
 * Maximum number of instructions of all expressions together. Matching takes up to this many steps per character and
 * blocks the event loop.
 */
const MAX_PROGRAM_SIZE = 2_000;

export class RegexBudget {
  readonly #parameter: string;
  #left = MAX_PROGRAM_SIZE;

  /** `parameter`: name of the request parameter, for error messages. */
  constructor(parameter: string) {
    this.#parameter = parameter;
  }

  /**
   * Compiles an expression in RE2 syntax, which matches in linear time. `wrap` embeds the expression in a larger one
   * first. Throws 400 if the expression is invalid or too large.
   */
  compile(expression: string, wrap: (expression: string) => string = (one) => one, flags = 0): RE2JS {
    const { length } = expression;
    if (length > MAX_PATTERN_CHARACTERS)
      throw makeBadParameterError(
        `${this.#parameter}: the expression is longer than ${MAX_PATTERN_CHARACTERS} characters.`,
      );
    this.#left -= estimateProgramSize(expression);
    if (this.#left < 0)
      throw makeBadParameterError(
        `${this.#parameter}: the regular expressions of this request are too large in total. Use smaller repetition counts, such as {0,100}.`,
      );
    try {
      RE2JS.compile(expression);
      return RE2JS.compile(wrap(expression), flags);
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'it does not parse';
      throw makeBadParameterError(`${this.#parameter} is not a usable regular expression: ${reason}`);
    }
  }
}

// Estimates the program size of a regular expression (RE2 syntax) from its text. A short text can have a large program,
// for example if it repeats a group 1,000 times. Even compiling such an expression would block the event loop.

/** Returns an upper bound of RE2's number of instructions, close to the actual number. */
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

/** Number of instructions of the whole group and of its last element, to which a repetition operator applies. */
interface Sizes {
  total: number;
  last: number;
}

interface Repetition {
  readonly times: number;
  /** Number of optional copies. Each starts with one additional instruction. */
  readonly optional: number;
}

const CLASS = /\[\^?\]?(?:\[:\^?\w+:\]|\\.|[^\]\\])*\]/sy;
const LITERAL = /\\Q.*?(?:\\E|$)/sy;
const ESCAPE = /\\(?:[pP]\{[^}]*\}|x\{[^}]*\}|[pP].|.)/suy;
/** Matches the beginning of a group, or flags: `(`, `(?:`, `(?i:`, `(?P<name>`, `(?i)`. */
const GROUP = /\((?:\?(?:P?<\w+>|[a-zA-Z]*(?:-[a-zA-Z]+)?[:)]))?/y;
const COUNTS = /\{(\d+)(,(\d*))?\}/y;

function readToken(text: string, at: number): [token: string, repeat?: Repetition] {
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
