// Statements that a connection parses and plans once instead of each time, asked past Kysely: for the few that come
// thousands of times a second, where making the SQL anew costs more than the answer.
import type pg from 'pg';
import { typedError } from './errors.ts';
import type { ConnectionSource } from './share.ts';

const NAME_FORM = /^[a-z_]{1,60}$/;

/** PostgreSQL ends a statement by its own clock; this one is for when its answer cannot reach us. */
export const ANSWER_TIMEOUT_MS = 70_000;

/** Asks with these values, in one round trip. Errors are those of errors.ts. */
export type PreparedStatement<Row> = (source: ConnectionSource, values: readonly unknown[]) => Promise<Row[]>;

/**
 * The name is the statement's alone, lower-case letters and `_`. Name the columns that it answers one by one: `*` would
 * break running replicas when a newer one adds a column. Its plan must be right whatever the values are, and cost the same:
 * where the plan for the values at hand looks cheaper than the one for any, PostgreSQL plans each time after all. It does so
 * for `= any($1)`, whose length it counts; `= any((select $1::uuid[])::uuid[])` it takes as it comes.
 */
export function prepared<Row>(name: string, text: string): PreparedStatement<Row> {
  checkedName(name);
  return async (source, values) => {
    try {
      const query = { name, text, values: values as unknown[], query_timeout: ANSWER_TIMEOUT_MS };
      // A connection on which something failed is not used again: the pool sees to that.
      const { rows } = isPool(source) ? await source.query(query) : await askLent(source, query);
      return rows as Row[];
    } catch (error) {
      throw typedError(error);
    }
  };
}

/** Throws for what is no name of a statement. */
export function checkedName(name: string): string {
  if (!NAME_FORM.test(name)) throw new Error(`${JSON.stringify(name)} is no name for a statement`);
  return name;
}

function isPool(source: ConnectionSource): source is pg.Pool {
  return 'query' in source;
}

async function askLent(source: ConnectionSource, query: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await source.connect();
  let failed = true;
  try {
    const answer = await client.query(query);
    failed = false;
    return answer;
  } finally {
    client.release(failed);
  }
}
