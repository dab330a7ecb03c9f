// Statements that a connection parses and plans once instead of each time, asked past Kysely, and whose rows stay the bytes
// that come (raw-rows.ts): for the few that come thousands of times a second, where making the SQL anew, and an object of
// every row, costs more than the answer.
import type pg from 'pg';
import { typedError } from '../connections/errors.ts';
import type { ConnectionSource } from '../connections/share.ts';
import { headOfBind, type StatementValue } from './ask-statement.ts';
import { rawRowsOf } from './raw-rows.ts';
import type { RawRows } from './row-tap.ts';

const NAME_FORM = /^[a-z_]{1,60}$/;

/** Asks with these values, in one round trip. Errors are those of errors.ts. */
export type RawStatement = (source: ConnectionSource, values: readonly StatementValue[]) => Promise<RawRows>;

/**
 * The name is the statement's alone, lower-case letters and `_`. Name the columns that it answers one by one: `*` would
 * break running replicas when a newer one adds a column. Each must be of a known type, which decides what its bytes mean:
 * cast what is none. The plan must be right whatever the values are, and cost the same: where the plan for the values at
 * hand looks cheaper than the one for any, PostgreSQL plans each time after all. It does so for `= any($1)`, whose length
 * it counts; `= any((select $1::uuid[])::uuid[])` it takes as it comes.
 */
export function preparedRaw(name: string, text: string): RawStatement {
  if (!NAME_FORM.test(name)) throw new Error(`${JSON.stringify(name)} is no name for a statement`);
  const head = headOfBind(name);
  return async (source, values) => {
    let client: pg.PoolClient | undefined;
    let failed = true;
    try {
      client = await source.connect();
      const rows = await rawRowsOf(client, { name, text, head, values });
      failed = false;
      return rows;
    } catch (error) {
      throw typedError(error);
    } finally {
      // A connection on which something failed is not used again: the pool sees to that.
      client?.release(failed);
    }
  };
}
