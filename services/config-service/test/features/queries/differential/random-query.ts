// Generates random row queries. Their expected results are computed from the result of `select *`.
import type { Choices } from './choices.ts';
import { applyLimit, joinClauses, type RandomQuery, randomLimit } from './clauses.ts';
import { type GeneratedExpression, type JsonRow, readValue, writeKeyword } from './made.ts';
import { compareValues, type Maybe, type QueryValue } from './meaning.ts';
import { randomCondition } from './random-conditions.ts';
import { randomGroups } from './random-groups.ts';
import { type GeneratorContext, randomNumber, randomText } from './random-values.ts';

export type { RandomQuery };

interface Order {
  readonly by: GeneratedExpression;
  readonly descending: boolean;
}

export function randomQuery(making: GeneratorContext): RandomQuery {
  return making.choices.chance(0.25) ? randomGroups(making) : randomRows(making);
}

function randomRows(making: GeneratorContext): RandomQuery {
  const { choices } = making;
  const selected = choices.chance(0.3) ? undefined : selection(making);
  const where = choices.chance(0.9) ? randomCondition(making, choices.below(4)) : undefined;
  const orders = choices.chance(0.4) ? Array.from({ length: choices.below(3) + 1 }, () => order(making)) : [];
  const limit = randomLimit(choices);
  const clauses = [
    `${writeKeyword('select', choices)} ${selected?.join(choices.pick([',', ', ', ' ,\n'])) ?? '*'}`,
    where && `${writeKeyword('where', choices)} ${where.source}`,
    orders.length > 0 &&
      `${writeKeyword('order', choices)} ${writeKeyword('by', choices)} ${orders.map(orderSource(choices)).join(', ')}`,
    limit?.source,
  ];
  return {
    source: joinClauses(clauses, choices),
    answer(rows) {
      const found = rows.filter((row) => where === undefined || where.of(row) === true);
      const sorted = found.toSorted((a, b) => inOrder(orders, a, b));
      const shown = applyLimit(sorted, limit);
      return selected === undefined ? shown : shown.map((row) => only(row, selected));
    },
  };
}

function selection({ choices, subject }: GeneratorContext): string[] {
  const names = Object.keys(subject.names);
  const maps = names.filter((name) => subject.names[name] === 'map').map((name) => `${name}.k`);
  return Array.from({ length: choices.below(4) + 1 }, () => choices.pick([...names, ...maps]));
}

function order(making: GeneratorContext): Order {
  const { choices } = making;
  const makers = [randomText, randomNumber, randomCondition] as readonly ((
    making: GeneratorContext,
    depth: number,
  ) => GeneratedExpression)[];
  return { by: choices.pick(makers)(making, choices.below(2)), descending: choices.chance(0.4) };
}

function orderSource(choices: Choices): (order: Order) => string {
  return ({ by, descending }) => {
    // Negates a literal NULL, because the service rejects ORDER BY with a literal NULL.
    const source = /^null$/i.test(by.source) ? `not ${by.source}` : by.source;
    return `${source}${descending ? ` ${writeKeyword('desc', choices)}` : choices.pick(['', ' asc', ' ASC'])}`;
  };
}

/** Compares rows by the sort order. Missing values come last in both directions. */
function inOrder(orders: readonly Order[], a: JsonRow, b: JsonRow): number {
  for (const { by, descending } of orders) {
    const [left, right]: Maybe<QueryValue>[] = [by.of(a), by.of(b)];
    if (left === null && right === null) continue;
    if (left === null) return 1;
    if (right === null) return -1;
    const sign = compareValues(left!, right!, false)!;
    if (sign !== 0) return descending ? -sign : sign;
  }
  return 0;
}

function only(row: JsonRow, names: readonly string[]): JsonRow {
  const kept: Record<string, unknown> = {};
  // Processes the names with the most components first, so that a property that is selected as a whole replaces its
  // fields.
  for (const path of names.map((name) => name.split('.')).toSorted((a, b) => b.length - a.length)) {
    const value = readValue(row, path);
    if (value === undefined) continue;
    let object = kept;
    for (const name of path.slice(0, -1)) {
      object[name] ??= {};
      object = object[name] as Record<string, unknown>;
    }
    object[path.at(-1)!] = value;
  }
  return kept;
}
