// Generates random texts and numbers: literals, properties, function calls and arithmetic.
import type { Choices } from './choices.ts';
import { compute, type Decimal, negate, readDecimal, toDecimal } from './decimal.ts';
import {
  type GeneratedExpression,
  powers,
  quoteText,
  readValue,
  writeKeyword,
  writeOperand,
} from './made.ts';
import { asNumber, concat, lower, type Maybe, substring, trim, upper } from './meaning.ts';
import { makeOddKey, makeOddText } from './random-data.ts';
import type { Subject } from './subjects.ts';

export interface GeneratorContext {
  readonly choices: Choices;
  readonly subject: Subject;
  /** Texts that occur in the data, so that some comparisons are true. */
  readonly texts: readonly string[];
}

export function findNames({ subject }: GeneratorContext, kind: string): string[] {
  return Object.keys(subject.names).filter((name) => subject.names[name] === kind);
}

export function makeProperty<Of extends string | boolean>(name: string): GeneratedExpression<Of> {
  const path = name.split('.');
  return { source: name, power: powers.atom, of: (row) => (readValue(row, path) as Of | undefined) ?? null };
}

export function randomText(making: GeneratorContext, depth: number): GeneratedExpression<string> {
  const { choices } = making;
  const text = () => randomText(making, depth - 1);
  if (depth > 0 && choices.chance(0.35)) {
    const makers = [
      () => called('upper', [text()], ([one]) => upper(one as string), choices),
      () => called('lower', [text()], ([one]) => lower(one as string), choices),
      () => called('trim', [text()], ([one]) => trim(one as string), choices),
      () => concatenation(making, depth),
      () => substringOf(making, depth),
    ];
    return choices.pick(makers)();
  }
  if (choices.chance(0.15)) return member(making, depth);
  return choices.chance(0.3) ? makeLiteral(making) : makeProperty(choices.pick(findNames(making, 'text')));
}

export function makeLiteral({ choices, texts }: GeneratorContext): GeneratedExpression<string> {
  const text = choices.chance(0.5) ? makeOddText(choices) : choices.pick(texts);
  return { source: quoteText(text), power: powers.atom, of: () => text, isLiteral: true };
}

export function randomNumber(making: GeneratorContext, depth: number): GeneratedExpression<Decimal> {
  const { choices } = making;
  if (depth > 0 && choices.chance(0.45)) {
    if (choices.chance(0.2)) {
      const inside = randomText(making, depth - 1);
      return called('length', [inside], ([text]) => toDecimal([...(text as string)].length), choices);
    }
    return choices.chance(0.2) ? signed(making, depth) : arithmetic(making, depth);
  }
  const numbers = findNames(making, 'number');
  return numbers.length > 0 && choices.chance(0.6) ? numberProperty(choices.pick(numbers)) : numeral(choices);
}

function numberProperty(name: string): GeneratedExpression<Decimal> {
  const path = name.split('.');
  const of = (value: unknown): Maybe<Decimal> => (value === undefined ? null : toDecimal(value as number));
  return { source: name, power: powers.atom, of: (row) => of(readValue(row, path)) };
}

function numeral(choices: Choices): GeneratedExpression<Decimal> {
  if (choices.chance(0.1)) {
    return {
      source: `${writeKeyword('toDate', choices)}('1970-01-02')`,
      power: powers.atom,
      of: () => toDecimal(86_400_000),
    };
  }
  const numerals = ['0', '1', '2', '3', '7', '12', '0.25', '0.333', '100', '2014', '1700000000000', '007.50'];
  const source = choices.pick(numerals);
  return { source, power: powers.atom, of: () => readDecimal(source)! };
}

/** Returns a numeric operand. Sometimes the operand is a text, which the query language converts to a number. */
function loose(making: GeneratorContext, depth: number): GeneratedExpression<string | Decimal> {
  const text = making.choices.chance(0.2) ? randomText(making, depth) : undefined;
  return text === undefined || text.isLiteral === true ? randomNumber(making, depth) : text;
}

function arithmetic(making: GeneratorContext, depth: number): GeneratedExpression<Decimal> {
  const { choices } = making;
  const operator = choices.pick(['+', '-', '*', '/', '%']);
  const power = operator === '+' || operator === '-' ? powers.sum : powers.product;
  const [left, right] = [loose(making, depth - 1), loose(making, depth - 1)];
  return {
    source: `${writeOperand(left, power, choices)} ${operator} ${writeOperand(right, power + 1, choices)}`,
    power,
    of: (row) => {
      const [a, b] = [asNumber(left.of(row)), asNumber(right.of(row))];
      return a === null || b === null ? null : compute(operator, a, b);
    },
  };
}

function signed(making: GeneratorContext, depth: number): GeneratedExpression<Decimal> {
  const { choices } = making;
  const inside = loose(making, depth - 1);
  const sign = choices.pick(['-', '+']);
  const of = (value: Maybe<Decimal>) => (value === null || sign === '+' ? value : negate(value));
  return {
    source: `${sign} ${writeOperand(inside, powers.sign, choices)}`,
    power: powers.sign,
    of: (row) => of(asNumber(inside.of(row))),
  };
}

function concatenation(making: GeneratorContext, depth: number): GeneratedExpression<string> {
  const { choices } = making;
  const part = () => (choices.chance(0.3) ? randomNumber(making, depth - 1) : randomText(making, depth - 1));
  const parts = Array.from({ length: choices.below(3) + 1 }, part);
  return called('concat', parts, (values) => concat(values as (string | Decimal)[]), choices);
}

function substringOf(making: GeneratorContext, depth: number): GeneratedExpression<string> {
  const { choices } = making;
  const positions = Array.from({ length: choices.below(2) + 1 }, () => loose(making, depth - 1));
  const cut = ([text, ...at]: readonly unknown[]): Maybe<string> => {
    const [start, length] = (at as (string | Decimal)[]).map(asNumber);
    if (start === null || length === null) return null;
    return substring(text as string, start!, length);
  };
  return called('substring', [randomText(making, depth - 1), ...positions], cut, choices);
}

function member(making: GeneratorContext, depth: number): GeneratedExpression<string> {
  const { choices } = making;
  const maps = findNames(making, 'map');
  if (maps.length === 0) return makeLiteral(making);
  const map = choices.pick(maps);
  const path = map.split('.');
  const key = makeOddKey(choices);
  if (/^[a-z_.]+$/.test(key) && choices.chance(0.5)) {
    return { source: `${map}.${key}`, power: powers.atom, of: (row) => textAt(row, [...path, key]) };
  }
  const computed: GeneratedExpression<string> =
    depth > 0 && choices.chance(0.2)
      ? randomText(making, depth - 1)
      : { source: quoteText(key), power: powers.atom, of: () => key };
  return {
    source: `${writeKeyword('get', choices)}(${map}, ${computed.source})`,
    power: powers.atom,
    of: (row) => {
      const name = computed.of(row);
      return name === null ? null : textAt(row, [...path, name]);
    },
  };
}

function textAt(row: Parameters<typeof readValue>[0], path: readonly string[]): Maybe<string> {
  return (readValue(row, path) as string | undefined) ?? null;
}

/** Generates a function call. Its value is null if any argument is null. */
function called<Of extends string | Decimal>(
  name: string,
  args: readonly GeneratedExpression[],
  give: (values: readonly unknown[]) => Maybe<Of>,
  choices: Choices,
): GeneratedExpression<Of> {
  return {
    source: `${writeKeyword(name, choices)}(${args.map(({ source }) => source).join(', ')})`,
    power: powers.atom,
    of: (row) => {
      const values = args.map((arg) => arg.of(row));
      return values.includes(null) ? null : give(values);
    },
  };
}
