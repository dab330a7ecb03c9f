// Generates random group queries. Their expected results are computed from the result of `select *`.
import type { Choices } from './choices.ts';
import { applyLimit, joinClauses, type RandomQuery, randomLimit } from './clauses.ts';
import { compute, type Decimal, formatDecimal, toDecimal } from './decimal.ts';
import { type GeneratedExpression, type JsonRow, readValue, writeKeyword } from './made.ts';
import { asNumber, compareValues, evaluateComparison, type Maybe, type QueryValue } from './meaning.ts';
import { randomCondition } from './random-conditions.ts';
import { findNames, type GeneratorContext, makeProperty, randomNumber, randomText } from './random-values.ts';

interface Key {
  readonly path: readonly string[];
  of(row: JsonRow): Maybe<QueryValue>;
}

interface RandomAggregate {
  readonly source: string;
  /** Field name in the result if the query has no AS. Undefined if AS is required. */
  readonly member: string | undefined;
  of(rows: readonly JsonRow[]): Maybe<QueryValue>;
}

interface Told extends RandomAggregate {
  readonly as: string | undefined;
}

interface Group {
  readonly keys: readonly Maybe<QueryValue>[];
  readonly rows: readonly JsonRow[];
}

export function randomGroups(making: GeneratorContext): RandomQuery {
  const { choices } = making;
  const keys = Array.from({ length: choices.below(3) }, () => randomKey(making));
  const aggregates = Array.from({ length: choices.below(3) + 1 }, (_, index) =>
    named(randomAggregate(making), index, choices),
  );
  const where = choices.chance(0.5) ? randomCondition(making, choices.below(3)) : undefined;
  const having = choices.chance(0.25) ? { by: randomCount(making), least: choices.below(4) } : undefined;
  const order = choices.chance(0.5)
    ? { by: choices.pick(aggregates), descending: choices.chance(0.5) }
    : undefined;
  const limit = randomLimit(choices);
  const selected = [...keys.map(({ path }) => path.join('.')), ...aggregates.map(sourceOf(choices))];
  const clauses = [
    `${writeKeyword('select', choices)} ${selected.join(', ')}`,
    where && `${writeKeyword('where', choices)} ${where.source}`,
    keys.length > 0 &&
      `${writeKeyword('group', choices)} ${writeKeyword('by', choices)} ${keys.map(({ path }) => path.join('.')).join()}`,
    having && `${writeKeyword('having', choices)} ${having.by.source} >= ${having.least}`,
    order &&
      `${writeKeyword('order', choices)} ${writeKeyword('by', choices)} ${orderOf(order.by, choices)}${order.descending ? ' desc' : ''}`,
    limit?.source,
  ];
  return {
    source: joinClauses(clauses, choices),
    answer(rows) {
      const found = rows.filter((row) => where === undefined || where.of(row) === true);
      const groups = groupsOf(found, keys).filter(({ rows: its }) =>
        having === undefined
          ? true
          : evaluateComparison('>=', compareValues(having.by.of(its), toDecimal(having.least), false)) ===
            true,
      );
      const sorted = groups.toSorted((a, b) => {
        const [left, right] = order === undefined ? [null, null] : [order.by.of(a.rows), order.by.of(b.rows)];
        const sign = inOrder(left, right);
        // Sorts missing values last in both directions.
        const turned = order?.descending === true && left !== null && right !== null ? -sign : sign;
        return turned || firstSign(a.keys, b.keys);
      });
      return applyLimit(sorted, limit).map((group) => answerOf(group, keys, aggregates));
    },
  };
}

function randomKey(making: GeneratorContext): Key {
  const { choices } = making;
  const kinds = ['text', 'text', 'number', 'boolean'].filter((kind) => findNames(making, kind).length > 0);
  const kind = choices.pick(kinds);
  const path = choices.pick(findNames(making, kind)).split('.');
  return { path, of: (row) => toValue(readValue(row, path)) };
}

/** Converts a value in a result to a value of the query language. */
function toValue(value: unknown): Maybe<QueryValue> {
  if (typeof value === 'number') return toDecimal(value);
  return (value as string | boolean | undefined) ?? null;
}

function randomCount(making: GeneratorContext): RandomAggregate {
  const { choices } = making;
  if (choices.chance(0.5))
    return { source: 'count(*)', member: 'count(*)', of: (rows) => toDecimal(rows.length) };
  const argument = randomArgument(making);
  const distinct = choices.chance(0.4);
  return {
    source: `${writeKeyword('count', choices)}(${distinct ? `${writeKeyword('distinct', choices)} ` : ''}${argument.source})`,
    member: memberOf(`count(${distinct ? 'distinct ' : ''}`, argument),
    of: (rows) => {
      const values = valuesOf(rows, argument);
      return toDecimal(distinct ? new Set(values.map(textOf)).size : values.length);
    },
  };
}

function randomAggregate(making: GeneratorContext): RandomAggregate {
  const { choices } = making;
  const name = choices.pick(['count', 'sum', 'avg', 'min', 'max']);
  if (name === 'count') return randomCount(making);
  const isOfNumbers = name === 'sum' || name === 'avg';
  const argument = isOfNumbers ? randomNumber(making, choices.below(2)) : randomArgument(making);
  return {
    source: `${writeKeyword(name, choices)}(${argument.source})`,
    member: memberOf(`${name}(`, argument),
    of: (rows) => {
      const values = valuesOf(rows, argument);
      if (values.length === 0) return null;
      if (isOfNumbers) return summed(values as Decimal[], name);
      return values.reduce((a, b) => (inOrder(a, b) > 0 === (name === 'max') ? a : b));
    },
  };
}

function randomArgument(making: GeneratorContext): GeneratedExpression {
  const { choices } = making;
  const booleans = findNames(making, 'boolean');
  const makers = [() => randomText(making, 1), () => randomNumber(making, 1)];
  if (booleans.length > 0) makers.push(() => makeProperty<boolean>(choices.pick(booleans)) as never);
  return choices.pick(makers)();
}

function summed(values: readonly Decimal[], name: string): Maybe<Decimal> {
  const sum = values.map((one) => asNumber(one)!).reduce((a, b) => compute('+', a, b)!);
  return name === 'sum' ? sum : compute('/', sum, toDecimal(values.length));
}

function valuesOf(rows: readonly JsonRow[], argument: GeneratedExpression): QueryValue[] {
  return rows.map((row) => argument.of(row)).filter((value) => value !== null);
}

function memberOf(beginning: string, { source }: GeneratedExpression): string | undefined {
  return /^[A-Za-z_][\w.]*$/.test(source) && !/^null$/i.test(source) ? `${beginning}${source})` : undefined;
}

function named(one: RandomAggregate, index: number, choices: Choices): Told {
  return { ...one, as: one.member === undefined || choices.chance(0.3) ? `a${index}` : undefined };
}

function sourceOf(choices: Choices): (one: Told) => string {
  return ({ source, as }) => (as === undefined ? source : `${source} ${writeKeyword('as', choices)} ${as}`);
}

function orderOf({ source, as }: Told, choices: Choices): string {
  return as !== undefined && choices.chance(0.5) ? as : source;
}

function groupsOf(rows: readonly JsonRow[], keys: readonly Key[]): readonly Group[] {
  if (keys.length === 0) return [{ keys: [], rows }];
  const byKey = new Map<string, { keys: readonly Maybe<QueryValue>[]; rows: JsonRow[] }>();
  for (const row of rows) {
    const values = keys.map((key) => key.of(row));
    const text = JSON.stringify(values.map((value) => (value === null ? null : textOf(value))));
    const group = byKey.get(text) ?? { keys: values, rows: [] };
    group.rows.push(row);
    byKey.set(text, group);
  }
  return [...byKey.values()];
}

const textOf = (value: QueryValue): string =>
  typeof value === 'object' ? formatDecimal(value) : String(value);

function inOrder(a: Maybe<QueryValue>, b: Maybe<QueryValue>): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareValues(a, b, false)!;
}

function firstSign(a: readonly Maybe<QueryValue>[], b: readonly Maybe<QueryValue>[]): number {
  return a.map((one, index) => inOrder(one, b[index]!)).find((sign) => sign !== 0) ?? 0;
}

function answerOf({ keys: values, rows }: Group, keys: readonly Key[], aggregates: readonly Told[]): JsonRow {
  const answer: Record<string, unknown> = {};
  const place = (path: readonly string[], value: Maybe<QueryValue>) => {
    if (value === null) return;
    let object = answer;
    for (const name of path.slice(0, -1)) {
      object[name] ??= {};
      object = object[name] as Record<string, unknown>;
    }
    object[path.at(-1)!] = typeof value === 'object' ? Number(formatDecimal(value)) : value;
  };
  for (const [index, { path }] of keys.entries()) place(path, values[index]!);
  for (const { as, member, of } of aggregates) place([as ?? member!], of(rows));
  return answer;
}
