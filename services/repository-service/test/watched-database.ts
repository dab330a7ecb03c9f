// Test helper: a database that records all executed statements, whether built by Kysely or prepared.
import type { Database } from '@holdfast/pg-kit';
import { Kysely, PostgresDialect } from 'kysely';
import type { CaptureDatabase } from '../src/index/replay/captures.db.ts';
import type { IndexSchema } from '../src/index/schema.ts';

export interface AskedQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Name of a prepared statement. */
  readonly name?: string;
}

export interface WatchedDatabase extends CaptureDatabase {
  /** Statements in order. */
  readonly asked: AskedQuery[];
}

export function watchDatabase({ pool }: Pick<Database<unknown>, 'pool'>): WatchedDatabase {
  const asked: AskedQuery[] = [];
  const kysely = new Kysely<IndexSchema>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void asked.push(query),
  });
  const connect = async () => {
    const client = await pool.connect();
    const query = (one: { name: string; text: string; values: unknown[] }) => {
      asked.push({ name: one.name, sql: one.text, parameters: one.values });
      return client.query(one);
    };
    return { query, release: (destroy?: boolean) => client.release(destroy) };
  };
  return { kysely, pool: { connect } as unknown as CaptureDatabase['pool'], asked };
}
