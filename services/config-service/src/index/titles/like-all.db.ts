// The number of a generation that is being read in, in conditions of look-ups.
import { sql } from 'kysely';

/**
 * Hides the number from the planner. Its statistics know of no such generation yet: seeing the number it would expect
 * hardly any rows, take any index that begins with the generation, and go through all of its rows again and again.
 */
export function likeAll(generation: number) {
  return sql<number>`(select ${generation}::integer)`;
}
