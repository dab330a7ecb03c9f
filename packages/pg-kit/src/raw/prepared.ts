// Executes prepared statements without Kysely, and returns rows as bytes (raw-rows.ts). Each connection parses and
// plans a statement only once. Use this for the few statements that run thousands of times per second: for them,
// building SQL and row objects takes longer than the query.
import type pg from 'pg';
import { toTypedError } from '../connections/errors.ts';
import type { ConnectionSource } from '../connections/share.ts';
import { buildBindHead, type StatementValue } from './ask-statement.ts';
import { readRawRows } from './raw-rows.ts';
import type { RawRows } from './row-tap.ts';

const NAME_FORM = /^[a-z_]{1,60}$/;

/** Executes the statement with these values, in one round trip. Rejects with the errors of errors.ts. */
export type RawStatement = (source: ConnectionSource, values: readonly StatementValue[]) => Promise<RawRows>;

/**
 * Prepares a statement. `name` must be unique and consist of lower-case letters and `_`. List the result columns
 * explicitly: with `*`, running replicas would fail when a newer replica adds a column. The type of every column must
 * be known; add a cast if necessary. The generic plan must be suitable for all values. If PostgreSQL estimates a lower
 * cost for a plan for the actual values, it plans the statement each time. This happens for `= any($1)`, because
 * PostgreSQL counts the elements, but not for `= any((select $1::uuid[])::uuid[])`.
 */
export function prepareRawStatement(name: string, text: string): RawStatement {
  if (!NAME_FORM.test(name)) throw new Error(`${JSON.stringify(name)} is no name for a statement`);
  const head = buildBindHead(name);
  return async (source, values) => {
    let client: pg.PoolClient | undefined;
    let failed = true;
    try {
      client = await source.connect();
      const rows = await readRawRows(client, { name, text, head, values });
      failed = false;
      return rows;
    } catch (error) {
      throw toTypedError(error);
    } finally {
      // The pool closes the connection of a failed query.
      client?.release(failed);
    }
  };
}
