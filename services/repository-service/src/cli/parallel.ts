// The option `--parallel N`.
import { availableParallelism } from 'node:os';
import { CannotKeep } from './command.ts';

/** Default: twice as many as there are processors: most of them wait for the store or the database. */
export function parallelOf(text: string | boolean | undefined): number {
  if (text === undefined) return Math.min(16, 2 * availableParallelism());
  const parallel = Number(text);
  if (!Number.isInteger(parallel) || parallel < 1 || parallel > 64) {
    throw new CannotKeep('--parallel must be a whole number from 1 to 64.');
  }
  return parallel;
}
