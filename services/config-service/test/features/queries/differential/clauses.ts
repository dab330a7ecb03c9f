// Clauses that random row queries and random group queries have in common.
import type { Choices } from './choices.ts';
import { type JsonRow, writeKeyword } from './made.ts';

export interface RandomQuery {
  readonly source: string;
  /** Computes the expected result. `rows` are all rows in the default order of the resource. */
  answer(rows: readonly JsonRow[]): readonly JsonRow[];
}

interface RandomLimit {
  readonly source: string;
  readonly first: number;
  readonly rows: number;
}

export function randomLimit(choices: Choices): RandomLimit | undefined {
  if (!choices.chance(0.25)) return undefined;
  const [start, rows] = [choices.below(10) + 1, choices.below(20)];
  const isPlain = start === 1 && choices.chance(0.5);
  return {
    source: `${writeKeyword('limit', choices)} ${isPlain ? '' : `${start}, `}${rows}`,
    first: start - 1,
    rows,
  };
}

export function applyLimit<One>(all: readonly One[], limit: RandomLimit | undefined): readonly One[] {
  return limit === undefined ? all : all.slice(limit.first, limit.first + limit.rows);
}

export function joinClauses(clauses: readonly unknown[], choices: Choices): string {
  return clauses.filter((clause) => typeof clause === 'string').join(choices.pick([' ', '\n', ' \t ']));
}
