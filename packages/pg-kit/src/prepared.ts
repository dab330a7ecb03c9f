// Statements that a connection parses and plans once instead of each time, asked past Kysely: for the few that come
// thousands of times a second, where making the SQL anew costs more than the answer.
import type pg from 'pg';
import { typedError } from './errors.ts';

const NAME_FORM = /^[a-z_]{1,60}$/;

/** PostgreSQL ends a statement by its own clock; this one is for when its answer cannot reach us. */
const ANSWER_TIMEOUT_MS = 70_000;

/** Asks with these values, in one round trip. Errors are those of errors.ts. */
export type PreparedStatement<Row> = (pool: pg.Pool, values: readonly unknown[]) => Promise<Row[]>;

/**
 * The name is the statement's alone, lower-case letters and `_`. Name the columns that it answers one by one: `*` would
 * break running replicas when a newer one adds a column. Its plan must be right whatever the values are.
 */
export function prepared<Row>(name: string, text: string): PreparedStatement<Row> {
  if (!NAME_FORM.test(name)) throw new Error(`${JSON.stringify(name)} is no name for a statement`);
  return async (pool, values) => {
    try {
      const query = { name, text, values: values as unknown[], query_timeout: ANSWER_TIMEOUT_MS };
      // A connection on which something failed is not used again: the pool sees to that.
      return (await pool.query(query)).rows as Row[];
    } catch (error) {
      throw typedError(error);
    }
  };
}
