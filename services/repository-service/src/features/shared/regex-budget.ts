// The regular expressions of one request, whose programs have a bounded size together.
import { RE2JS } from 're2js';
import { badParameter } from '../errors.ts';
import { estimateProgramSize } from './regex-size.ts';

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
