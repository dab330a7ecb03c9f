// Generates random conditions. Each has an expected result for a row: true, false, or null.
import type { Decimal } from './decimal.ts';
import { type GeneratedExpression, powers, readValue, writeKeyword, writeOperand } from './made.ts';
import {
  and,
  compareValues,
  evaluateComparison,
  isLike,
  isMatch,
  type Maybe,
  not,
  or,
  type QueryValue,
} from './meaning.ts';
import { randomPattern } from './random-patterns.ts';
import {
  findNames,
  type GeneratorContext,
  makeLiteral,
  makeProperty,
  randomNumber,
  randomText,
} from './random-values.ts';

type Condition = GeneratedExpression<boolean>;

export function randomCondition(making: GeneratorContext, depth: number): Condition {
  const { choices } = making;
  if (depth > 0 && choices.chance(0.5)) {
    return choices.chance(0.25) ? negation(making, depth) : chain(making, depth);
  }
  const makers = [
    ...[
      comparison,
      comparison,
      comparison,
      like,
      like,
      matches,
      inList,
      inBareList,
      between,
      isNull,
      isNull,
      flag,
    ],
  ];
  return choices.pick(makers)(making, Math.max(0, depth - 1));
}

function chain(making: GeneratorContext, depth: number): Condition {
  const { choices } = making;
  const kind = choices.pick(['and', 'or'] as const);
  const parts = Array.from({ length: choices.below(3) + 2 }, () => randomCondition(making, depth - 1));
  const written = parts.map((part) => writeOperand(part, powers[kind] + 1, choices));
  return {
    source: written.reduce((before, part) => `${before} ${writeKeyword(kind, choices)} ${part}`),
    power: powers[kind],
    of: (row) => (kind === 'and' ? and : or)(parts.map((part) => part.of(row))),
  };
}

function negation(making: GeneratorContext, depth: number): Condition {
  const inside = randomCondition(making, depth - 1);
  const source = `${writeKeyword('not', making.choices)} ${writeOperand(inside, powers.not, making.choices)}`;
  return { source, power: powers.not, of: (row) => not(inside.of(row)) };
}

/**
 * Returns two or more comparable operands: all of one type, or a mixture of numbers and texts. In a mixture, text
 * literals contain numbers.
 */
function comparable(making: GeneratorContext, depth: number, count: number): GeneratedExpression[] {
  const { choices } = making;
  const several = (make: () => GeneratedExpression) => Array.from({ length: count }, make);
  const mixed = (): GeneratedExpression => {
    const text = randomText(making, depth);
    return text.isLiteral === true || choices.chance(0.5) ? randomNumber(making, depth) : text;
  };
  const kind = choices.below(10);
  if (kind < 5) return several(() => randomText(making, depth));
  if (kind < 8) return several(() => randomNumber(making, depth));
  if (kind < 9) return [randomNumber(making, depth), ...several(mixed).slice(1)];
  return several(() => randomCondition(making, 0));
}

const maybeIgnoreCase = ({ choices }: GeneratorContext): boolean => choices.chance(0.3);

function comparison(making: GeneratorContext, depth: number): Condition {
  const { choices } = making;
  const ignoreCase = maybeIgnoreCase(making);
  const operator = choices.pick(['=', '=', '!=', '<>', '<', '<=', '>', '>=']);
  const [left, right] = comparable(making, depth, 2) as [GeneratedExpression, GeneratedExpression];
  const written = [left, right].map((side) => writeOperand(side, powers.sum, choices));
  return {
    source: written.join(` ${ignoreCase ? '$' : ''}${operator} `),
    power: powers.comparison,
    of: (row) => {
      const [a, b] = [left.of(row), right.of(row)];
      // A comparison with a literal NULL tests whether the value is missing.
      if (/^(?:=|!=|<>)$/.test(operator) && (isNullWord(left) || isNullWord(right))) {
        return ((isNullWord(left) ? b : a) === null) === (operator === '=');
      }
      return evaluateComparison(operator, compareValues(a, b, ignoreCase));
    },
  };
}

const isNullWord = ({ source }: GeneratedExpression): boolean => /^null$/i.test(source);

function like(making: GeneratorContext, depth: number): Condition {
  const { choices } = making;
  const [ignoreCase, negated] = [maybeIgnoreCase(making), choices.chance(0.3)];
  const left = randomText(making, depth);
  const escaping = choices.chance(0.2) ? choices.pick(['!', '\\', 'é']) : undefined;
  const isWritten = escaping !== undefined || choices.chance(0.8);
  const pattern = isWritten ? wildcards(making, escaping) : randomText(making, depth);
  const operator = `${negated ? `${writeKeyword('not', choices)} ` : ''}${ignoreCase ? '$' : ''}${writeKeyword('like', choices)}`;
  const behind = escaping === undefined ? '' : ` ${writeKeyword('escape', choices)} '${escaping}'`;
  return {
    source: `${writeOperand(left, powers.sum, choices)} ${operator} ${writeOperand(pattern, powers.sum, choices)}${behind}`,
    power: powers.comparison,
    of: (row) => signed(negated, isLike(left.of(row), pattern.of(row), { ignoreCase, escaping })),
  };
}

function wildcards(making: GeneratorContext, escaping: string | undefined): GeneratedExpression<string> {
  const { choices } = making;
  const piece = makeLiteral(making).of({})!;
  const part = [...piece].slice(0, choices.below(4)).join('');
  const kept =
    escaping === undefined
      ? part
      : part.replace(new RegExp(`[%_${escaping === '\\' ? '\\\\' : escaping}]`, 'g'), `${escaping}$&`);
  const all = [
    `${kept}%`,
    `%${kept}`,
    `%${kept}%`,
    `%${kept}%${kept}%`,
    kept,
    `_${kept}`,
    `_%${kept}`,
    `__%`,
  ];
  const pattern = choices.pick(all);
  return { source: `'${pattern.replaceAll("'", "''")}'`, power: powers.atom, of: () => pattern };
}

function matches(making: GeneratorContext, depth: number): Condition {
  const { choices } = making;
  const [ignoreCase, negated] = [maybeIgnoreCase(making), choices.chance(0.3)];
  const left = randomText(making, depth);
  const pattern = randomPattern(making, choices.below(4));
  const isFlagged = ignoreCase && choices.chance(0.3);
  const operator = `${negated ? `${writeKeyword('not', choices)} ` : ''}${ignoreCase && !isFlagged ? '$' : ''}${writeKeyword('matches', choices)}`;
  const written = `${isFlagged ? '(?i)' : ''}${pattern.source}`;
  return {
    source: `${writeOperand(left, powers.sum, choices)} ${operator} '${written.replaceAll("'", "''")}'`,
    power: powers.comparison,
    of: (row) =>
      signed(negated, isMatch(left.of(row), ignoreCase ? pattern.lowered : pattern.source, ignoreCase)),
  };
}

function inBareList(making: GeneratorContext, depth: number): Condition {
  const { choices } = making;
  const lists = findNames(making, 'list');
  if (lists.length === 0) return inList(making, depth);
  const [ignoreCase, negated] = [maybeIgnoreCase(making), choices.chance(0.3)];
  const list = choices.pick(lists);
  const left = randomText(making, depth);
  const operator = `${negated ? `${writeKeyword('not', choices)} ` : ''}${ignoreCase ? '$' : ''}${writeKeyword('in', choices)}`;
  return {
    source: `${writeOperand(left, powers.sum, choices)} ${operator} ${list}`,
    power: powers.comparison,
    of: (row) => {
      const value = left.of(row);
      const elements = readValue(row, list.split('.')) as string[] | undefined;
      if (elements === undefined) return null;
      return signed(
        negated,
        or(elements.map((one) => evaluateComparison('=', compareValues(value, one, ignoreCase)))),
      );
    },
  };
}

function inList(making: GeneratorContext, depth: number): Condition {
  const { choices } = making;
  const negated = choices.chance(0.3);
  const lists = findNames(making, 'list');
  const list = lists.length > 0 && choices.chance(0.3) ? choices.pick(lists) : undefined;
  const count = choices.below(4) + 2;
  const [left, ...items] =
    list === undefined
      ? comparable(making, depth, count)
      : Array.from({ length: count - 1 }, () => randomText(making, depth));
  const ignoreCase = maybeIgnoreCase(making);
  const sources = items.map(({ source }) => source);
  if (list !== undefined) sources.splice(choices.below(count), 0, list);
  const withNull = choices.chance(0.1);
  if (withNull) sources.push(writeKeyword('null', choices));
  const operator = `${negated ? `${writeKeyword('not', choices)} ` : ''}${ignoreCase ? '$' : ''}${writeKeyword('in', choices)}`;
  const elements = (row: Parameters<GeneratedExpression['of']>[0]): Maybe<QueryValue>[] => {
    const elementsOfList = list === undefined ? [] : (readValue(row, list.split('.')) as string[]);
    return [...items.map((item) => item.of(row)), ...elementsOfList, ...(withNull ? [null] : [])];
  };
  return {
    source: `${writeOperand(left!, powers.sum, choices)} ${operator} (${sources.join(', ')})`,
    power: powers.comparison,
    of: (row) => {
      const value = left!.of(row);
      return signed(
        negated,
        or(
          elements(row).map((element) => evaluateComparison('=', compareValues(value, element, ignoreCase))),
        ),
      );
    },
  };
}

function between(making: GeneratorContext, depth: number): Condition {
  const { choices } = making;
  const [ignoreCase, negated] = [maybeIgnoreCase(making), choices.chance(0.3)];
  const [value, low, high] = comparable(making, depth, 3) as [
    GeneratedExpression,
    GeneratedExpression,
    GeneratedExpression,
  ];
  const [a, b, c] = [value, low, high].map((one) => writeOperand(one, powers.sum, choices));
  const operator = `${negated ? `${writeKeyword('not', choices)} ` : ''}${ignoreCase ? '$' : ''}${writeKeyword('between', choices)}`;
  return {
    source: `${a} ${operator} ${b} ${writeKeyword('and', choices)} ${c}`,
    power: powers.comparison,
    of: (row) => {
      const atLeast = evaluateComparison('>=', compareValues(value.of(row), low.of(row), ignoreCase));
      const atMost = evaluateComparison('<=', compareValues(value.of(row), high.of(row), ignoreCase));
      return signed(negated, and([atLeast, atMost]));
    },
  };
}

function isNull(making: GeneratorContext, depth: number): Condition {
  const { choices } = making;
  const negated = choices.chance(0.5);
  const operator = choices.pick(negated ? ['is not null', '!= null', 'IS NOT NULL'] : ['is null', '= null']);
  const whole = [...findNames(making, 'object'), ...findNames(making, 'map'), ...findNames(making, 'list')];
  if (whole.length > 0 && choices.chance(0.3)) {
    const name = choices.pick(whole);
    const has = (row: Parameters<GeneratedExpression['of']>[0]) =>
      readValue(row, name.split('.')) !== undefined;
    return { source: `${name} ${operator}`, power: powers.comparison, of: (row) => has(row) === negated };
  }
  const makers: ((
    making: GeneratorContext,
    depth: number,
  ) => GeneratedExpression<string | boolean | Decimal>)[] = [randomText, randomNumber, randomCondition];
  const value = choices.pick(makers)(making, depth);
  return {
    source: `${writeOperand(value, powers.sum, choices)} ${operator}`,
    power: powers.comparison,
    of: (row) => (value.of(row) !== null) === negated,
  };
}

function flag(making: GeneratorContext): Condition {
  const names = findNames(making, 'boolean');
  if (names.length > 0 && making.choices.chance(0.8))
    return makeProperty<boolean>(making.choices.pick(names));
  const value = making.choices.pick([true, false, null]);
  return { source: writeKeyword(String(value), making.choices), power: powers.atom, of: () => value };
}

function signed(negated: boolean, value: Maybe<boolean>): Maybe<boolean> {
  return negated ? not(value) : value;
}
